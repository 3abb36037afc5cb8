package import CurlCore

/// A picture to read: a file, or bytes from elsewhere, such as a part of a request.
package enum PictureInput: Sendable {
  /// A file's path.
  case file(String)
  /// Bytes that are read when needed, by their name in messages.
  case bytes(name: String, read: @Sendable () throws(ImageFileError) -> [UInt8])

  /// Path of the file; nil for bytes.
  package var path: String? {
    if case .file(let path) = self { path } else { nil }
  }

  /// The name in messages.
  package var name: String {
    switch self {
    case .file(let path): path
    case .bytes(let name, _): name
    }
  }

  /// Reads the picture.
  package func read(_ limits: Limits) throws(ImageFileError) -> Pixmap {
    switch self {
    case .file(let path): try ImageFile.read(path: path, limits: limits)
    case .bytes(let name, let read):
      try ImageFile.decode(bytes: try read(), name: name, limits: limits)
    }
  }

  /// Throws an error of kind `notFound` or `unreadable` for a file that can't be opened; reads
  /// nothing.
  package func check() throws(ImageFileError) {
    if case .file(let path) = self { try ImageFile.checkReadable(path: path) }
  }
}
