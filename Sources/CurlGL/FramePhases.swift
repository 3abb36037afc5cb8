/// How long the parts of one frame took.
package struct FramePhases: Sendable, Equatable {
  /// The GPU's own time for drawing; nil where the driver can't tell.
  package var gpuDraw: Duration?
  /// From the first command until the GPU had drawn, uploads included.
  package var draw: Duration
  /// What made the pixels smaller or changed their order on the GPU; nil where nothing does.
  package var packing: Duration?
  /// From then until the pixels were in the caller's memory.
  package var readback: Duration
}
