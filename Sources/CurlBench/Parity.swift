package import CurlCore
internal import PageCurl

/// Whether the frames that were timed are right: a wrong picture can't win.
///
/// Every one of them is checked: compared with the CPU path's, byte for byte where the CPU path
/// drew, within ``FrameComparison/Bound`` where OpenGL did. A later round's that has the hash of
/// the frame that was compared at that moment needs no comparison again.
package struct Parity: Sendable, Equatable {
  /// Frames that were checked, of all rounds.
  package private(set) var frames = 0
  /// Largest difference of a channel off the edges, steps of 1/255.
  package private(set) var maximum = 0.0
  /// Least PSNR over the pixels that the sheet touches, dB; infinite for equal ones.
  package private(set) var psnr = Double.infinity
  /// Whether every frame was within what is promised.
  package private(set) var isRight = true

  /// By frame of the turn, of what was compared last.
  private var hashes: [Int: FrameHash] = [:]

  /// Nothing compared yet.
  package init() {}

  /// Checks a frame against the CPU path's where both are the same, and says whether they are; another
  /// one is to be compared.
  mutating func addEqual(_ frame: Pixmap, _ expected: Pixmap) -> Bool {
    guard frame == expected else { return false }
    frames += 1
    return true
  }

  /// Compares a frame with the CPU path's; the CPU path must match itself byte for byte.
  package mutating func add(
    _ frame: Pixmap, expected: Pixmap, reference: FrameGeometry, isExact: Bool
  ) {
    let comparison = FrameComparison(frame, expected, reference: reference)
    frames += 1
    maximum = max(maximum, comparison.interior.maximum)
    psnr = min(psnr, comparison.touched.psnr)
    // The share of edge pixels is left out: it tells how small the page is, not how wrong.
    let bound =
      comparison.isLarge ? FrameComparison.Bound.offEdgesLarge : FrameComparison.Bound.offEdges
    let isClose =
      comparison.interior.maximum <= bound
      && comparison.touched.psnr >= FrameComparison.Bound.psnr
    if !(isExact ? frame == expected : isClose) { isRight = false }
  }

  /// Whether a frame is, by its hash, the one that this moment of the turn had the last time: then
  /// it counts as checked, otherwise it is to be added.
  ///
  /// Keeping the frames themselves would take gigabytes.
  mutating func hasSeen(_ frame: Pixmap, at index: Int) -> Bool {
    var hash = FrameHash()
    hash.add(frame)
    let isSame = hashes.updateValue(hash, forKey: index) == hash
    if isSame { frames += 1 }
    return isSame
  }
}
