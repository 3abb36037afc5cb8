import Foundation
import Testing

/// A NumPy file of float32 values, read the way NumPy's documentation says.
struct NumPyArray {
  let shape: [Int]
  let values: [Float]

  init(_ file: Data) throws {
    let bytes = [UInt8](file)
    try #require(bytes.count > 10 && bytes[..<8] == [0x93, 78, 85, 77, 80, 89, 1, 0])
    let length = Int(bytes[8]) | Int(bytes[9]) << 8
    let header = String(decoding: bytes[10..<10 + length], as: UTF8.self)
    try #require((10 + length).isMultiple(of: 64) && header.hasSuffix("\n"))
    let start = "{'descr': '<f4', 'fortran_order': False, 'shape': ("
    try #require(header.hasPrefix(start))
    let tuple = header.dropFirst(start.count).prefix { $0 != ")" }
    shape = tuple.split(separator: ",").compactMap { Int($0.filter(\.isNumber)) }
    let data = bytes[(10 + length)...]
    try #require(data.count == 4 * shape.reduce(1, *))
    values = stride(from: data.startIndex, to: data.endIndex, by: 4).map { at in
      let bits = (0..<4).reduce(UInt32(0)) { $0 | UInt32(data[at + $1]) << UInt32(8 * $1) }
      return Float(bitPattern: bits)
    }
  }
}
