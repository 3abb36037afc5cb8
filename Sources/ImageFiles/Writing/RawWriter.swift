public import CurlCore

/// Writes uncompressed frames one after the other, for a pipe or a program.
///
/// Each frame is written when it arrives. Safe from any task; a slow reader blocks the writing
/// thread.
public actor RawWriter: FilmWriter, PlanesWriter {
  /// Format of the stream.
  public enum Format: Sendable, Equatable {
    /// Straight RGBA, rows from the top without padding, the low byte of a 16-bit channel first
    /// (ffmpeg's `rgba` and `rgba64le`).
    ///
    /// The stream contains neither size nor rate.
    case rgba(BitDepth)
    /// YUV4MPEG2: 4:2:0, chroma samples centred between their four pixels, limited range.
    ///
    /// The matrix is BT.709's, which the format can't declare. Transparent areas show `background`,
    /// `0xRRGGBB` in sRGB.
    case y4m(FrameRate, background: UInt32 = 0xFFFFFF)
  }

  private static let frameMark = [UInt8]("FRAME\n".utf8)

  private let file: AtomicFile
  private let width: Int
  private let height: Int
  private let layout: FrameLayout
  private var header: [UInt8] = []
  private let mark: [UInt8]

  /// Begins a film in `file`; its frames have `width` × `height` pixels, each ≥ 1.
  ///
  /// `dithers`: whether luma is rounded with noise.
  public init(
    _ file: AtomicFile, width: Int, height: Int, format: Format, dithers: Bool = false
  ) {
    precondition(width > 0 && height > 0, "a film needs at least one pixel")
    self.file = file
    self.width = width
    self.height = height
    switch format {
    case .rgba(let depth):
      layout = .straight(depth)
      mark = []
    case .y4m(let rate, let background):
      layout = .planes(
        BT709(
          width: width, height: height, background: BT709.word(background), dithers: dithers))
      let size = layout.size(width: width, height: height)
      header = [UInt8](
        ("YUV4MPEG2 W\(size.width) H\(size.height) F\(rate.numerator):\(rate.denominator) Ip A1:1 "
          + "C420jpeg XCOLORRANGE=LIMITED\n").utf8)
      mark = Self.frameMark
    }
  }

  /// Writes a frame.
  ///
  /// - Throws: An error of kind `writeFailed`, also if the reader has closed the pipe, or
  ///   `cancelled`.
  public func append(_ frame: Pixmap) throws(ImageFileError) {
    precondition(
      frame.width == width && frame.height == height,
      "a \(frame.width)×\(frame.height) frame in a \(width)×\(height) film")
    try write(layout.bytes(frame))
  }

  /// Background of planes in transparent areas; nil for RGBA.
  package nonisolated var planesBackground: UInt32? { layout.planesBackground }

  /// Writes a frame that is already in planes.
  package func append(planes: [UInt8]) throws(ImageFileError) {
    precondition(
      planesBackground != nil && planes.count == layout.planesCount(width: width, height: height),
      "\(planes.count) bytes of planes in a \(width)×\(height) film")
    try write(planes)
  }

  private func write(_ bytes: [UInt8]) throws(ImageFileError) {
    try file.write(header + mark)
    header = []
    try file.write(bytes)
  }

  /// Closes the file and moves it to its final path.
  ///
  /// - Throws: An error of kind `writeFailed` or `cancelled`.
  public func finish() throws(ImageFileError) {
    try file.write(header)
    try file.commit()
  }

  /// Cancels the film and removes the unfinished file.
  public nonisolated func cancel() {
    file.discard()
  }
}
