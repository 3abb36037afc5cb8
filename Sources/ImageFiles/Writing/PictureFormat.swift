public import CurlCore

/// Format of a picture file that can be written.
public enum PictureFormat: String, CaseIterable, Sendable {
  /// PNG, 8 or 16 bits per channel, exact.
  case png
  /// WebP, 8 bits per channel, lossless or lossy, with alpha.
  case webp
  /// JPEG, 8 bits per channel, without alpha: transparent areas become white.
  case jpeg

  /// The format of a path's extension; nil for an unknown extension.
  public init?(path: String) {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return nil }
    switch name[name.index(after: dot)...].lowercased() {
    case "png": self = .png
    case "webp": self = .webp
    case "jpg", "jpeg": self = .jpeg
    default: return nil
    }
  }

  /// Media type (RFC 6838), such as "image/png".
  public var mediaType: String { "image/\(rawValue)" }

  /// Whether alpha is kept.
  public var keepsAlpha: Bool { self != .jpeg }

  /// Longest side, pixels.
  public var largestSide: Int {
    switch self {
    case .png: Int(Int32.max)
    case .webp: WebPWriter.largestSide
    case .jpeg: 65_500
    }
  }

  /// Encodes a picture as a file.
  ///
  /// - Parameters:
  ///   - pixmap: The picture.
  ///   - depth: Bits per channel; 16 only for PNG.
  ///   - quality: Quality of a WebP or JPEG, 0 (smallest file) to 100 (best; a WebP is then
  ///     lossless). A PNG ignores it.
  /// - Returns: The bytes of the file.
  /// - Throws: An error of kind `unsupported` if a side is longer than ``largestSide``, or
  ///   `noMemory`.
  public func encode(
    _ pixmap: Pixmap, depth: BitDepth = .eight, quality: Int = 90
  ) throws(ImageFileError) -> [UInt8] {
    precondition((0...100).contains(quality), "a quality is from 0 to 100")
    precondition(depth == .eight || self == .png, "only PNG has 16 bits per channel")
    guard max(pixmap.width, pixmap.height) <= largestSide else {
      throw ImageFileError(
        .unsupported, path: rawValue,
        "cannot write a \(rawValue) of \(pixmap.width)×\(pixmap.height): its sides have "
          + "\(largestSide) pixels at most: choose a smaller size, or PNG")
    }
    switch self {
    case .png: return PNGEncoder.encode(pixmap, depth: depth)
    case .webp: return try StillEncoder.webP(pixmap, quality: quality)
    case .jpeg: return try StillEncoder.jpeg(pixmap, quality: quality)
    }
  }
}
