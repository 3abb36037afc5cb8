package import CurlCore
package import PageCurl

/// What a page takes before its first frame.
package enum PagePreparation {
  /// Makes a page of a picture and all that a renderer reads of it (in linear light, on a GPU its
  /// textures, too), and tells what that took.
  ///
  /// - Throws: as `Renderer.prepare(_:format:)`.
  package static func measure(_ picture: Pixmap, _ renderer: Renderer) async throws(RenderError)
    -> (page: Page, lap: Lap)
  {
    let watch = Stopwatch()
    let page = Page(picture)
    try await renderer.prepare([page])
    return (page, watch.lap)
  }
}
