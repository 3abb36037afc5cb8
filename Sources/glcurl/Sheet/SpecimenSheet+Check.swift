internal import PageCurl
internal import PageFilm
internal import SamplePages

extension SpecimenSheet {
  /// Throws if the sheet exceeds `limit` pixels or the longest side.
  func check(limit: Int) throws(CommandError) {
    guard size.width * size.height > limit || max(size.width, size.height) > SamplePages.largestSide
    else { return }
    throw CommandError(
      .usage,
      "the sheet would be \(size.width)×\(size.height), but may have at most \(limit) pixels "
        + "(--max-pixels) and \(SamplePages.largestSide) on a side: choose a smaller --size")
  }
}
