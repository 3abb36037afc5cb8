package import CurlCore

/// The deflate library's own time for a frame's PNG: a floor for the encoder's time.
package struct DeflateFloor: Sendable {
  private let rows: [UInt8]

  /// Filters a frame's rows in advance.
  package init(_ frame: Pixmap) {
    rows = PNGRows(frame, depth: frame.format == .rgba8 ? .eight : .sixteen).bytes
  }

  /// Compresses the rows like `PNGEncoder` by default, and returns the number of bytes.
  package func run() -> Int { ZlibStream.compress(rows, .fast).count }
}
