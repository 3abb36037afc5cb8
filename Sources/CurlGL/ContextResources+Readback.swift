internal import GLES

/// Readback of frames.
extension ContextResources {
  /// Packs a drawn frame into a layout.
  func packed(_ target: TargetBox, _ layout: PixelLayout, dithers: Bool = false) throws(GLError)
    -> PackedFrame
  {
    try packer.packed(target, layout, dithers: dithers)
  }

  /// How frames of a size are read back; calibrates on the first call.
  func plan(_ shape: PackedShape) throws(GLError) -> ReadbackPlan {
    if let known = plans[shape] { return known }
    let found = try ReadbackCalibration(context: context, shape: shape, deadline: deadline).plan()
    plans[shape] = found
    return found
  }

  /// Falls back to direct reads if reads into buffers turn out to block.
  func review(_ shape: PackedShape) {
    guard case .ring(1) = plans[shape]?.method, ring.pace.isBlocking == true else { return }
    plans[shape]?.fallBack()
  }
}
