internal import CurlGL
internal import GLES

/// What a renderer holds of pages on its device.
public struct Residency: Sendable, Equatable {
  /// Textures of pages; a page may have two, for frames of 8 bits and of 16.
  public let textures: Int
  /// Bytes that they take.
  public let bytes: Int
}

extension Renderer {
  /// What it holds of pages on its device now; nothing on the CPU path.
  ///
  /// A page that was drawn stays there while somebody holds the ``Page``, and of those the ones that
  /// were drawn last: so a host that keeps the pages of a window around the shown one has no others on
  /// the device, and makes them anew, and with them their textures, when the window comes back.
  ///
  /// - Throws: `.deviceLost`, `.device` after `shutDown`.
  public func residency() async throws(RenderError) -> Residency {
    guard let gl else { return Residency(textures: 0, bytes: 0) }
    do throws(GLError) {
      let held = try await gl.residency()
      return Residency(textures: held.textures, bytes: held.bytes)
    } catch {
      throw RenderError(error)
    }
  }
}
