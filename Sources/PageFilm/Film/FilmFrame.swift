package import PageCurl

/// A frame in the form that its output takes.
package enum FilmFrame: Sendable {
  case picture(Pixmap)
  /// Planes of Y′CbCr: the bytes that the output would make of the picture.
  case planes([UInt8])
}
