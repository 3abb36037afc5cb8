package import CurlCore

/// The loop from RGB to planar 4:2:0 Y′CbCr: BT.709, limited range, in integers.
///
/// Luma is taken per pixel, chroma from the mean of 2 × 2 of them. An odd side is padded by
/// repeating its last row or column. With alpha, colours are straight, and clear pixels take the
/// mean colour of their neighbours in the 2 × 2: no black creeps into the chroma of an edge.
package struct BT709: Sendable {
  /// Pixels of the pixmaps.
  let width: Int
  /// Rows of the pixmaps.
  let height: Int
  /// What shows through, as 0xAABBGGRR with alpha 255; nil keeps the alpha in a plane of its own.
  let background: UInt32?

  /// Whether there is a plane of alpha.
  var hasAlpha: Bool { background == nil }

  /// The width that is written: even.
  var paddedWidth: Int { width + width % 2 }
  /// The height that is written: even.
  var paddedHeight: Int { height + height % 2 }

  /// A colour 0xRRGGBB as `background` has it.
  package static func word(_ colour: UInt32) -> UInt32 { 0xFF00_0000 | colour.byteSwapped >> 8 }

  /// Of pixmaps of a size; `background` as the property.
  package init(width: Int, height: Int, background: UInt32?) {
    self.width = width
    self.height = height
    self.background = background
  }

  // Rec. ITU-R BT.709-6, 3: 0.2126, 0.7152, 0.0722, times 219/255 for luma and, over 1.8556 and
  // 1.5748, times 224/255 for chroma; in 1/65536, with the chroma rows summing to exactly 0.
  private static let lumaRed: UInt32 = 11_966
  private static let lumaGreen: UInt32 = 40_254
  private static let lumaBlue: UInt32 = 4_064
  private static let lumaOffset: UInt32 = 16 << 16 + 1 << 15
  private static let half: Int32 = 28_785
  private static let blueRed: Int32 = -6_596
  private static let blueGreen: Int32 = -22_189
  private static let redGreen: Int32 = -26_146
  private static let redBlue: Int32 = -2_639
  private static let chromaOffset: Int32 = 128 << 18 + 1 << 17

  /// The planes Y, Cb, Cr and perhaps alpha of a frame, one after the other without padding.
  package func planes(_ frame: Pixmap) -> [UInt8] {
    let frame = hasAlpha ? Self.straight(frame) : frame
    let luma = paddedWidth * paddedHeight
    let total = luma * 3 / 2 + (hasAlpha ? luma : 0)
    return unsafe [UInt8](unsafeUninitializedCapacity: total) { output, count in
      unsafe withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 2 * paddedWidth) { rows in
        guard let upper = rows.baseAddress, let planes = output.baseAddress else { return }
        unsafe rows.initialize(repeating: 0)
        let lower = unsafe upper + paddedWidth
        for pair in 0..<(paddedHeight / 2) {
          unsafe load(frame, row: 2 * pair, into: upper)
          unsafe load(frame, row: min(2 * pair + 1, height - 1), into: lower)
          if hasAlpha {
            let alpha = unsafe planes + luma * 3 / 2 + 2 * pair * paddedWidth
            unsafe Self.alpha(upper, into: alpha, count: paddedWidth)
            unsafe Self.alpha(lower, into: alpha + paddedWidth, count: paddedWidth)
            unsafe Self.fillClear(upper, lower, count: paddedWidth)
          }
          let start = unsafe planes + 2 * pair * paddedWidth
          unsafe Self.luma(upper, into: start, count: paddedWidth)
          unsafe Self.luma(lower, into: start + paddedWidth, count: paddedWidth)
          let blue = unsafe planes + luma + pair * paddedWidth / 2
          unsafe Self.chroma(
            upper, lower, blue: blue, red: blue + luma / 4, count: paddedWidth / 2)
        }
        count = total
      }
    }
  }

  /// Copies a row, over the background if there is one, as 8-bit RGBA words, and pads it.
  private func load(_ frame: Pixmap, row: Int, into words: UnsafeMutablePointer<UInt32>) {
    switch frame.storage {
    case .rgba8(let values):
      unsafe values.withUnsafeBufferPointer { values in
        guard let start = values.baseAddress else { return }
        unsafe Self.pack(start + 4 * width * row, into: words, count: width)
      }
    case .rgba16(let values):
      unsafe values.withUnsafeBufferPointer { values in
        guard let start = values.baseAddress else { return }
        unsafe Self.pack(start + 4 * width * row, into: words, count: width)
      }
    }
    if let background { unsafe composite(words, over: background) }
    if paddedWidth > width { unsafe words[width] = words[width - 1] }
  }

  private static func pack(
    _ values: UnsafePointer<UInt8>, into words: UnsafeMutablePointer<UInt32>, count: Int
  ) {
    for at in 0..<count {
      let red = unsafe UInt32(values[4 * at])
      let green = unsafe UInt32(values[4 * at + 1])
      let blue = unsafe UInt32(values[4 * at + 2])
      let alpha = unsafe UInt32(values[4 * at + 3])
      unsafe words[at] = red | green << 8 | blue << 16 | alpha << 24
    }
  }

  private static func pack(
    _ values: UnsafePointer<UInt16>, into words: UnsafeMutablePointer<UInt32>, count: Int
  ) {
    for at in 0..<count {
      let red = unsafe (UInt32(values[4 * at]) + 128) / 257
      let green = unsafe (UInt32(values[4 * at + 1]) + 128) / 257
      let blue = unsafe (UInt32(values[4 * at + 2]) + 128) / 257
      let alpha = unsafe (UInt32(values[4 * at + 3]) + 128) / 257
      unsafe words[at] = red | green << 8 | blue << 16 | alpha << 24
    }
  }

  /// Puts a premultiplied row over the background, in encoded values.
  private func composite(_ words: UnsafeMutablePointer<UInt32>, over background: UInt32) {
    var all: UInt32 = .max
    for at in 0..<width { unsafe all &= words[at] }
    guard all >> 24 < 255 else { return }
    for at in 0..<width {
      let word = unsafe words[at]
      let rest = 255 - word >> 24
      var result: UInt32 = 0xFF00_0000
      for shift in [0, 8, 16] as [UInt32] {
        let under = (background >> shift & 255) &* rest &+ 127
        result |= min(word >> shift & 255 &+ under / 255, 255) << shift
      }
      unsafe words[at] = result
    }
  }

  private static func luma(
    _ words: UnsafePointer<UInt32>, into plane: UnsafeMutablePointer<UInt8>, count: Int
  ) {
    for at in 0..<count {
      let word = unsafe words[at]
      let red = lumaRed &* (word & 255)
      let green = lumaGreen &* (word >> 8 & 255)
      let blue = lumaBlue &* (word >> 16 & 255)
      unsafe plane[at] = UInt8(truncatingIfNeeded: (red &+ green &+ blue &+ lumaOffset) >> 16)
    }
  }

  private static func chroma(
    _ upper: UnsafePointer<UInt32>, _ lower: UnsafePointer<UInt32>,
    blue: UnsafeMutablePointer<UInt8>, red: UnsafeMutablePointer<UInt8>, count: Int
  ) {
    // Red and blue of a pixel lie 16 bits apart: one sum serves both.
    let pair: UInt32 = 0x00FF_00FF
    for at in 0..<count {
      let first = unsafe upper[2 * at]
      let second = unsafe upper[2 * at + 1]
      let third = unsafe lower[2 * at]
      let fourth = unsafe lower[2 * at + 1]
      let outer = (first & pair) &+ (second & pair) &+ (third & pair) &+ (fourth & pair)
      let greens =
        (first >> 8 & 255) &+ (second >> 8 & 255) &+ (third >> 8 & 255) &+ (fourth >> 8 & 255)
      let sumRed = Int32(truncatingIfNeeded: outer & 0xFFFF)
      let sumGreen = Int32(truncatingIfNeeded: greens)
      let sumBlue = Int32(truncatingIfNeeded: outer >> 16)
      let forBlue = blueRed &* sumRed &+ blueGreen &* sumGreen &+ half &* sumBlue
      let forRed = half &* sumRed &+ redGreen &* sumGreen &+ redBlue &* sumBlue
      unsafe blue[at] = UInt8(truncatingIfNeeded: (forBlue &+ chromaOffset) >> 18)
      unsafe red[at] = UInt8(truncatingIfNeeded: (forRed &+ chromaOffset) >> 18)
    }
  }
}
