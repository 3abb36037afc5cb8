extension FilmCanvas.Change {
  /// The 8-bit pixels, with colours of opaque blocks extended into transparent neighbours.
  ///
  /// Subsampled chroma at a block's border mixes in the neighbours' colour. Extended pixels keep
  /// alpha 0, so they are invisible.
  func pixelsWithMargins() -> [UInt8] {
    let (width, height, grain) = (box.width, box.height, FilmCanvas.grain)
    // Chroma needs two pixels only. But half a block adds no bytes to the file; two pixels add a
    // tenth.
    let margin = grain / 2
    var pixels = pixels
    unsafe pixels.withUnsafeMutableBytes { bytes in
      let words = unsafe bytes.assumingMemoryBound(to: UInt32.self)
      // Opaque pixels are never 0, so 0 marks pixels to fill.
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
