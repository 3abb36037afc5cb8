import CImageCodecs
import CurlCore

/// A format that can be decoded, told by the bytes that a file begins with.
enum PictureCodec {
  case png
  case jpeg

  /// Bytes that are enough to tell.
  static let signatureLength = 8

  /// The format of a file that begins with `bytes`, or nil.
  init?(_ bytes: [UInt8]) {
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      self = .png
    } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else {
      return nil
    }
  }

  /// The format's name.
  var name: String {
    switch self {
    case .png: "PNG"
    case .jpeg: "JPEG"
    }
  }

  /// Decodes a whole file into a premultiplied pixmap; its header is checked first.
  func decode(
    _ bytes: [UInt8], name: String, limits: ImageFile.Limits
  ) throws(ImageFileError) -> Pixmap {
    var header = ci_header()
    var problem = unsafe attempt { message, capacity in
      unsafe bytes.withUnsafeBufferPointer { bytes in
        switch self {
        case .png:
          unsafe ci_png_header(bytes.baseAddress, bytes.count, &header, message, capacity)
        case .jpeg:
          unsafe ci_jpeg_header(bytes.baseAddress, bytes.count, &header, message, capacity)
        }
      }
    }
    if let problem { throw error(problem, name) }
    let width = Int(header.width)
    let height = Int(header.height)
    guard width > 0, height > 0 else { throw error((CI_MALFORMED, "it has no pixels"), name) }
    guard width * height <= limits.maximumPixels else {
      throw ImageFileError(
        .tooLarge, path: name,
        "cannot read picture '\(name)': it has \(width) × \(height) pixels, more than the limit of "
          + "\(limits.maximumPixels); allow more with --max-pixels")
    }
    let count = 4 * width * height
    func fill(_ pixels: UnsafeMutableRawBufferPointer) -> (ci_status, String)? {
      unsafe attempt { message, capacity in
        unsafe bytes.withUnsafeBufferPointer { bytes in
          switch self {
          case .png:
            unsafe ci_png_decode(
              bytes.baseAddress, bytes.count, &header, pixels.baseAddress, pixels.count, message,
              capacity)
          case .jpeg:
            unsafe ci_jpeg_decode(
              bytes.baseAddress, bytes.count, &header, pixels.baseAddress, pixels.count, message,
              capacity)
          }
        }
      }
    }
    let storage: Pixmap.Storage
    if header.bits == 16 {
      storage = unsafe .rgba16(
        [UInt16](unsafeUninitializedCapacity: count) { buffer, filled in
          problem = unsafe fill(UnsafeMutableRawBufferPointer(buffer))
          guard problem == nil else { return }
          unsafe Alpha.premultiply(buffer)
          filled = count
        })
    } else {
      storage = unsafe .rgba8(
        [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
          problem = unsafe fill(UnsafeMutableRawBufferPointer(buffer))
          guard problem == nil else { return }
          if case .png = self { unsafe Alpha.premultiply(buffer) }
          filled = count
        })
    }
    if let problem { throw error(problem, name) }
    return Pixmap(width: width, height: height, storage: storage)
  }

  /// Calls a codec and returns what it says if it fails.
  private func attempt(
    _ call: (UnsafeMutablePointer<CChar>?, Int) -> Int32
  ) -> (ci_status, String)? {
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { text in
      unsafe text.initialize(repeating: 0)
      let status = unsafe call(text.baseAddress, text.count)
      guard status != 0 else { return nil }
      let bytes = unsafe text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
      return (ci_status(UInt32(status)), String(decoding: bytes, as: UTF8.self))
    }
  }

  /// The public error for what a codec said.
  private func error(_ problem: (ci_status, String), _ name: String) -> ImageFileError {
    let kind: ImageFileError.Kind
    let help: String
    switch problem.0 {
    case CI_UNSUPPORTED: (kind, help) = (.unsupported, "convert it to RGB first")
    case CI_NO_MEMORY: (kind, help) = (.tooLarge, "make it smaller first")
    default: (kind, help) = (.malformed, "the file is damaged or incomplete: fetch or save it anew")
    }
    return ImageFileError(
      kind, path: name, "cannot decode \(self.name) picture '\(name)': \(problem.1); \(help)")
  }
}
