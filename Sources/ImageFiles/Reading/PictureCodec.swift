import CImageCodecs
import CurlCore
import CurlSystem

/// A format that can be decoded, recognised by a file's first bytes.
enum PictureCodec {
  case png
  case jpeg
  case webp

  /// Number of first bytes needed to recognise a format.
  static let signatureLength = 12

  /// The format of a file that starts with `bytes`; nil if unknown.
  init?(_ bytes: [UInt8]) {
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      self = .png
    } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8) {
      self = .webp
    } else {
      return nil
    }
  }

  /// Name of the format.
  var name: String {
    switch self {
    case .png: "PNG"
    case .jpeg: "JPEG"
    case .webp: "WebP"
    }
  }

  /// Reads a file's header and compares it with `limits`.
  func header(
    _ bytes: [UInt8], name: String, limits: Limits
  ) throws(ImageFileError) -> PictureHeader {
    let header =
      switch self {
      case .png: try pngHeader(bytes, name)
      case .jpeg: try jpegHeader(bytes, name)
      case .webp: try webpHeader(bytes, name)
      }
    let (width, height) = (Int(header.stored.width), Int(header.stored.height))
    guard width > 0, height > 0 else { throw error((CI_MALFORMED, "it has no pixels"), name) }
    do throws(LimitExceeded) {
      let subject = "picture '\(name)' of \(width) × \(height) pixels"
      try limits.check(.side, max(width, height), of: subject)
      try limits.check(.pixels, width * height, of: subject)
      try limits.check(.scanPixels, header.scanPixels, of: subject)
    } catch {
      throw ImageFileError(path: name, error)
    }
    return header
  }

  /// Decodes a whole file into a premultiplied, upright pixmap, after checking its header.
  func decode(
    _ bytes: [UInt8], name: String, limits: Limits
  ) throws(ImageFileError) -> Pixmap {
    let header = try header(bytes, name: name, limits: limits)
    let (width, height) = (Int(header.stored.width), Int(header.stored.height))
    let count = 4 * width * height
    var reservation = try reserve(count, header, name)
    var problem: (ci_status, String)?
    let storage: Pixmap.Storage
    if header.stored.bits == 16 {
      let stored = unsafe [UInt16](unsafeUninitializedCapacity: count) { buffer, filled in
        reservation.release(2 * count)
        problem = unsafe fill(UnsafeMutableRawBufferPointer(buffer), from: bytes, header)
        guard problem == nil else { return }
        unsafe PictureColours.convert(buffer, header)
        unsafe Alpha.premultiply(buffer)
        filled = count
      }
      if let problem { throw error(problem, name) }
      storage = .rgba16(header.orientation.applied(to: stored, width: width, height: height))
    } else {
      var stored = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
        reservation.release(count)
        problem = unsafe fill(UnsafeMutableRawBufferPointer(buffer), from: bytes, header)
        guard problem == nil else { return }
        unsafe PictureColours.convert(buffer, header)
        filled = count
      }
      if let problem { throw error(problem, name) }
      stored = header.orientation.applied(to: stored, width: width, height: height)
      let straight = Pixmap(width: header.width, height: header.height, rgba8: stored)
      if straight.isOpaque { return straight }
      storage = .rgba16(Alpha.premultiplied16(stored))
    }
    return Pixmap(width: header.width, height: header.height, storage: storage)
  }

  /// Reserves memory to decode, orient and premultiply `channels` values.
  private func reserve(_ channels: Int, _ header: PictureHeader, _ name: String)
    throws(ImageFileError) -> MemoryReservation
  {
    // Bytes a value. 8 bits: straight 1, oriented 1, in 16 bits 2. 16 bits: straight 2, oriented 2.
    // The decoders of WebP and progressive JPEG hold the picture once or twice more.
    let bytes = channels * (self == .png ? 4 : 6)
    return try PictureSource.reserve(
      bytes, for: "the picture of \(header.width) × \(header.height) pixels", name)
  }

  private func pngHeader(_ bytes: [UInt8], _ name: String) throws(ImageFileError) -> PictureHeader {
    var stored = ci_header()
    var colours = ci_png_colours()
    func read(profile: UnsafeMutableBufferPointer<UInt8>?) -> (ci_status, String)? {
      unsafe attempt(bytes) { bytes, message in
        unsafe ci_png_header(
          bytes.baseAddress, bytes.count, &stored, &colours, profile?.baseAddress,
          profile?.count ?? 0, message.baseAddress, message.count)
      }
    }
    if let problem = read(profile: nil) { throw error(problem, name) }
    var profile: [UInt8]?
    if colours.profile > 0 {
      var problem: (ci_status, String)?
      profile = unsafe [UInt8](unsafeUninitializedCapacity: colours.profile) { buffer, count in
        unsafe buffer.initialize(repeating: 0)
        problem = unsafe read(profile: buffer)
        count = buffer.count
      }
      if let problem { throw error(problem, name) }
    } else {
      profile = PNGColours.profile(colours)
    }
    let exif = PNGChunks.content(of: "eXIf", in: bytes)
    return PictureHeader(
      stored: stored, orientation: exif.map(Exif.orientation) ?? .upright, profile: profile)
  }

  private func jpegHeader(
    _ bytes: [UInt8], _ name: String
  ) throws(ImageFileError) -> PictureHeader {
    var stored = ci_header()
    let problem = unsafe attempt(bytes) { bytes, message in
      unsafe ci_jpeg_header(
        bytes.baseAddress, bytes.count, &stored, message.baseAddress, message.count)
    }
    if let problem { throw error(problem, name) }
    let markers = JPEGMarkers(bytes)
    // Arithmetic decoding takes up to 340 ns per pixel, Huffman decoding 30. Browsers reject
    // arithmetic coding too.
    guard !markers.isArithmetic else {
      throw error((CI_UNSUPPORTED, "it is arithmetic-coded"), name)
    }
    return PictureHeader(
      stored: stored, orientation: markers.orientation, profile: markers.profile,
      hasInvertedInks: markers.isAdobe,
      scanPixels: markers.scanPixels(width: Int(stored.width), height: Int(stored.height)))
  }

  private func webpHeader(
    _ bytes: [UInt8], _ name: String
  ) throws(ImageFileError) -> PictureHeader {
    var stored = ci_header()
    var profile = ci_range()
    var exif = ci_range()
    let problem = unsafe attempt(bytes) { bytes, message in
      unsafe ci_webp_header(
        bytes.baseAddress, bytes.count, &stored, &profile, &exif, message.baseAddress,
        message.count)
    }
    if let problem { throw error(problem, name) }
    func content(_ range: ci_range) -> ArraySlice<UInt8> {
      bytes.dropFirst(range.start).prefix(range.count)
    }
    return PictureHeader(
      stored: stored, orientation: Exif.orientation(content(exif)),
      profile: profile.count > 0 ? Array(content(profile)) : nil)
  }

  /// Decodes the stored pixels.
  private func fill(
    _ pixels: UnsafeMutableRawBufferPointer, from bytes: [UInt8], _ header: PictureHeader
  ) -> (ci_status, String)? {
    unsafe attempt(bytes) { bytes, message in
      let decode =
        switch self {
        case .png: unsafe ci_png_decode
        case .jpeg: unsafe ci_jpeg_decode
        case .webp: unsafe ci_webp_decode
        }
      return unsafe withUnsafePointer(to: header.stored) { stored in
        unsafe decode(
          bytes.baseAddress, bytes.count, stored, pixels.baseAddress, pixels.count,
          message.baseAddress, message.count)
      }
    }
  }

  /// Calls a codec and returns its message if it fails.
  private func attempt(
    _ bytes: [UInt8],
    _ call: (UnsafeBufferPointer<UInt8>, UnsafeMutableBufferPointer<CChar>) -> Int32
  ) -> (ci_status, String)? {
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { text in
      unsafe text.initialize(repeating: 0)
      let status = unsafe bytes.withUnsafeBufferPointer { unsafe call($0, text) }
      guard status != 0 else { return nil }
      let said = unsafe text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
      return (ci_status(UInt32(status)), String(decoding: said, as: UTF8.self))
    }
  }

  /// The public error for a codec's message.
  private func error(_ problem: (ci_status, String), _ name: String) -> ImageFileError {
    let kind: ImageFileError.Kind
    let help: String
    switch problem.0 {
    case CI_UNSUPPORTED: (kind, help) = (.unsupported, "convert it to another format first")
    case CI_NO_MEMORY: (kind, help) = (.noMemory, "make it smaller first")
    default: (kind, help) = (.malformed, "the file is damaged or incomplete: fetch or save it anew")
    }
    return ImageFileError(
      kind, path: name, "cannot decode \(self.name) picture '\(name)': \(problem.1); \(help)")
  }
}

/// Finds chunks of a PNG that the decoder ignores.
enum PNGChunks {
  private static let signatureLength = 8
  /// Size of a chunk apart from its content, bytes: length, name, checksum.
  private static let frameLength = 12

  /// The content of the first chunk called `name`, which may come after the picture's data.
  ///
  /// Its checksum isn't verified.
  static func content(of name: String, in file: [UInt8]) -> ArraySlice<UInt8>? {
    var at = signatureLength
    while at <= file.count - frameLength {
      let length = file[at..<(at + 4)].reduce(0) { $0 << 8 | Int($1) }
      let start = at + 8
      guard length <= file.count - at - frameLength else { return nil }
      if file[(at + 4)..<start].elementsEqual(name.utf8) { return file[start..<(start + length)] }
      at += frameLength + length
    }
    return nil
  }
}
