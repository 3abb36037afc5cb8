package import CurlCore

/// Runs the deflate library alone on a frame's PNG rows: a lower bound for the encoder's time.
package struct DeflateFloor: Sendable {
  private let rows: [UInt8]

  /// Filters a frame's rows in advance.
  package init(_ frame: Pixmap) {
    rows = PNGRows(frame, depth: frame.format == .rgba8 ? .eight : .sixteen).bytes
  }

  /// Compresses the rows with `PNGEncoder`'s default effort; returns the compressed size, bytes.
  package func run() -> Int { ZlibStream.compress(rows, .fast).count }
}
