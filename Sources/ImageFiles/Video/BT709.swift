import CImageCodecs
package import CurlCore

/// Converts RGB to planar 4:2:0 Y′CbCr: BT.709, limited range, in integers, so that every
/// instruction set gives the same bytes.
///
/// Luma is computed per pixel, and where it `dithers`, rounded with noise; chroma from the mean of 2 × 2 pixels. An odd side is padded by
/// repeating its last row or column. With alpha, colours are straight, and transparent pixels take
/// the mean colour of the others in their 2 × 2 block, which keeps black out of an edge's chroma.
package struct BT709: Sendable {
  /// Width of the pixmaps, pixels.
  let width: Int
  /// Height of the pixmaps, pixels.
  let height: Int
  /// Background as 0xAABBGGRR with alpha 255; nil writes a separate alpha plane.
  let background: UInt32?
  /// Whether luma is rounded with noise.
  let dithers: Bool
  /// Whether to use the portable ``BT709Loops`` on every processor; the bytes are the same.
  package var isPlain = false

  /// Whether the output has an alpha plane.
  var hasAlpha: Bool { background == nil }

  /// Width of the planes, pixels: rounded up to an even number.
  var paddedWidth: Int { width + width % 2 }
  /// Height of the planes, pixels: rounded up to an even number.
  var paddedHeight: Int { height + height % 2 }

  /// A colour 0xRRGGBB in the form of `background`.
  package static func word(_ colour: UInt32) -> UInt32 { 0xFF00_0000 | colour.byteSwapped >> 8 }

  /// A converter for pixmaps of a size.
  package init(width: Int, height: Int, background: UInt32?, dithers: Bool = false) {
    self.width = width
    self.height = height
    self.background = background
    self.dithers = dithers
  }

  /// The planes Y, Cb, Cr and possibly alpha of a frame, consecutive without padding.
  package func planes(_ frame: Pixmap) -> [UInt8] {
    let frame = hasAlpha ? Self.straight(frame) : frame.premultiplied
    let luma = paddedWidth * paddedHeight
    let total = luma * 3 / 2 + (hasAlpha ? luma : 0)
    return unsafe [UInt8](unsafeUninitializedCapacity: total) { output, count in
      unsafe withWords(of: frame) { words in
        unsafe withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 2 * paddedWidth) { rows in
          guard let upper = rows.baseAddress, let planes = output.baseAddress else { return }
          unsafe rows.initialize(repeating: 0)
          for pair in 0..<(paddedHeight / 2) {
            unsafe convert(pair, of: frame, words, by: upper, into: planes)
          }
        }
      }
      count = total
    }
  }

  /// Calls `body` with a frame's pixels as 0xAABBGGRR words; nil if all rows must be copied first.
  private func withWords(of frame: Pixmap, _ body: (UnsafePointer<UInt32>?) -> Void) {
    guard case .rgba8(let values) = frame.storage, paddedWidth == width, !hasAlpha,
      UInt32(littleEndian: 1) == 1
    else { return body(nil) }
    unsafe values.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return }
      unsafe start.withMemoryRebound(to: UInt32.self, capacity: width * height) { unsafe body($0) }
    }
  }

  /// Converts a pair of rows; rows that can't be read directly are copied into `scratchRows` first.
  private func convert(
    _ pair: Int, of frame: Pixmap, _ words: UnsafePointer<UInt32>?,
    by scratchRows: UnsafeMutablePointer<UInt32>, into planes: UnsafeMutablePointer<UInt8>
  ) {
    let luma = paddedWidth * paddedHeight
    let first = 2 * pair
    let second = min(first + 1, height - 1)
    var upper = unsafe UnsafePointer(scratchRows)
    var lower = unsafe upper + paddedWidth
    if let words = unsafe words, unsafe Self.areOpaque(words + first * width, count: width),
      unsafe Self.areOpaque(words + second * width, count: width)
    {
      unsafe upper = words + first * width
      unsafe lower = words + second * width
    } else {
      unsafe load(frame, row: first, into: scratchRows)
      unsafe load(frame, row: second, into: scratchRows + paddedWidth)
    }
    if hasAlpha {
      let alpha = unsafe planes + luma * 3 / 2 + first * paddedWidth
      unsafe Self.alpha(upper, into: alpha, count: paddedWidth)
      unsafe Self.alpha(lower, into: alpha + paddedWidth, count: paddedWidth)
      unsafe Self.fillClear(scratchRows, scratchRows + paddedWidth, count: paddedWidth)
    }
    let start = unsafe planes + first * paddedWidth
    let blue = unsafe planes + luma + pair * paddedWidth / 2
    let (red, count) = unsafe (blue + luma / 4, paddedWidth / 2)
    let noise = dithers ? Noise.luma : .none
    let (upperNoise, lowerNoise) = (noise.row(first, from: 0), noise.row(first + 1, from: 0))
    #if arch(x86_64)
    if !isPlain {
      unsafe ci_bt709_luma(upper, start, paddedWidth, upperNoise.start, upperNoise.step)
      unsafe ci_bt709_luma(
        lower, start + paddedWidth, paddedWidth, lowerNoise.start, lowerNoise.step)
      unsafe ci_bt709_chroma(upper, lower, blue, red, count)
      return
    }
    #endif
    unsafe BT709Loops.luma(upper, into: start, count: paddedWidth, upperNoise)
    unsafe BT709Loops.luma(lower, into: start + paddedWidth, count: paddedWidth, lowerNoise)
    unsafe BT709Loops.chroma(upper, lower, blue: blue, red: red, count: count)
  }

  /// Whether every alpha is 255.
  private static func areOpaque(_ words: UnsafePointer<UInt32>, count: Int) -> Bool {
    var all = UInt32.max
    for at in 0..<count { unsafe all &= words[at] }
    return all >> 24 == 255
  }

  /// Copies and pads a row as 8-bit RGBA words, over the background if there is one.
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

  /// Composites a premultiplied row over the background, in encoded values.
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
}
