import CImageCodecs

/// A PNG file under construction, still or animated: the signature, then chunks with checksums.
struct PNGContainer {
  /// The file so far.
  private(set) var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// Largest picture data in one chunk, bytes; the format allows 2³¹ − 1.
  private static let largestData = 1 << 30

  /// An empty file with room for `capacity` bytes.
  init(capacity: Int = 0) {
    bytes.reserveCapacity(capacity)
  }

  /// Appends size, colour type and the sRGB tag.
  mutating func appendHeader(width: Int, height: Int, depth: BitDepth, hasAlpha: Bool) {
    var header: [UInt8] = []
    Self.append(UInt32(width), to: &header)
    Self.append(UInt32(height), to: &header)
    // Colour type 2 is RGB, 6 RGBA; deflate, adaptive filters, no interlacing.
    header += [UInt8(depth.rawValue), hasAlpha ? 6 : 2, 0, 0, 0]
    appendChunk("IHDR", header[...])
    // Perceptual intent.
    appendChunk("sRGB", [0])
  }

  /// Appends the picture's zlib stream.
  mutating func appendData(_ stream: [UInt8]) {
    var start = 0
    while start < stream.count {
      let end = min(stream.count, start + Self.largestData)
      appendChunk("IDAT", stream[start..<end])
      start = end
    }
  }

  /// Compresses rows directly into one chunk of picture data.
  ///
  /// Returns false and appends nothing if `compression` is `stored`, if the rows could exceed a
  /// chunk, or if memory is short.
  mutating func appendData(compressing rows: PNGRows, _ compression: PNGEncoder.Compression) -> Bool
  {
    let bound = ci_deflate_bound(rows.bytes.count)
    guard let level = compression.level, bound < Self.largestData else { return false }
    let (start, type) = (bytes.count, [UInt8]("IDAT".utf8))
    let earlier = bytes
    var count = 0
    bytes = unsafe [UInt8](unsafeUninitializedCapacity: start + bound + 12) { buffer, filled in
      guard let file = buffer.baseAddress else { return }
      unsafe file.initialize(from: earlier, count: start)
      unsafe (file + start + 4).initialize(from: type, count: 4)
      count = unsafe rows.bytes.withUnsafeBufferPointer { bytes in
        unsafe ci_deflate(
          level, bytes.baseAddress, bytes.count, rows.checksum, file + start + 8, bound)
      }
      filled = count > 0 ? start + 8 + count : start
      guard count > 0 else { return }
      for at in 0..<4 {
        unsafe file[start + at] = UInt8(truncatingIfNeeded: count >> (24 - 8 * at))
      }
    }
    guard count > 0 else { return false }
    appendChecksum(from: start + 4)
    return true
  }

  /// Appends the header of an endlessly looping animation of `frames` frames.
  mutating func appendAnimation(frames: Int) {
    var content: [UInt8] = []
    Self.append(UInt32(frames), to: &content)
    Self.append(0, to: &content)
    appendChunk("acTL", content[...])
  }

  /// Appends box, blending and duration of the frame whose data follows.
  mutating func appendControl(
    _ change: FilmCanvas.Change, number: UInt32, delay: (numerator: UInt16, denominator: UInt16)
  ) {
    var content: [UInt8] = []
    let box = change.box
    for value in [Int(number), box.width, box.height, box.x, box.y] {
      Self.append(UInt32(value), to: &content)
    }
    Self.append(UInt32(delay.numerator) << 16 | UInt32(delay.denominator), to: &content)
    // Disposal 0 keeps the shown frame. Blending 1 draws over it; 0 replaces its pixels.
    content += [0, change.isOver ? 1 : 0]
    appendChunk("fcTL", content[...])
  }

  /// Appends a later frame's zlib stream in chunks numbered from `number`; returns the next number.
  mutating func appendFrameData(_ stream: [UInt8], number: UInt32) -> UInt32 {
    var number = number
    for start in stride(from: 0, to: stream.count, by: Self.largestData) {
      var content: [UInt8] = []
      Self.append(number, to: &content)
      content += stream[start..<min(stream.count, start + Self.largestData)]
      appendChunk("fdAT", content[...])
      number += 1
    }
    return number
  }

  /// Removes and returns the bytes so far, for writing.
  mutating func take() -> [UInt8] {
    defer { bytes.removeAll() }
    return bytes
  }

  /// Appends the closing chunk.
  mutating func appendEnd() {
    appendChunk("IEND", [])
  }

  private mutating func appendChunk(_ type: String, _ content: ArraySlice<UInt8>) {
    Self.append(UInt32(content.count), to: &bytes)
    let checked = bytes.count
    bytes += type.utf8
    bytes += content
    appendChecksum(from: checked)
  }

  /// Appends the checksum of the bytes from an offset on.
  private mutating func appendChecksum(from checked: Int) {
    let sum = unsafe bytes.withUnsafeBufferPointer { bytes in
      unsafe ci_crc32(0, bytes.baseAddress.map { unsafe $0 + checked }, bytes.count - checked)
    }
    Self.append(sum, to: &bytes)
  }

  private static func append(_ value: UInt32, to bytes: inout [UInt8]) {
    for shift in [24, 16, 8, 0] as [UInt32] {
      bytes.append(UInt8(truncatingIfNeeded: value >> shift))
    }
  }
}
