import CImageCodecs

/// Compresses bytes into a zlib stream.
enum ZlibStream {
  /// Bytes of the largest stored block.
  private static let largestBlock = 65_535

  /// `bytes` as a zlib stream.
  static func compress(_ bytes: [UInt8], _ compression: PNGEncoder.Compression) -> [UInt8] {
    guard let level = compression.level else { return store(bytes) }
    let bound = ci_deflate_bound(bytes.count)
    let stream = unsafe [UInt8](unsafeUninitializedCapacity: bound) { buffer, count in
      count = unsafe bytes.withUnsafeBufferPointer { bytes in
        unsafe ci_deflate(
          level, bytes.baseAddress, bytes.count, 0, buffer.baseAddress, buffer.count)
      }
    }
    // The compressor returns nothing only if it lacks memory for its tables.
    return stream.isEmpty ? store(bytes) : stream
  }

  /// `bytes` in stored blocks.
  private static func store(_ bytes: [UInt8]) -> [UInt8] {
    var stream: [UInt8] = []
    stream.reserveCapacity(bytes.count + 5 * (bytes.count / largestBlock + 1) + 6)
    // Deflate with a window of 32 KB; the two bytes together are a multiple of 31.
    stream += [0x78, 0x01]
    var start = 0
    repeat {
      let end = min(bytes.count, start + largestBlock)
      let count = UInt16(end - start)
      stream.append(end == bytes.count ? 1 : 0)
      for word in [count, ~count] {
        stream.append(UInt8(truncatingIfNeeded: word))
        stream.append(UInt8(truncatingIfNeeded: word >> 8))
      }
      stream += bytes[start..<end]
      start = end
    } while start < bytes.count
    let sum = unsafe bytes.withUnsafeBufferPointer { bytes in
      unsafe ci_adler32(1, bytes.baseAddress, bytes.count)
    }
    for shift in [24, 16, 8, 0] as [UInt32] {
      stream.append(UInt8(truncatingIfNeeded: sum >> shift))
    }
    return stream
  }
}
