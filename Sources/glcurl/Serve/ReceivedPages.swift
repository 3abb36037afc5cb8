#if Server
internal import ImageFiles
internal import PageCache
internal import PageCurl
internal import PageFilm
internal import WorkerLink

/// The pages of a session: pictures in memory, decoded when needed.
struct ReceivedPages: PageSource {
  let files: [SharedFile]
  let fit: Fit?
  let limits: Limits

  /// The size of all pages, which is that of the first, and whether that one is opaque.
  func first() throws(CommandError) -> (size: PageSize, isOpaque: Bool) {
    let page = Page(try CommandError.wrapping { () throws(ImageFileError) in try picture(0) })
    return (page.size, page.isOpaque)
  }

  func identities() -> [String] { files.indices.map { "\($0)" } }

  func picture(of identity: String, at size: PageSize) async throws -> PageAnswer {
    guard let number = Int(identity), files.indices.contains(number) else {
      preconditionFailure("there is no page \(identity)")
    }
    return .picture(
      try BookFiles.fitted(try picture(number), named: Self.name(number), to: size, fit))
  }

  private func picture(_ number: Int) throws(ImageFileError) -> Pixmap {
    let name = Self.name(number)
    let bytes: [UInt8]
    do throws(LinkError) {
      bytes = try files[number].bytes()
    } catch {
      throw ImageFileError(.unreadable, path: name, "cannot read \(name): \(error)")
    }
    return try ImageFile.decode(bytes: bytes, name: name, limits: limits)
  }

  private static func name(_ number: Int) -> String { "page \(number + 1)" }
}
#endif
