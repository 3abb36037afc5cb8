package import CurlCore

/// Converts pixmaps' premultiplied pixels to straight RGBA bytes of either depth.
///
/// Straight values are rounded to nearest; 16 bits become 8 in one step, so that an 8-bit picture
/// premultiplied in 16 bits is restored exactly. Pixels that are straight already stay as they are.
package enum StraightPixels {
  /// Order of the bytes in a 16-bit channel.
  package enum ByteOrder {
    case bigEndian, littleEndian
  }

  /// Writes a row of a picture, straight, to a target.
  typealias Packer = (_ row: Int, _ target: UnsafeMutablePointer<UInt8>) -> Void

  /// The whole picture, rows from the top without padding.
  package static func bytes(_ pixmap: Pixmap, depth: BitDepth, order: ByteOrder) -> [UInt8] {
    if pixmap.isStraight, depth == .eight, case .rgba8(let bytes) = pixmap.storage { return bytes }
    let rowBytes = pixmap.width * depth.rawValue / 2
    let total = rowBytes * pixmap.height
    return unsafe withPacker(of: pixmap, depth: depth, order: order) { pack in
      unsafe [UInt8](unsafeUninitializedCapacity: total) { output, count in
        guard let target = output.baseAddress else { return }
        for row in 0..<pixmap.height { unsafe pack(row, target + row * rowBytes) }
        count = total
      }
    }
  }

  /// Calls `body` with a packer for the rows of `pixmap`.
  static func withPacker<Result>(
    of pixmap: Pixmap, depth: BitDepth, order: ByteOrder, _ body: (Packer) -> Result
  ) -> Result {
    switch pixmap.storage {
    case .rgba8(let values):
      let isStraight = pixmap.isStraight
      return unsafe values.withUnsafeBufferPointer { values in
        unsafe body(
          packer(
            values, pixmap.width, depth, order, { unsafe pack8($0, $1, $2, isStraight) },
            { unsafe pack16($0, $1, $2, $3, isStraight) }))
      }
    case .rgba16(let values):
      return unsafe values.withUnsafeBufferPointer { values in
        unsafe body(packer(values, pixmap.width, depth, order, pack8, pack16))
      }
    }
  }

  /// A packer for rows of `width` pixels; valid only as long as `values`.
  private static func packer<Channel>(
    _ values: UnsafeBufferPointer<Channel>, _ width: Int, _ depth: BitDepth, _ order: ByteOrder,
    _ pack8: @escaping (UnsafePointer<Channel>, Int, UnsafeMutablePointer<UInt8>) -> Void,
    _ pack16:
      @escaping (UnsafePointer<Channel>, Int, UnsafeMutablePointer<UInt8>, ByteOrder) ->
      Void
  ) -> Packer {
    let count = 4 * width
    return { row, target in
      guard let start = values.baseAddress else { return }
      switch depth {
      case .eight: unsafe pack8(start + row * count, count, target)
      case .sixteen: unsafe pack16(start + row * count, count, target, order)
      }
    }
  }

  private static func pack8(
    _ values: UnsafePointer<UInt8>, _ count: Int, _ row: UnsafeMutablePointer<UInt8>,
    _ isStraight: Bool
  ) {
    if isStraight { return unsafe row.update(from: values, count: count) }
    unsafe forEachPiece(values, as: UInt32.self, count) { piece, content in
      // What is opaque or clear is the same straight.
      guard content == .mixed else {
        return unsafe (row + piece.lowerBound).update(
          from: values + piece.lowerBound, count: piece.count)
      }
      for at in stride(from: piece.lowerBound, to: piece.upperBound, by: 4) {
        let alpha = unsafe values[at + 3]
        for channel in 0..<3 {
          let value = unsafe values[at + channel]
          unsafe row[at + channel] = alpha == .max ? value : Alpha.straight(value, alpha)
        }
        unsafe row[at + 3] = alpha
      }
    }
  }

  private static func pack8(
    _ values: UnsafePointer<UInt16>, _ count: Int, _ row: UnsafeMutablePointer<UInt8>
  ) {
    unsafe forEachPiece(values, as: UInt64.self, count) { piece, content in
      switch content {
      case .clear: return unsafe (row + piece.lowerBound).update(repeating: 0, count: piece.count)
      case .opaque:
        for at in piece { unsafe row[at] = narrow(values[at]) }
        return
      case .mixed: break
      }
      for at in stride(from: piece.lowerBound, to: piece.upperBound, by: 4) {
        let alpha = unsafe values[at + 3]
        for channel in 0..<3 {
          let value = unsafe values[at + channel]
          unsafe row[at + channel] =
            alpha == .max ? narrow(value) : Alpha.straight8(value, alpha)
        }
        unsafe row[at + 3] = narrow(alpha)
      }
    }
  }

  /// What all pixels of a piece are.
  private enum Content {
    case clear, opaque, mixed
  }

  /// Calls `body` with pieces of a row's channels, and what they are; a pixel has `as`'s bytes.
  @inline(__always)
  private static func forEachPiece<Channel, Pixel: FixedWidthInteger & UnsignedInteger>(
    _ values: UnsafePointer<Channel>, as _: Pixel.Type, _ count: Int,
    _ body: (Range<Int>, Content) -> Void
  ) {
    let pixels = unsafe UnsafeRawPointer(values)
    for first in stride(from: 0, to: count, by: 128) {
      let end = min(first + 128, count)
      var (all, any) = (~Pixel.zero, Pixel.zero)
      // Without branches, which compilers turn into wide instructions.
      for i in 0..<(end - first) / 4 {
        let pixel = unsafe pixels.loadUnaligned(
          fromByteOffset: (first &+ 4 &* i) &* MemoryLayout<Channel>.stride, as: Pixel.self)
        (all, any) = (all & pixel, any | pixel)
      }
      // Alpha is the last channel, which has the highest bits, and no colour is larger.
      let isOpaque = Pixel(littleEndian: ~all) >> (3 * Pixel.bitWidth / 4) == 0
      body(first..<end, isOpaque ? .opaque : any == 0 ? .clear : .mixed)
    }
  }

  private static func pack16(
    _ values: UnsafePointer<UInt8>, _ count: Int, _ row: UnsafeMutablePointer<UInt8>,
    _ order: ByteOrder, _ isStraight: Bool
  ) {
    for at in stride(from: 0, to: count, by: 4) {
      let alpha = unsafe isStraight ? .max : UInt16(values[at + 3]) &* 257
      for channel in 0..<4 {
        let stored = unsafe UInt16(values[at + channel]) &* 257
        let value = channel == 3 || alpha == .max ? stored : Alpha.straight(stored, alpha)
        unsafe store(value, row + 2 * (at + channel), order)
      }
    }
  }

  private static func pack16(
    _ values: UnsafePointer<UInt16>, _ count: Int, _ row: UnsafeMutablePointer<UInt8>,
    _ order: ByteOrder
  ) {
    for at in stride(from: 0, to: count, by: 4) {
      let alpha = unsafe values[at + 3]
      for channel in 0..<4 {
        let stored = unsafe values[at + channel]
        let value = channel == 3 || alpha == .max ? stored : Alpha.straight(stored, alpha)
        unsafe store(value, row + 2 * (at + channel), order)
      }
    }
  }

  @inline(__always)
  private static func store(
    _ value: UInt16, _ target: UnsafeMutablePointer<UInt8>, _ order: ByteOrder
  ) {
    let high = UInt8(truncatingIfNeeded: value >> 8)
    let low = UInt8(truncatingIfNeeded: value)
    unsafe target[0] = order == .bigEndian ? high : low
    unsafe target[1] = order == .bigEndian ? low : high
  }

  /// Rounds to the nearest 8-bit value.
  @inline(__always)
  private static func narrow(_ value: UInt16) -> UInt8 {
    // (value + 128) / 257, without a division.
    UInt8(truncatingIfNeeded: (UInt32(value) &* 255 &+ 32895) >> 16)
  }
}

extension Pixmap {
  /// The picture with premultiplied colours; those that were straight get 16 bits a channel.
  package var premultiplied: Pixmap {
    guard isStraight, case .rgba8(let bytes) = storage else { return self }
    return Pixmap(width: width, height: height, rgba16: Alpha.premultiplied16(bytes))
  }
}
