extension FrameRate {
  /// Duration of frame `index` in an APNG, seconds as a fraction of 16-bit terms.
  ///
  /// Exact if the rate's terms are below 65536. Otherwise rounded from the film's start, so that
  /// rounding errors don't accumulate.
  func delay(ofFrame index: Int) -> (numerator: UInt16, denominator: UInt16) {
    if let seconds = UInt16(exactly: denominator), let frames = UInt16(exactly: numerator) {
      return (seconds, frames)
    }
    // Fast rates need fine steps; the slowest, 100 s per frame, must still fit.
    let units: UInt16 = framesPerSecond < 1 ? 600 : 50_000
    let start = start(ofFrame: index, unitsPerSecond: Int(units))
    let end = self.start(ofFrame: index + 1, unitsPerSecond: Int(units))
    return (UInt16(clamping: end - start), units)
  }
}
