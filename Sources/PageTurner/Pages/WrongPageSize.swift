import CurlCore

/// A source has drawn a page at another size than it was asked for.
struct WrongPageSize: Error, CustomStringConvertible {
  let asked: PageSize
  let picture: PageSize

  /// What is wrong, and whose it is.
  var description: String {
    "a page came out at \(picture.width)×\(picture.height) pixels, and not at the "
      + "\(asked.width)×\(asked.height) that its source was asked for"
  }
}
