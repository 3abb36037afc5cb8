package import CurlCore

/// What `bench --looks` found of one size.
package struct LooksReport: Sendable {
  /// The pages' size, where nothing else is said.
  package let size: PageSize
  /// How often each frame was drawn, but for frames that take long.
  package let rounds: Int
  /// Threads that were held against as many processes; nil without.
  package let threads: Int?
  /// OpenCV's remap of a frame of the plain curl; nil without it.
  package let remap: Timing?
  /// The rows, in the order of ``LookCase/all``.
  package let looks: [LookReport]
  /// Nil where `--only` leaves it out.
  package let store: StoreReport?
  /// What couldn't be measured, and why.
  package let missing: [String]

  /// Nanoseconds of OpenCV's remap for an output pixel; nil without it.
  package var remapNanoseconds: Double? {
    remap.map { 1e6 * $0.mean / Double(size.width * size.height) }
  }

  /// How many times the time of OpenCV's remap of as many pixels a frame takes; nil without it.
  package func timesRemap(_ look: LookReport) -> Double? {
    remapNanoseconds.map { look.nanoseconds / $0 }
  }

  /// Whether a row keeps its bound; nil without OpenCV's remap.
  package func isMet(_ look: LookReport) -> Bool? {
    timesRemap(look).map { $0 <= look.bound }
  }
}

/// What was found of one look.
package struct LookReport: Sendable {
  /// The look's name.
  package let name: String
  /// What becomes of a frame.
  package let output: LookCase.Output
  /// The pages' size.
  package let page: PageSize
  /// The frame's size.
  package let frame: PageSize
  /// How often each frame was drawn: frames that take long are drawn less often.
  package let rounds: Int
  /// Milliseconds of the processor for each of ``LookCase/moments``, each the least of the rounds.
  package let moments: [Double]
  /// The most that it may take, in units of OpenCV's remap.
  package let bound: Double
  /// What threads gain against as many processes; nil of frames that take too little.
  package let crowd: CrowdReport?

  /// Milliseconds of the processor for a frame: the mean of the moments.
  package var milliseconds: Double { moments.reduce(0, +) / Double(moments.count) }
  /// Nanoseconds of the processor for an output pixel.
  package var nanoseconds: Double { 1e6 * milliseconds / Double(frame.width * frame.height) }

  /// Milliseconds of a frame above which threads are held against processes.
  package static let leastOfThreads = 3.0
  /// The least share of what processes gain that threads are to reach.
  package static let leastShare = 0.85
}

/// What it takes to make the smaller picture of a page that is larger than its picture.
package struct StoreReport: Sendable, Equatable {
  /// The name in the table.
  package static let name = "store"
  /// The page's size.
  package let page: PageSize
  /// The smaller picture's size.
  package let picture: PageSize
  /// Milliseconds of the processor, the least of the rounds.
  package let milliseconds: Double
  /// The same of OpenCV's INTER_AREA; nil without OpenCV.
  package let areaMilliseconds: Double?

  /// Nanoseconds for a page pixel.
  package var nanoseconds: Double { nanoseconds(milliseconds) }
  /// The same of OpenCV's INTER_AREA; nil without OpenCV.
  package var areaNanoseconds: Double? { areaMilliseconds.map(nanoseconds) }

  private func nanoseconds(_ milliseconds: Double) -> Double {
    1e6 * milliseconds / Double(page.width * page.height)
  }
}
