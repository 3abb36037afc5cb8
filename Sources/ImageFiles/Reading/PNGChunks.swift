/// Finds chunks of a PNG that the decoder passes over.
enum PNGChunks {
  private static let signatureLength = 8
  /// Bytes of a chunk beside its content: length, name, checksum.
  private static let frameLength = 12

  /// The content of the first chunk of a name, which may also stand behind the picture's data.
  ///
  /// Its checksum isn't looked at.
  static func content(of name: String, in file: [UInt8]) -> ArraySlice<UInt8>? {
    var at = signatureLength
    while at <= file.count - frameLength {
      let length = file[at..<(at + 4)].reduce(0) { $0 << 8 | Int($1) }
      let start = at + 8
      guard length <= file.count - at - frameLength else { return nil }
      if file[(at + 4)..<start].elementsEqual(name.utf8) { return file[start..<(start + length)] }
      at += frameLength + length
    }
    return nil
  }
}
