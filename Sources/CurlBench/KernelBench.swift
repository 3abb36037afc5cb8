package import CurlCore
internal import CurlRaster
internal import ImageFiles
internal import PageCurl
internal import SamplePages

/// Time of an inner loop with the processor's wide instructions and without them.
package struct KernelReport: Sendable, Equatable {
  /// Size of the pages.
  package let size: PageSize
  /// Name of the kernel.
  package let name: String
  /// Its twin, which needs no wide instructions: `swift`, or `c`, the same C for any processor.
  package let twin: String
  /// Number of pixels, points or other values.
  package let values: Int
  /// Processor time of the twin for all values, milliseconds, the least of the rounds.
  package let plain: Double
  /// Processor time with wide instructions for all values, milliseconds, the least of the rounds.
  package let wide: Double
  /// Whether both wrote the same bytes.
  package let isSame: Bool

  /// Least speed-up that a kernel in C must have.
  package static let least = 1.5

  /// Speed-up over its twin.
  package var ratio: Double { plain / wide }
}

/// Measures the kernels in C and their twins alternately, on the work for one frame of the sample
/// pages.
package struct KernelBench {
  /// A kernel and its twin.
  private struct Candidate {
    let name: String
    let twin: String
    let values: Int
    let isSame: Bool
    let run: (_ isWide: Bool) -> Void

    init(_ trial: KernelTrial) {
      (name, twin, values) = (trial.name, trial.twin.rawValue, trial.values)
      isSame = trial.isSame()
      run = { trial.run(isWide: $0) }
    }

    /// The conversion of a film's frame.
    init(planesOf frame: Pixmap) {
      let wide = BT709(width: frame.width, height: frame.height, background: 0xFFFF_FFFF)
      var plain = wide
      plain.isPlain = true
      (name, twin, values) = ("bt709", "swift", frame.width * frame.height)
      isSame = wide.planes(frame) == plain.planes(frame)
      run = { [plain] isWide in _ = (isWide ? wide : plain).planes(frame) }
    }
  }

  /// Approximate time per measurement, milliseconds.
  private static let span = 4.0

  private let sizes: [PageSize]
  private let rounds: Int
  private let say: (String) -> Void

  /// A measurement for pages of `sizes`; the least time of `rounds` counts.
  ///
  /// `say` receives progress notes.
  package init(sizes: [PageSize], rounds: Int, say: @escaping (String) -> Void) {
    (self.sizes, self.rounds, self.say) = (sizes, rounds, say)
  }

  /// Measures everything; takes seconds.
  ///
  /// Returns nil if the processor lacks the wide instructions, so that the twins draw.
  ///
  /// - Throws: the errors of sample pages; `RenderError`; `CancellationError`.
  package func run() throws -> [KernelReport]? {
    guard KernelTrial.hasWide else { return nil }
    var reports: [KernelReport] = []
    for size in sizes {
      let sample = try SamplePages.make(width: size.width, height: size.height)
      let pages = try Pages(front: sample.front, next: sample.next)
      let (drawing, pictures) = try Renderer.resolve(
        PageTurn(pages, BenchPlan.defaultTurn), .progress(0.5))
      let trials = KernelTrials(drawing, pictures)?.all ?? []
      say("\(size.width)×\(size.height): \(trials.count + 1) kernels × \(rounds) rounds")
      for it in trials.map(Candidate.init) + [Candidate(planesOf: sample.front)] {
        guard !Task.isCancelled else { throw CancellationError() }
        reports.append(measure(it, size))
      }
    }
    return reports
  }

  private func measure(_ it: Candidate, _ size: PageSize) -> KernelReport {
    func lap(_ isWide: Bool, _ times: Int) -> Double {
      let watch = Stopwatch()
      for _ in 0..<times { it.run(isWide) }
      return watch.lap.cpu / Double(times)
    }
    // Repeat often enough for the clock's resolution.
    let times = [false, true].map { isWide in
      Int(min(max(Self.span / max(lap(isWide, 1), 1e-3), 1), 4000))
    }
    var (plain, wide) = (Double.infinity, Double.infinity)
    for _ in 0..<rounds {
      plain = min(plain, lap(false, times[0]))
      wide = min(wide, lap(true, times[1]))
    }
    return KernelReport(
      size: size, name: it.name, twin: it.twin, values: it.values, plain: plain, wide: wide,
      isSame: it.isSame)
  }
}
