public import CurlCore
public import ImageFiles
public import PageCache
internal import PageCurl

/// Pages in picture files, read when needed.
public struct PictureFiles: PageSource {
  /// Paths of the files, one per page.
  public let paths: [String]
  /// How a picture of another shape fits the page.
  public let fit: Fit
  /// Limits on the files.
  public let limits: Limits

  /// Picture files in reading order; a file may occur several times.
  public init(_ paths: [String], fit: Fit = .contain, limits: Limits = Limits()) {
    self.paths = paths
    self.fit = fit
    self.limits = limits
  }

  /// One identity per file: its number among equal paths, the fit, the state of the file, and the
  /// path.
  public func identities() -> [String] {
    var seen: [String: Int] = [:]
    return paths.map { path in
      let number = seen[path, default: 0]
      seen[path] = number + 1
      return "\(number) \(fit) \(FileStamp.stamp(ofFileAt: path) ?? "-") \(path)"
    }
  }

  /// The picture of a file in the page's size.
  ///
  /// Throws an `ImageFileError`.
  public func picture(of identity: String, at size: PageSize) async throws -> PageAnswer {
    let parts = identity.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false)
    guard parts.count == 4 else { preconditionFailure("there is no page \(identity)") }
    let path = String(parts[3])
    let picture = try ImageFile.read(path: path, limits: limits)
    guard picture.width != size.width || picture.height != size.height else {
      return .picture(picture)
    }
    return .picture(picture.scaled(width: size.width, height: size.height, fit: fit))
  }
}
