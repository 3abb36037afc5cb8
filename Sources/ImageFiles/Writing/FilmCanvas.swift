import CurlCore
import Glibc

/// What an animated picture shows, as straight RGBA, and how the next frame differs from it.
struct FilmCanvas {
  /// What has to be written for a frame.
  struct Change {
    /// Where it is.
    let box: PixelBox
    /// The box's pixels, straight big-endian RGBA.
    let pixels: [UInt8]
    /// Whether they lie over what was shown, rather than taking its place.
    let isOver: Bool
  }

  /// Pixels of a side of the squares in which changes are told: those of VP8's blocks.
  ///
  /// An APNG doesn't get smaller by telling single pixels, and takes half as long again.
  static let grain = 16

  private let width: Int
  private let height: Int
  private let depth: BitDepth
  private var shown: [UInt8] = []

  /// Bytes of a pixel.
  private var pixelBytes: Int { depth.rawValue / 2 }

  /// A canvas that shows nothing yet.
  init(width: Int, height: Int, depth: BitDepth) {
    self.width = width
    self.height = height
    self.depth = depth
  }

  /// Shows a frame, and returns what changes with it; the first is whole.
  ///
  /// What hasn't changed is clear, and lies over what was shown, where that is exact: where all
  /// that is written is opaque. It costs least. Not with 16 bits: ffmpeg doesn't blend those.
  mutating func show(_ frame: Pixmap) -> Change {
    let next = StraightPixels.bytes(frame, depth: depth, order: .bigEndian)
    defer { shown = next }
    guard !shown.isEmpty else {
      let whole = PixelBox(x: 0, y: 0, width: width, height: height)
      return Change(box: whole, pixels: next, isOver: false)
    }
    let change = PixelBox.change(from: shown, to: next, width: width, pixelBytes: pixelBytes)
    // A frame needs a pixel, and where nothing has changed it is clear.
    let box =
      change?.grown(to: Self.grain, width: width, height: height)
      ?? PixelBox(x: 0, y: 0, width: 1, height: 1)
    if let pixels = pixelsOver(of: next, in: box) {
      return Change(box: box, pixels: pixels, isOver: true)
    }
    return Change(box: box, pixels: pixels(of: next, in: box), isOver: false)
  }

  /// The pixels of a box as they are.
  private func pixels(of next: [UInt8], in box: PixelBox) -> [UInt8] {
    var pixels: [UInt8] = []
    pixels.reserveCapacity(box.width * box.height * pixelBytes)
    for row in box.y..<(box.y + box.height) {
      let start = (row * width + box.x) * pixelBytes
      pixels += next[start..<(start + box.width * pixelBytes)]
    }
    return pixels
  }

  /// The pixels of a box, clear in squares in which nothing has changed; nil where one of the others
  /// isn't opaque, or where there are 16 bits.
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

  /// Whether so many bytes of 8-bit pixels are opaque.
  private func isOpaque(_ pixels: UnsafeRawPointer, _ count: Int) -> Bool {
    var alpha: UInt8 = .max
    for at in stride(from: 3, to: count, by: 4) {
      unsafe alpha &= pixels.load(fromByteOffset: at, as: UInt8.self)
    }
    return alpha == .max
  }
}
