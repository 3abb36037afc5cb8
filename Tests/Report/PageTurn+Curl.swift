import PageCurl

extension PageTurn {
  /// The curl that is measured.
  var sheet: CurlGeometry {
    guard let curl else { preconditionFailure("the turn is no curl") }
    return curl
  }
}
