extension FrameRate {
  /// How long frame `index` of an APNG is shown, in seconds as a fraction of 16-bit terms.
  ///
  /// It is exact; where the rate's terms are larger, until about when the next frame begins, so
  /// that rounding never adds up.
  func delay(ofFrame index: Int) -> (numerator: UInt16, denominator: UInt16) {
    if let seconds = UInt16(exactly: denominator), let frames = UInt16(exactly: numerator) {
      return (seconds, frames)
    }
    // Fast ones need fine steps; the slowest, of 100 s a frame, must still fit.
    let units: UInt16 = framesPerSecond < 1 ? 600 : 50_000
    let start = start(ofFrame: index, unitsPerSecond: Int(units))
    let end = self.start(ofFrame: index + 1, unitsPerSecond: Int(units))
    return (UInt16(clamping: end - start), units)
  }
}
