package import CurlCore
internal import CurlGL

/// How frames of one size and layout come back from OpenGL, and how fast a whole turn does.
package struct PipelineReport: Sendable {
  /// The pages' size.
  package let size: PageSize
  /// The layout's name: `rgba8`, `rgb8`, `i420`, `nv12`.
  package let layout: String
  /// Bytes of a frame.
  package let byteCount: Int
  /// The way that was chosen, for people.
  package let way: String
  /// Frames that come back in one read through buffers; nil where each is read at once.
  package let framesPerRead: Int?
  /// Why it was chosen.
  package let reason: String
  /// Every way that was tried, and its milliseconds a frame, the least of some rounds.
  package let tried: [(way: String, milliseconds: Double)]
  /// Whether a film's frames come back in this layout where they need it, and why; nil of layouts
  /// that no film is made of.
  package let films: String?
  /// Milliseconds on the clock a frame of a whole turn whose frames are asked for ahead, the least
  /// of the rounds.
  package let streamed: Double

  init(
    size: PageSize, layout: String, byteCount: Int, _ plan: ReadbackPlan, packing: PackingPlan?,
    streamed: Double
  ) {
    self.size = size
    self.layout = layout
    self.byteCount = byteCount
    way = Self.name(plan.way)
    framesPerRead = if case .ring(let count) = plan.way { count } else { nil }
    reason = plan.reason
    tried = plan.trials.map { (Self.name($0.way), 1000 * $0.secondsPerFrame) }
    films = packing.map {
      "films are converted by \($0.isWorthIt ? "the GPU" : "the processor"): \($0.reason)"
    }
    self.streamed = streamed
  }

  private static func name(_ way: ReadbackPlan.Way) -> String {
    switch way {
    case .direct: "read at once"
    case .ring(1): "through buffers"
    case .ring(let count): "\(count) a read through buffers"
    }
  }
}
