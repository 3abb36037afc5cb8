import CurlCore
import Foundation
import ImageFiles

/// A folder of a test's own, which goes with it.
final class Folder: Sendable {
  let url: URL

  /// An empty folder.
  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "glcurl-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  /// A folder with `a.png` and `b.png`, two pages of one size.
  static func withPages(width: Int = 61, height: Int = 83) throws -> Folder {
    let folder = try Folder()
    try folder.write(TestPage.front(width: width, height: height), "a.png")
    try folder.write(TestPage.next(width: width, height: height), "b.png")
    return folder
  }

  /// Where a file of a name is.
  func url(_ name: String) -> URL { url.appending(path: name) }

  /// The names of all that is there, hidden files too, sorted.
  var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() }
  }

  /// Writes a picture.
  func write(_ pixmap: Pixmap, _ name: String) throws {
    try Data(PNGEncoder.encode(pixmap)).write(to: url(name))
  }

  /// Reads a picture.
  func picture(_ name: String) throws -> Pixmap {
    try ImageFile.read(path: url(name).path)
  }

  /// Reads a file.
  func bytes(_ name: String) throws -> Data {
    try Data(contentsOf: url(name))
  }
}
