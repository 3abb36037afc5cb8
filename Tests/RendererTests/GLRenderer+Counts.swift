import GLES

@testable import CurlGL

extension GLRenderer {
  /// Number of pictures uploaded to the context so far.
  func uploads() throws(GLError) -> Int { try current().textures.uploads }

  /// Number of pixel buffers created for the context's read-backs so far.
  func readbackBuffers() throws(GLError) -> Int { try current().ring.made }
}
