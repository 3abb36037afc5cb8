package import CurlCore
internal import PageCurl

/// Checks the measured frames: a wrong picture can't win.
///
/// Every frame is compared with the CPU path's: byte for byte if the CPU path drew it, within
/// ``FrameComparison/Bound`` if OpenGL did. A frame with the hash of the frame compared at that
/// moment in an earlier round isn't compared again.
package struct Parity: Sendable, Equatable {
  /// Number of frames checked, in all rounds.
  package private(set) var frames = 0
  /// Largest difference of a channel off the edges, steps of 1/255.
  package private(set) var maximum = 0.0
  /// Least PSNR over the pixels that the sheet touches, dB; infinite for equal frames.
  package private(set) var psnr = Double.infinity
  /// Whether every frame was within the bound.
  package private(set) var isRight = true

  /// Hashes of the latest compared frames, by index.
  private var hashes: [Int: FrameHash] = [:]

  /// No frame compared yet.
  package init() {}

  /// Counts a frame that equals the CPU path's and returns true; returns false for another frame,
  /// which must be compared.
  mutating func addEqual(_ frame: Pixmap, _ expected: Pixmap) -> Bool {
    guard frame == expected else { return false }
    frames += 1
    return true
  }

  /// Compares a frame with the CPU path's; a CPU frame must be equal byte for byte.
  package mutating func add(
    _ frame: Pixmap, expected: Pixmap, reference: FrameGeometry, isExact: Bool
  ) {
    let comparison = FrameComparison(frame, expected, reference: reference)
    frames += 1
    maximum = max(maximum, comparison.interior.maximum)
    psnr = min(psnr, comparison.touched.psnr)
    // Ignore the share of edge pixels: it depends on the page's size rather than on errors.
    let bound =
      comparison.isLarge ? FrameComparison.Bound.offEdgesLarge : FrameComparison.Bound.offEdges
    let isClose =
      comparison.interior.maximum <= bound
      && comparison.touched.psnr >= FrameComparison.Bound.psnr
    if !(isExact ? frame == expected : isClose) { isRight = false }
  }

  /// Whether a frame has the hash of the latest frame at this moment.
  ///
  /// It then counts as checked; otherwise it must be compared. Hashes are kept, because the frames would take gigabytes.
  mutating func hasSeen(_ frame: Pixmap, at index: Int) -> Bool {
    var hash = FrameHash()
    hash.add(frame)
    let isSame = hashes.updateValue(hash, forKey: index) == hash
    if isSame { frames += 1 }
    return isSame
  }
}
