import CImageCodecs

/// libwebp's encoder of one animation, for one task at a time.
@safe final class WebPEncoder {
  /// An error with libwebp's message.
  struct Failure: Error {
    let message: String
  }

  /// Effort of the compressor, 0…6.
  private static let method: Int32 = 2
  /// Effort of lossless films, 0…100, at method 0.
  private static let effort: Float = 20
  /// Longest message, bytes.
  private static let messageLimit = 256

  private let film: OpaquePointer
  private let isLossy: Bool

  /// Nil if memory is short.
  init?(width: Int, height: Int, quality: WebPWriter.Quality) {
    let film: OpaquePointer? =
      switch quality {
      case .lossless:
        unsafe ci_webp_film_open(Int32(width), Int32(height), Self.effort, 1, 0)
      case .lossy(let value):
        unsafe ci_webp_film_open(Int32(width), Int32(height), Float(value), 0, Self.method)
      }
    guard let film = unsafe film else { return nil }
    unsafe self.film = unsafe film
    isLossy = quality != .lossless
  }

  deinit {
    unsafe ci_webp_film_close(film)
  }

  /// Compresses the change to the next frame, shown for `duration` milliseconds.
  func add(_ change: FilmCanvas.Change, duration: Int) throws(Failure) {
    let box = change.box
    var frame = ci_webp_frame(
      x: Int32(box.x), y: Int32(box.y), width: Int32(box.width), height: Int32(box.height),
      duration: Int32(duration), is_over: change.isOver ? 1 : 0)
    let pixels = isLossy && change.isOver ? change.pixelsWithMargins() : change.pixels
    try unsafe check { message, capacity in
      unsafe ci_webp_film_add(film, pixels, &frame, message, capacity)
    }
  }

  /// Assembles the film and returns the file.
  func end() throws(Failure) -> [UInt8] {
    var bytes: UnsafePointer<UInt8>?
    var count = 0
    try unsafe check { message, capacity in
      unsafe ci_webp_film_end(film, &bytes, &count, message, capacity)
    }
    return unsafe [UInt8](UnsafeBufferPointer(start: bytes, count: count))
  }

  private func check(
    _ step: (UnsafeMutablePointer<CChar>?, Int) -> Int32
  ) throws(Failure) {
    let message: String? = unsafe withUnsafeTemporaryAllocation(
      of: CChar.self, capacity: Self.messageLimit
    ) { buffer in
      unsafe buffer.initialize(repeating: 0)
      let status = unsafe step(buffer.baseAddress, buffer.count)
      guard status != 0 else { return nil }
      let bytes = unsafe buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
      return String(decoding: bytes, as: UTF8.self)
    }
    if let message { throw Failure(message: message) }
  }
}
