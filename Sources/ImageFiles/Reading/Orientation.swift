/// Transformation that makes stored pixels upright: EXIF's orientation, by its number.
enum Orientation: Int, Sendable, CaseIterable {
  case upright = 1
  case mirrored = 2
  case halfTurn = 3
  case flipped = 4
  /// Rows become columns: mirrored at the diagonal through the top-left corner.
  case transposed = 5
  /// Turned clockwise by a quarter.
  case clockwise = 6
  /// Mirrored at the other diagonal.
  case transversed = 7
  /// Turned anticlockwise by a quarter.
  case anticlockwise = 8

  /// Whether width and height are swapped.
  var swapsSides: Bool { rawValue >= 5 }

  /// Side of the blocks in which pixels are moved, so that rows and columns of both pictures stay
  /// in the cache.
  private static let block = 32

  /// Makes a stored picture of `width` × `height` pixels of 8-bit RGBA upright.
  func applied(to pixels: [UInt8], width: Int, height: Int) -> [UInt8] {
    guard self != .upright else { return pixels }
    return unsafe [UInt8](unsafeUninitializedCapacity: pixels.count) { upright, count in
      unsafe pixels.withUnsafeBytes { stored in
        unsafe move(
          stored.assumingMemoryBound(to: SIMD4<UInt8>.self),
          UnsafeMutableRawBufferPointer(upright).assumingMemoryBound(to: SIMD4<UInt8>.self),
          width: width, height: height)
      }
      count = pixels.count
    }
  }

  /// Makes a stored picture of `width` × `height` pixels of 16-bit RGBA upright.
  func applied(to pixels: [UInt16], width: Int, height: Int) -> [UInt16] {
    guard self != .upright else { return pixels }
    return unsafe [UInt16](unsafeUninitializedCapacity: pixels.count) { upright, count in
      unsafe pixels.withUnsafeBytes { stored in
        unsafe move(
          stored.assumingMemoryBound(to: SIMD4<UInt16>.self),
          UnsafeMutableRawBufferPointer(upright).assumingMemoryBound(to: SIMD4<UInt16>.self),
          width: width, height: height)
      }
      count = pixels.count
    }
  }

  /// Offset of the upright picture's first pixel in the stored picture, and the steps to the next
  /// pixel across and down.
  private func steps(width: Int, height: Int) -> (start: Int, across: Int, down: Int) {
    let (right, below, last) = (width - 1, width * (height - 1), width * height - 1)
    return switch self {
    case .upright: (0, 1, width)
    case .mirrored: (right, -1, width)
    case .halfTurn: (last, -1, -width)
    case .flipped: (below, 1, -width)
    case .transposed: (0, width, 1)
    case .clockwise: (below, -width, 1)
    case .transversed: (last, -width, -1)
    case .anticlockwise: (right, width, -1)
    }
  }

  @inline(__always)
  private func move<Pixel>(
    _ stored: UnsafeBufferPointer<Pixel>, _ upright: UnsafeMutableBufferPointer<Pixel>,
    width: Int, height: Int
  ) {
    let (start, across, down) = steps(width: width, height: height)
    let (columns, rows) = swapsSides ? (height, width) : (width, height)
    for top in stride(from: 0, to: rows, by: Self.block) {
      for left in stride(from: 0, to: columns, by: Self.block) {
        for y in top..<min(top + Self.block, rows) {
          for x in left..<min(left + Self.block, columns) {
            unsafe upright[y * columns + x] = stored[start + x * across + y * down]
          }
        }
      }
    }
  }
}
