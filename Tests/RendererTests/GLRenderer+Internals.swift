import GLES

@testable import CurlGL

extension GLRenderer {
  /// Sets how frames of a size and layout are read back, without calibration.
  func keep(
    to method: ReadbackPlan.Method, width: Int, height: Int, layout: PixelLayout = .rgba8
  ) throws(GLError) {
    let shape = PackedShape(layout, width: width, height: height)
    var plan = ReadbackPlan(shape, [])
    plan.method = method
    plan.reason = "set by a test"
    try current().plans[shape] = plan
  }

  /// Number of pictures uploaded to the context so far.
  func uploads() throws(GLError) -> Int { try current().textures.uploads }

  /// Number of pixel buffers created for the context's read-backs so far.
  func readbackBuffers() throws(GLError) -> Int { try current().ring.made }
}
