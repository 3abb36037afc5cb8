public import CurlCore
public import ImageFiles
public import PageCache
internal import PageCurl

/// Pages that are picture files, read when they are asked for.
public struct PictureFiles: PageSource {
  /// The files, a page each.
  public let paths: [String]
  /// How a picture of another shape than the page's is brought to it.
  public let fit: Fit
  /// What is too large to be read.
  public let limits: Limits

  /// Picture files in reading order; one may be there several times.
  public init(_ paths: [String], fit: Fit = .contain, limits: Limits = Limits()) {
    self.paths = paths
    self.fit = fit
    self.limits = limits
  }

  /// The paths, each with how often it was there before, how it's brought to the page's shape and which
  /// state of the file it is.
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
