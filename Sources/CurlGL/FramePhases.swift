/// Durations of the phases of one frame.
package struct FramePhases: Sendable, Equatable {
  /// The GPU's own time for drawing; nil if the driver can't measure it.
  package var gpuDraw: Duration?
  /// Time from the first command until the GPU has drawn, including uploads.
  package var draw: Duration
  /// Time for packing on the GPU; nil without packing.
  package var packing: Duration?
  /// Time from then until the pixels are in the caller's memory.
  package var readback: Duration
}
