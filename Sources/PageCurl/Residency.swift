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
  /// Does now what the first frame of each page would wait for: makes what is read of it, and on a GPU
  /// uploads that.
  ///
  /// For pages that are likely to be seen next, while nothing moves; those that are there already cost
  /// nothing. OpenGL in software reads opaque pages otherwise in a curl, for which it is done, than in
  /// other turns, whose first frame then uploads them itself. They stay as drawn ones do, twelve at most: of more the first twelve are taken. Other
  /// frames may be drawn meanwhile.
  ///
  /// - Parameters:
  ///   - pages: the nearest first.
  ///   - format: of the frames in which they will be seen.
  /// - Throws: `.deviceLost`, `.limit` for a page that the device can't hold, `.device` after
  ///   `shutDown`.
  public func prepare(_ pages: [Page], format: Pixmap.Format = .rgba8) async throws(RenderError) {
    let pictures = pages.prefix(GLRenderer.mostPictures).map(\.picture)
    await Self.read(pictures, areFloats: gl != nil || format == .rgba16)
    do throws(GLError) {
      try await gl?.prepare(pictures, format)
    } catch {
      throw RenderError(error)
    }
  }

  /// Off the renderer's thread, which draws meanwhile.
  @concurrent private static func read(_ pictures: [PreparedPicture], areFloats: Bool) async {
    for picture in pictures {
      if areFloats { _ = picture.linear.level(0) } else { _ = picture.linear16 }
    }
  }

  /// What it holds of pages on its device now; nothing on the CPU path.
  ///
  /// A page that was drawn, or prepared, stays there while somebody holds the ``Page``, and of those the ones that
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
