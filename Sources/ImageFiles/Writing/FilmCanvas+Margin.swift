extension FilmCanvas.Change {
  /// The pixels, 8-bit, with the colours of opaque squares carried on, clear, into clear ones.
  ///
  /// Who keeps chroma at half the size takes that of an opaque pixel at a border partly from beyond
  /// it. What is carried on is clear still: nothing shows of it.
  func pixelsWithMargins() -> [UInt8] {
    let (width, height, grain) = (box.width, box.height, FilmCanvas.grain)
    // Two pixels would do for chroma. Half a square costs no more bytes than none, two a tenth.
    let margin = grain / 2
    var pixels = pixels
    unsafe pixels.withUnsafeMutableBytes { bytes in
      let words = unsafe bytes.assumingMemoryBound(to: UInt32.self)
      // Opaque pixels are never 0, so that 0 is what is still to be filled.
      func carry(from source: Int, to target: Int, by step: Int, count: Int) {
        guard unsafe words[source] != 0, unsafe words[target] == 0 else { return }
        let clear = unsafe words[source] & UInt32(littleEndian: 0x00FF_FFFF)
        for at in 0..<min(margin, count) { unsafe words[target + at * step] = clear }
      }
      for row in 0..<height {
        for border in stride(from: grain, to: width, by: grain) {
          let at = row * width + border
          carry(from: at - 1, to: at, by: 1, count: width - border)
          carry(from: at, to: at - 1, by: -1, count: border)
        }
      }
      for border in stride(from: grain, to: height, by: grain) {
        for column in 0..<width {
          let at = border * width + column
          carry(from: at - width, to: at, by: width, count: height - border)
          carry(from: at, to: at - width, by: -width, count: border)
        }
      }
    }
    return pixels
  }
}
