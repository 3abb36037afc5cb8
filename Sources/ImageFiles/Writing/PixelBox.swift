import Glibc

/// A box of a picture: size, and top-left corner `x`, `y`.
struct PixelBox: Equatable {
  let x: Int
  let y: Int
  let width: Int
  let height: Int

  /// Bounding box of the differences between two pictures of the same size; nil if they are equal.
  ///
  /// Both are rows of `width` pixels of 4 or 8 bytes.
  static func change(
    from old: [UInt8], to new: [UInt8], width: Int, pixelBytes: Int
  ) -> PixelBox? {
    let rowBytes = width * pixelBytes
    return unsafe old.withUnsafeBytes { old in
      unsafe new.withUnsafeBytes { new in
        guard let old = old.baseAddress, let first = new.baseAddress else { return nil }
        let rows = (0..<(new.count / rowBytes)).filter { row in
          unsafe memcmp(old + row * rowBytes, first + row * rowBytes, rowBytes) != 0
        }
        guard let top = rows.first, let bottom = rows.last else { return nil }
        var (left, right) = (rowBytes, 0)
        for row in rows {
          let (before, after) = unsafe (old + row * rowBytes, first + row * rowBytes)
          // Compares only pixels outside the columns that are known to differ.
          for at in stride(from: 0, to: left, by: 4) {
            if unsafe isChanged(before, after, at) { left = at }
            if left == at { break }
          }
          for at in stride(from: rowBytes - 4, to: right - 4, by: -4) {
            if unsafe isChanged(before, after, at) { right = at + 4 }
            if right == at + 4 { break }
          }
        }
        left /= pixelBytes
        right = (right + pixelBytes - 1) / pixelBytes
        return PixelBox(x: left, y: top, width: right - left, height: bottom + 1 - top)
      }
    }
  }

  /// The box grown to multiples of `grain`, within the picture.
  func grown(to grain: Int, width: Int, height: Int) -> PixelBox {
    let (left, top) = (x / grain * grain, y / grain * grain)
    let right = min((x + self.width + grain - 1) / grain * grain, width)
    let bottom = min((y + self.height + grain - 1) / grain * grain, height)
    return PixelBox(x: left, y: top, width: right - left, height: bottom - top)
  }

  @inline(__always)
  private static func isChanged(
    _ old: UnsafeRawPointer, _ new: UnsafeRawPointer, _ offset: Int
  ) -> Bool {
    unsafe old.load(fromByteOffset: offset, as: UInt32.self)
      != new.load(fromByteOffset: offset, as: UInt32.self)
  }
}
