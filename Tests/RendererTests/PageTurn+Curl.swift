import PageCurl

extension PageTurn {
  /// The curl that most of these tests turn by.
  var sheet: CurlGeometry {
    guard let curl else { preconditionFailure("the turn is no curl") }
    return curl
  }
}
