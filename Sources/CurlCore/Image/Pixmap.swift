/// A picture in memory: premultiplied, sRGB-encoded RGBA, rows from the top, no padding.
///
/// The stored value of a channel is `encode(colour) · alpha`, as in Cairo and Core Graphics; pixel
/// (0, 0) is the top-left pixel, with its centre at (0.5, 0.5).
public struct Pixmap: Sendable, Equatable {
  /// Number format of the channels.
  public enum Format: Sendable, Equatable {
    /// 8 bits a channel, 0…255.
    case rgba8
    /// 16 bits a channel, 0…65535.
    case rgba16
  }

  /// The channels, in the order red, green, blue, alpha.
  public enum Storage: Sendable, Equatable {
    /// `4 · width · height` bytes.
    case rgba8([UInt8])
    /// `4 · width · height` 16-bit values.
    case rgba16([UInt16])
  }

  /// Width in pixels, ≥ 1.
  public let width: Int
  /// Height in pixels, ≥ 1.
  public let height: Int
  /// The pixels, row after row.
  public private(set) var storage: Storage
  /// Whether colours are straight, not multiplied by alpha: of a frame of bytes for a file that stores
  /// them so.
  package private(set) var isStraight = false

  /// A picture of `width` × `height` pixels from its channels.
  ///
  /// - Precondition: both sides are 1 or more and `storage` has `4 · width · height` values.
  public init(width: Int, height: Int, storage: Storage) {
    precondition(width > 0 && height > 0, "a pixmap needs at least one pixel")
    let count =
      switch storage {
      case .rgba8(let bytes): bytes.count
      case .rgba16(let values): values.count
      }
    precondition(
      count == 4 * width * height,
      "a \(width)×\(height) pixmap has \(4 * width * height) channel values, not \(count)")
    self.width = width
    self.height = height
    self.storage = storage
  }

  /// An 8-bit picture from `4 · width · height` bytes.
  public init(width: Int, height: Int, rgba8: [UInt8]) {
    self.init(width: width, height: height, storage: .rgba8(rgba8))
  }

  /// An 8-bit picture from `4 · width · height` bytes, whose colours are straight.
  package init(width: Int, height: Int, straight8 bytes: [UInt8]) {
    self.init(width: width, height: height, rgba8: bytes)
    isStraight = true
  }

  /// A 16-bit picture from `4 · width · height` values.
  public init(width: Int, height: Int, rgba16: [UInt16]) {
    self.init(width: width, height: height, storage: .rgba16(rgba16))
  }

  /// The array of an 8-bit picture, for reuse; nil for 16 bits.
  ///
  /// The array is uniquely referenced if no copy of the picture exists.
  package consuming func takeBytes() -> [UInt8]? {
    guard case .rgba8(let bytes) = storage else { return nil }
    return bytes
  }

  /// Number format of this picture's channels.
  public var format: Format {
    switch storage {
    case .rgba8: .rgba8
    case .rgba16: .rgba16
    }
  }

  /// The channels with 8 bits; 16-bit channels are rounded to the nearest value 0…255.
  public var rgba8: [UInt8] {
    switch storage {
    case .rgba8(let bytes): bytes
    case .rgba16(let values): values.map { UInt8((UInt32($0) + 128) / 257) }
    }
  }

  /// The channels with 16 bits; 8-bit channels are converted exactly (255 → 65535).
  public var rgba16: [UInt16] {
    switch storage {
    case .rgba8(let bytes): bytes.map { UInt16($0) * 257 }
    case .rgba16(let values): values
    }
  }

  /// Whether every pixel's alpha is at its maximum.
  public var isOpaque: Bool {
    switch storage {
    case .rgba8(let values): Self.isOpaque(values.span)
    case .rgba16(let values): Self.isOpaque(values.span)
    }
  }

  /// Whether every fourth value is at its maximum.
  ///
  /// Testing groups of 16,384 values is ten times as fast as testing single values, and still stops
  /// early for a transparent picture.
  private static func isOpaque<Channel: FixedWidthInteger>(_ values: Span<Channel>) -> Bool {
    var rest = values
    while !rest.isEmpty {
      let part = rest.extracting(first: 1 << 14)
      rest = rest.extracting(droppingFirst: 1 << 14)
      var all = Channel.max
      for at in 0..<part.count / 4 { all &= part[4 * at + 3] }
      if all != .max { return false }
    }
    return true
  }
}
