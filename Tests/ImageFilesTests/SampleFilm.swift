import CurlCore

/// Short films in which not all changes, for writers that write what does.
enum SampleFilm {
  static let width = 50
  static let height = 37

  /// Frames of opaque noise in which a spot moves; the fourth is the third once more.
  static let opaque = frames(isOpaque: true)
  /// The same with every alpha.
  static let transparent = frames(isOpaque: false)

  private static func frames(isOpaque: Bool) -> [Pixmap] {
    let still = SamplePixmap.rgba8(width: width, height: height, isOpaque: isOpaque, seed: 5).rgba8
    return [0, 1, 2, 2, 3].map { step in
      let spot = SamplePixmap.rgba8(width: 9, height: 5, isOpaque: isOpaque, seed: UInt64(step))
      var pixels = still
      for row in 0..<5 {
        let at = 4 * ((3 + 8 * step + row) * width + 2 + 11 * step)
        pixels.replaceSubrange(at..<(at + 36), with: spot.rgba8[(36 * row)..<(36 * row + 36)])
      }
      return Pixmap(width: width, height: height, rgba8: pixels)
    }
  }
}
