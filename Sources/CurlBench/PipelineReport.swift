package import CurlCore
internal import CurlGL

/// How frames of one size and layout are read back from OpenGL, and how fast.
package struct PipelineReport: Sendable {
  /// Size of the pages.
  package let size: PageSize
  /// Name of the layout: `rgba8`, `rgb8`, `i420`, `nv12`.
  package let layout: String
  /// Bytes per frame.
  package let byteCount: Int
  /// The chosen way to read back, for messages.
  package let way: String
  /// Frames per read through buffers; nil if each frame is read at once.
  package let framesPerRead: Int?
  /// Reason for the choice.
  package let reason: String
  /// All measured ways with milliseconds per frame, the least of some rounds.
  package let tried: [(way: String, milliseconds: Double)]
  /// Where a film's frames are converted to this layout, and why; nil for layouts that no film
  /// uses.
  package let films: String?
  /// Clock time per frame of a whole turn with frames requested ahead, milliseconds, the least of
  /// the rounds.
  package let streamed: Double

  init(
    size: PageSize, layout: String, byteCount: Int, _ plan: ReadbackPlan, packing: PackingPlan?,
    streamed: Double
  ) {
    self.size = size
    self.layout = layout
    self.byteCount = byteCount
    way = Self.name(plan.method)
    framesPerRead = if case .ring(let count) = plan.method { count } else { nil }
    reason = plan.reason
    tried = plan.trials.map { (Self.name($0.method), 1000 * $0.secondsPerFrame) }
    films = packing.map {
      "films are converted by \($0.isWorthIt ? "the GPU" : "the processor"): \($0.reason)"
    }
    self.streamed = streamed
  }

  private static func name(_ method: ReadbackPlan.Method) -> String {
    switch method {
    case .direct: "read at once"
    case .ring(1): "through buffers"
    case .ring(let count): "\(count) a read through buffers"
    }
  }
}
