internal import GLES

/// Read-back of frames.
extension Stage {
  /// A drawn frame in another layout.
  func packed(_ target: TargetBox, _ layout: PixelLayout) throws(GLError) -> PackedFrame {
    try packer.packed(target, layout)
  }

  /// How frames of a size are read back; calibrates if necessary.
  func plan(_ shape: PackedShape) throws(GLError) -> ReadbackPlan {
    if let known = plans[shape] { return known }
    let found = try ReadbackCalibration(context: context, shape: shape, deadline: deadline).plan()
    plans[shape] = found
    return found
  }

  /// Fixes the way of reading, whatever is faster.
  func keep(to way: ReadbackPlan.Way, _ shape: PackedShape) {
    var plan = ReadbackPlan(shape, [])
    plan.way = way
    plan.reason = "it was asked for"
    plans[shape] = plan
  }

  /// Checks whether reads into buffers are asynchronous at all.
  func review(_ shape: PackedShape) {
    guard case .ring(1) = plans[shape]?.way, ring.pace.isBlocking == true else { return }
    plans[shape]?.fallBack()
  }
}
