internal import CurlGL
internal import GLES

/// Textures of pages on a renderer's device.
public struct Residency: Sendable, Equatable {
  /// Number of textures; a page may have two, for frames of 8 bits and of 16.
  public let textures: Int
  /// Bytes of all these textures.
  public let bytes: Int
}

extension Renderer {
  /// Prepares pages in advance, so that their first frame needn't wait.
  ///
  /// Computes the data that renderers read of a page, and uploads it with OpenGL. Call this while
  /// nothing moves, for pages that are likely to be shown next; their frames cost nothing more,
  /// except for the paper of a back with grain (`Look.grain`), which is made as its leaf
  /// begins to turn. At most twelve pages are prepared, the first ones, and they are cached as drawn
  /// pages are. Other frames may be drawn meanwhile.
  ///
  /// - Parameters:
  ///   - pages: the pages, the nearest first.
  ///   - format: format of the frames that will show them.
  ///   - canvas: canvas of these frames; nil if it shows pages at their size. Of a spread, pages are
  ///     prepared for the side at the canvas's origin of coordinates.
  /// - Throws: `.deviceLost`, `.limit` for a page that the device can't hold, `.device` after
  ///   `shutDown`.
  public func prepare(
    _ pages: [Page], format: Pixmap.Format = .rgba8, canvas: Canvas? = nil
  ) async throws(RenderError) {
    let pictures = await Self.read(
      pages.prefix(GLRenderer.mostPictures).map(\.picture), canvas,
      areFloats: gl != nil || format == .rgba16)
    do throws(GLError) {
      try await gl?.prepare(pictures, format)
    } catch {
      throw RenderError(error)
    }
  }

  /// What frames read of pictures; made off the renderer's thread, which draws meanwhile.
  @concurrent private static func read(
    _ pictures: [PreparedPicture], _ canvas: Canvas?, areFloats: Bool
  ) async -> [PreparedPicture] {
    pictures.map { picture in
      let read = canvas.map { picture.stored(for: $0) } ?? picture
      if areFloats { _ = read.linear.level(0) } else { _ = read.linear16 }
      return read
    }
  }

  /// Textures of pages on the device now; none on the CPU path.
  ///
  /// A drawn or prepared page stays on the device while its ``Page`` is referenced and among those
  /// drawn last. A host that holds only the pages of a window around the shown one therefore has no
  /// others on the device; when the window comes back to a page, the page and its textures are made
  /// again.
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
