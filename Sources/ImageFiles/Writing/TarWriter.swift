/// Parts of a tar archive (POSIX ustar) of regular files, for streaming.
///
/// An archive is, for each file, a header, the content and its padding; then the end. Owner, group
/// and times are 0, so that equal files make equal archives.
package enum TarWriter {
  /// Size of the blocks that an archive consists of, bytes.
  static let block = 512
  /// Largest size of a file, bytes.
  package static let largestFile = (8 << 30) - 1
  /// Longest name of a file, bytes.
  package static let longestName = 100

  /// The block before a file's content.
  ///
  /// - Parameters:
  ///   - name: The file's path in the archive, 1 to 100 bytes of UTF-8.
  ///   - size: Size of the content, bytes, 0 to 8 GiB − 1.
  /// - Returns: 512 bytes.
  package static func header(name: String, size: Int) -> [UInt8] {
    precondition((1...longestName).contains(name.utf8.count), "no name for a tar: '\(name)'")
    precondition((0...largestFile).contains(size), "a file of \(size) bytes in a tar")
    let ends: [UInt8] = [0]
    var block = [UInt8](name.utf8) + zeros(longestName - name.utf8.count)
    // Mode, owner, group, size and time; then eight spaces in place of the checksum, and the type.
    block += octal(0o644, digits: 7) + octal(0, digits: 7) + octal(0, digits: 7)
    block += octal(size, digits: 11) + octal(0, digits: 11) + [UInt8]("        0".utf8)
    block += zeros(100) + [UInt8]("ustar".utf8) + ends + [UInt8]("00".utf8)
    block += zeros(Self.block - block.count)
    block.replaceSubrange(148..<155, with: octal(checksum(block), digits: 6))
    return block
  }

  /// The zeros after the content of a file of `size` bytes.
  package static func padding(size: Int) -> [UInt8] {
    zeros((block - size % block) % block)
  }

  /// The end of an archive.
  package static let end = zeros(2 * block)

  /// Sum of a header's bytes, its own field read as spaces.
  static func checksum(_ header: [UInt8]) -> Int {
    header.indices.reduce(0) { $0 + (148..<156 ~= $1 ? 0x20 : Int(header[$1])) }
  }

  private static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

  /// Digits, and the zero that ends them.
  private static func octal(_ value: Int, digits: Int) -> [UInt8] {
    (0..<digits).map { 0x30 + UInt8(value >> (3 * (digits - 1 - $0)) & 7) } + [0]
  }
}
