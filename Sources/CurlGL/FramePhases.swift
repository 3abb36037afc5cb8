/// Durations of the phases of one frame.
package struct FramePhases: Sendable, Equatable {
  /// The GPU's own time for drawing; nil if the driver can't measure it.
  package var gpuDraw: Duration?
  /// Time from the first command to the end of the GPU's drawing, uploads included.
  package var draw: Duration
  /// Time from the end of drawing until the pixels are in the caller's memory.
  package var readback: Duration
}
