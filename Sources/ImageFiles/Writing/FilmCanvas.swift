import CurlCore
import Glibc

/// The shown frame of an animation as straight RGBA, and the changes of the next frame.
struct FilmCanvas {
  /// The change for one frame.
  struct Change {
    /// Changed box.
    let box: PixelBox
    /// Pixels of the box, straight big-endian RGBA.
    let pixels: [UInt8]
    /// Whether the pixels are blended over the shown frame, rather than replacing it.
    let isOver: Bool
  }

  /// Side of the blocks in which changes are tracked, pixels: the size of VP8's blocks.
  ///
  /// Tracking single pixels wouldn't make an APNG smaller, and takes 1.5 times as long.
  static let grain = 16

  private let width: Int
  private let height: Int
  private let depth: BitDepth
  private var shown: [UInt8] = []

  /// Bytes per pixel.
  private var pixelBytes: Int { depth.rawValue / 2 }

  /// An empty canvas.
  init(width: Int, height: Int, depth: BitDepth) {
    self.width = width
    self.height = height
    self.depth = depth
  }

  /// Shows a frame and returns the change; the first change is the whole frame.
  ///
  /// If all changed blocks are opaque, unchanged blocks are written transparent and the box is
  /// blended over the shown frame: exact, and the smallest. In 16 bits the box always replaces the
  /// shown pixels, because ffmpeg doesn't blend them.
  mutating func show(_ frame: Pixmap) -> Change {
    let next = StraightPixels.bytes(frame, depth: depth, order: .bigEndian)
    defer { shown = next }
    guard !shown.isEmpty else {
      let whole = PixelBox(x: 0, y: 0, width: width, height: height)
      return Change(box: whole, pixels: next, isOver: false)
    }
    let change = PixelBox.change(from: shown, to: next, width: width, pixelBytes: pixelBytes)
    // A frame needs at least one pixel, even without a change.
    let box =
      change?.grown(to: Self.grain, width: width, height: height)
      ?? PixelBox(x: 0, y: 0, width: 1, height: 1)
    if let pixels = pixelsOver(of: next, in: box) {
      return Change(box: box, pixels: pixels, isOver: true)
    }
    return Change(box: box, pixels: pixels(of: next, in: box), isOver: false)
  }

  /// The pixels of a box, unmodified.
  private func pixels(of next: [UInt8], in box: PixelBox) -> [UInt8] {
    var pixels: [UInt8] = []
    pixels.reserveCapacity(box.width * box.height * pixelBytes)
    for row in box.y..<(box.y + box.height) {
      let start = (row * width + box.x) * pixelBytes
      pixels += next[start..<(start + box.width * pixelBytes)]
    }
    return pixels
  }

  /// The pixels of a box with unchanged blocks transparent; nil if a changed block isn't opaque, or
  /// for 16 bits.
  private func pixelsOver(of next: [UInt8], in box: PixelBox) -> [UInt8]? {
    guard depth == .eight else { return nil }
    let rowBytes = box.width * pixelBytes
    var pixels = [UInt8](repeating: 0, count: box.height * rowBytes)
    let succeeded = unsafe next.withUnsafeBytes { new in
      unsafe shown.withUnsafeBytes { old in
        unsafe pixels.withUnsafeMutableBytes { target in
          guard let new = new.baseAddress, let old = old.baseAddress,
            let target = target.baseAddress
          else { return true }
          for top in stride(from: 0, to: box.height, by: Self.grain) {
            let rows = top..<min(top + Self.grain, box.height)
            for left in stride(from: 0, to: rowBytes, by: Self.grain * pixelBytes) {
              let count = min(Self.grain * pixelBytes, rowBytes - left)
              let start = ((box.y + top) * width + box.x) * pixelBytes + left
              let isSame = rows.allSatisfy { row in
                let at = start + (row - top) * width * pixelBytes
                return unsafe memcmp(old + at, new + at, count) == 0
              }
              guard !isSame else { continue }
              for row in rows {
                let from = unsafe new + start + (row - top) * width * pixelBytes
                guard unsafe isOpaque(from, count) else { return false }
                unsafe (target + row * rowBytes + left).copyMemory(from: from, byteCount: count)
              }
            }
          }
          return true
        }
      }
    }
    return succeeded ? pixels : nil
  }

  /// Whether all 8-bit pixels in a range of bytes are opaque.
  private func isOpaque(_ pixels: UnsafeRawPointer, _ count: Int) -> Bool {
    var alpha: UInt8 = .max
    for at in stride(from: 3, to: count, by: 4) {
      unsafe alpha &= pixels.load(fromByteOffset: at, as: UInt8.self)
    }
    return alpha == .max
  }
}
