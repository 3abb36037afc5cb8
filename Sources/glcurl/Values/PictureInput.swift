internal import ImageFiles
internal import PageCurl

/// A picture to read: a file, or a part of a request.
enum PictureInput: Sendable {
  /// A file's path.
  case file(String)
  /// The bytes of a part, by its name in messages.
  case part(name: String, bytes: @Sendable () throws(ImageFileError) -> [UInt8])

  /// Path of the file; nil for a part.
  var path: String? {
    if case .file(let path) = self { path } else { nil }
  }

  /// Reads the picture.
  func read(_ limits: Limits) throws(ImageFileError) -> Pixmap {
    switch self {
    case .file(let path): try ImageFile.read(path: path, limits: limits)
    case .part(let name, let bytes):
      try ImageFile.decode(bytes: try bytes(), name: name, limits: limits)
    }
  }
}
