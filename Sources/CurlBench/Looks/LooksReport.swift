package import CurlCore

/// Results of `bench --looks` for one size.
package struct LooksReport: Sendable {
  /// Size of the pages, unless a look has its own.
  package let size: PageSize
  /// Number of rounds; frames that take long have fewer.
  package let rounds: Int
  /// Number of threads that were compared with as many processes; nil if none.
  package let threads: Int?
  /// Time of OpenCV's remap for a frame of the plain curl; nil without it.
  package let remap: Timing?
  /// The rows, in the order of ``LookCase/all``.
  package let looks: [LookReport]
  /// Result for the scaled page; nil if `--only` excludes it.
  package let scaledPage: ScaledPageReport?
  /// Measurements that failed, with reasons.
  package let missing: [String]

  /// Processor time of OpenCV's remap per output pixel, nanoseconds; nil without it.
  package var remapNanoseconds: Double? {
    remap.map { 1e6 * $0.mean / Double(size.width * size.height) }
  }

  /// Time of a frame relative to OpenCV's remap of as many pixels; nil without it.
  package func timesRemap(_ look: LookReport) -> Double? {
    remapNanoseconds.map { look.nanoseconds / $0 }
  }

  /// Whether a look keeps its bound; nil without OpenCV's remap.
  package func isMet(_ look: LookReport) -> Bool? {
    timesRemap(look).map { $0 <= look.bound }
  }
}

/// Results of one look.
package struct LookReport: Sendable {
  /// The look's name.
  package let name: String
  /// Format of a frame's pixels.
  package let output: LookCase.Output
  /// Size of the pages.
  package let page: PageSize
  /// Size of a frame.
  package let frame: PageSize
  /// Number of rounds; frames that take long have fewer.
  package let rounds: Int
  /// Processor time at each of ``LookCase/moments``, milliseconds, the least of the rounds.
  package let moments: [Double]
  /// Largest allowed time, in units of OpenCV's remap of as many pixels.
  package let bound: Double
  /// Gain of threads compared with as many processes; nil for short frames or without processes.
  package let workers: WorkerGroupReport?

  /// Processor time of a frame, milliseconds: the mean of the moments.
  package var milliseconds: Double { moments.reduce(0, +) / Double(moments.count) }
  /// Processor time per output pixel, nanoseconds.
  package var nanoseconds: Double { 1e6 * milliseconds / Double(frame.width * frame.height) }

  /// Time of a frame, milliseconds, above which threads are compared with processes.
  package static let shortestThreadedFrame = 3.0
  /// Share of the processes' gain that the threads' gain should reach.
  package static let leastShare = 0.85
}

/// Time to scale a page larger than its frame.
package struct ScaledPageReport: Sendable, Equatable {
  /// Name in the table, and of `--only`.
  package static let name = "store"
  /// Size of the page.
  package let page: PageSize
  /// Size of the smaller picture.
  package let picture: PageSize
  /// Processor time, milliseconds, the least of the rounds.
  package let milliseconds: Double
  /// Processor time of OpenCV's INTER_AREA, milliseconds, the least of the rounds; nil without
  /// OpenCV.
  package let areaMilliseconds: Double?

  /// Processor time per page pixel, nanoseconds.
  package var nanoseconds: Double { nanoseconds(milliseconds) }
  /// Processor time of OpenCV's INTER_AREA per page pixel, nanoseconds; nil without OpenCV.
  package var areaNanoseconds: Double? { areaMilliseconds.map(nanoseconds) }

  private func nanoseconds(_ milliseconds: Double) -> Double {
    1e6 * milliseconds / Double(page.width * page.height)
  }
}
