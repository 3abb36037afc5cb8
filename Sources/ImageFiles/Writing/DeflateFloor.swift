package import CurlCore

/// What the deflate library alone takes of a frame's PNG: the floor that encoding is held against.
package struct DeflateFloor: Sendable {
  private let rows: [UInt8]

  /// Filters a frame's rows, beforehand.
  package init(_ frame: Pixmap) {
    rows = PNGRows(frame, depth: frame.format == .rgba8 ? .eight : .sixteen).bytes
  }

  /// Compresses the rows as `PNGEncoder` does by default, and returns how many bytes they become.
  package func run() -> Int { ZlibStream.compress(rows, .fast).count }
}
