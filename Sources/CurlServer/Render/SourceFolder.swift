#if Server
internal import Glibc
package import WorkerLink

/// The folder of pictures that signed paths name.
///
/// Its files are opened, never written. Calls wait for the disk.
package struct SourceFolder: Sendable {
  /// An open picture.
  struct File: Sendable {
    let file: SharedFile
    /// The file's state when it was opened.
    let status: FileStatus

    /// Whether the file is in that state still.
    var isUnchanged: Bool { (try? FileStatus(of: file)) == status }
  }

  /// How the names of pictures end.
  private static let endings = [".png", ".jpg", ".jpeg", ".webp"]

  private let folder: ConfinedFolder

  /// Opens the folder at a path.
  package init(path: String) throws(LinkError) { folder = try ConfinedFolder(path: path) }

  /// Opens the pictures of a source: the turning page and the next one, of `most` bytes each.
  ///
  /// - Throws: `notFound` or `tooLarge` for a file, `unavailable` if the system can't open it.
  func open(_ source: RenderSource, most: Int) throws(Problem) -> [File] {
    var files: [File] = []
    for name in try names(source) {
      let file = try open(name, .file)
      guard file.status.size <= most else {
        throw Problem(
          .tooLarge,
          "'\(name.prefix(80))' has \(file.status.size) bytes, more than \(most): see --max-body",
          field: RenderSource.field)
      }
      files.append(file)
    }
    return files
  }

  /// Names of a source's pictures.
  private func names(_ source: RenderSource) throws(Problem) -> [String] {
    switch source {
    case .pictures(let front, let next): return [front, next]
    case .page(let page, let name):
      let folder = try open(name, .folder)
      let found = try Self.wrapping(name) { () throws(LinkError) in
        try ConfinedFolder.names(in: folder.file)
      }
      let pages = found.filter { name in Self.endings.contains { name.lowercased().hasSuffix($0) } }
        .sorted { $0.naturallyPrecedes($1) }
      guard page < pages.count else {
        throw Problem(
          .notFound,
          "'\(name.prefix(80))' has \(pages.count) pictures, so page \(page) has no next one",
          field: "page")
      }
      return pages[(page - 1)...page].map { "\(name)/\($0)" }
    }
  }

  private func open(_ name: String, _ kind: FileStatus.Kind) throws(Problem) -> File {
    let (file, status) = try Self.wrapping(name) { () throws(LinkError) in try folder.open(name) }
    guard status.kind == kind else {
      let reason =
        switch (status.kind, kind) {
        case (.folder, _): "is a folder: name two pictures, or add page=N"
        case (.file, .folder): "is a file: page=N takes a folder of pictures"
        default: "isn't a file"
        }
      throw Problem(.notFound, "'\(name.prefix(80))' \(reason)", field: RenderSource.field)
    }
    return File(file: file, status: status)
  }

  /// Errors of names that don't lead to a file in the folder.
  private static let absent = [
    ENOENT, ENOTDIR, ELOOP, EXDEV, EACCES, ENAMETOOLONG, ENXIO, ENODEV,
  ]

  private static func wrapping<Result>(
    _ name: String, _ body: () throws(LinkError) -> Result
  ) throws(Problem) -> Result {
    do throws(LinkError) {
      return try body()
    } catch {
      // One answer for all: it tells nothing about what is outside the folder.
      if case .system(_, let code) = error, absent.contains(code) {
        throw Problem(
          .notFound, "there is no source '\(name.prefix(80))'", field: RenderSource.field)
      }
      throw Problem(
        .unavailable, "cannot open '\(name.prefix(80))': \(error)", field: RenderSource.field,
        retryAfter: 5)
    }
  }
}
#endif
