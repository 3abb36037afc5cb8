/// An array as a NumPy `.npy` file, version 1.0: float32, little-endian, C order.
///
/// The format is in NumPy's documentation, "NPY format" (numpy.lib.format).
struct NumPyFile {
  /// Sizes of the dimensions, slowest first.
  let shape: [Int]
  /// The values; the last dimension varies fastest.
  let values: [Float]

  /// Alignment of the data, bytes.
  private static let alignment = 64

  /// The bytes of the file.
  var bytes: [UInt8] {
    let lengths = shape.map(String.init).joined(separator: ", ")
    let tuple = shape.count == 1 ? "(\(lengths),)" : "(\(lengths))"
    var header = "{'descr': '<f4', 'fortran_order': False, 'shape': \(tuple), }"
    let start: [UInt8] = [0x93] + Array("NUMPY".utf8) + [1, 0]
    // The header's length takes two bytes before the header; a line feed ends the header.
    let length = start.count + 2 + header.utf8.count + 1
    let padding = Self.alignment - 1 - (length - 1) % Self.alignment
    header += String(repeating: " ", count: padding) + "\n"
    var bytes = start
    let count = UInt16(header.utf8.count)
    bytes += [UInt8(truncatingIfNeeded: count), UInt8(truncatingIfNeeded: count >> 8)]
    bytes += header.utf8
    bytes.reserveCapacity(bytes.count + 4 * values.count)
    for value in values {
      let bits = value.bitPattern
      for shift in [0, 8, 16, 24] as [UInt32] {
        bytes.append(UInt8(truncatingIfNeeded: bits >> shift))
      }
    }
    return bytes
  }
}
