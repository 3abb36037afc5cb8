/// Identifier and size of an EBML element (RFC 8794).
struct EBMLElement {
  /// Identifier, with its length bits.
  let id: Int
  /// Size of the content, bytes; nil if it is unknown.
  let size: Int?

  /// Reads the head of the element at an offset, and moves the offset to the content.
  init(_ file: inout SegmentFile, _ at: inout Int) throws(JoinFault) {
    let length = try file.byte(at).leadingZeroBitCount + 1
    guard length <= 4 else { throw .damage }
    id = try file.number(at, bytes: length)
    at += length
    size = try Self.length(&file, &at)
  }

  /// Reads a number of variable length; nil for the value that means an unknown size.
  static func length(_ file: inout SegmentFile, _ at: inout Int) throws(JoinFault) -> Int? {
    let length = try file.byte(at).leadingZeroBitCount + 1
    guard length <= 8 else { throw .damage }
    let bits = 1 << (7 * length)
    let value = try file.number(at, bytes: length) & (bits - 1)
    at += length
    return value == bits - 1 ? nil : value
  }

  /// The head of an element with a size of eight bytes.
  static func head(_ id: Int, size: Int) -> [UInt8] {
    .big(id, bytes: (id.bitWidth - id.leadingZeroBitCount + 7) / 8)
      + .big(size | 1 << 56, bytes: 8)
  }

  /// An element.
  static func head(_ id: Int, _ content: [UInt8]) -> [UInt8] {
    head(id, size: content.count) + content
  }
}
