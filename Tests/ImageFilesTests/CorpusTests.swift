import CurlCore
import Glibc
import ImageFiles
import Testing

/// Small files that reach much of the decoders, as fuzzing has found them: see Tests/Fuzzers/run.
@Suite struct CorpusTests {
  private static let folder: String = {
    let parts = "\(#filePath)".split(separator: "/", omittingEmptySubsequences: false)
    return parts.dropLast().joined(separator: "/") + "/Corpus"
  }()

  private static let limits = [.pixels: 1_000_000] as Limits

  private func files(_ kind: String) -> [(name: String, bytes: [UInt8])] {
    let path = "\(Self.folder)/\(kind)"
    guard let entries = unsafe opendir(path) else {
      Issue.record("there is no folder \(path)")
      return []
    }
    defer { unsafe closedir(entries) }
    var names: [String] = []
    while let entry = unsafe readdir(entries) {
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    #expect(names.count > 10)
    return names.sorted().map { name in
      let number = unsafe open("\(path)/\(name)", O_RDONLY | O_CLOEXEC)
      defer { close(number) }
      let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
        count = unsafe max(0, read(number, buffer.baseAddress, buffer.count))
      }
      #expect(bytes.count <= 4096, "\(name)")
      return ("\(kind)/\(name)", bytes)
    }
  }

  /// A pixmap, or an error of a kind that files may cause; the same twice.
  private func expectAnEnd(_ bytes: [UInt8], _ name: String) -> Bool {
    func decode() -> Result<Pixmap, ImageFileError> {
      Result { () throws(ImageFileError) in
        try ImageFile.decode(bytes: bytes, name: name, limits: Self.limits)
      }
    }
    let (first, second) = (decode(), decode())
    switch (first, second) {
    case (.success(let one), .success(let other)):
      #expect(one == other, "\(name)")
      return true
    case (.failure(let one), .failure(let other)):
      #expect(one == other, "\(name)")
      #expect(
        [.malformed, .tooLarge, .unsupported, .unknownFormat].contains(one.kind), "\(one)")
      return false
    default:
      Issue.record("\(name) is decoded now and then")
      return false
    }
  }

  @Test("each is decoded or an error", arguments: ["png", "jpeg", "webp"])
  func pictures(kind: String) {
    var decoded = 0
    for (name, bytes) in files(kind) where expectAnEnd(bytes, name) { decoded += 1 }
    #expect(decoded > 0)
  }

  @Test("each profile is used or passed over")
  func profiles() {
    for (name, bytes) in files("profile") {
      guard let first = bytes.first, bytes.count > 1 else { continue }
      let profile = [UInt8](bytes.dropFirst())
      // The first byte is the fuzz target's choice: channels, and 16 bits.
      let depth = first & 128 != 0 ? 16 : 8
      let colourType = first % 3 == 1 ? 0 : 2
      let rowBytes = 300 * (colourType == 0 ? 1 : 3) * depth / 8
      let noise = (0..<rowBytes).map { UInt8(truncatingIfNeeded: $0 &* 40_503 >> 3) }
      let png = RawPNG(
        width: 300, height: 1, depth: depth, colourType: colourType,
        chunks: [RawPNG.profile(profile)], rows: [0] + noise)
      let inks = SampleJPEG.with(SampleJPEG.inks, profile: profile)
      let picture = first % 3 == 2 ? inks : png.bytes
      #expect(expectAnEnd(picture, name), "\(name)")
    }
  }
}
