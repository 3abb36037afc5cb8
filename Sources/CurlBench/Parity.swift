package import CurlCore
internal import PageCurl

/// Whether the frames that were timed are right: a wrong picture can't win.
package struct Parity: Sendable, Equatable {
  /// Frames that were compared with the CPU path.
  package private(set) var frames = 0
  /// Largest difference of a channel off the edges, steps of 1/255.
  package private(set) var maximum = 0.0
  /// Least PSNR over the pixels that the sheet touches, dB; infinite for equal ones.
  package private(set) var psnr = Double.infinity
  /// Whether every frame was within what is promised.
  package private(set) var isRight = true

  /// Nothing compared yet.
  package init() {}

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

  /// The frames of a turn that are compared: both ends and what lies evenly between.
  static func indices(of frames: Int) -> [Int] {
    let count = min(frames, 5)
    return count < 2 ? [0] : (0..<count).map { $0 * (frames - 1) / (count - 1) }
  }
}
