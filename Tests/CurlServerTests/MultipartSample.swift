#if Server
import TestSupport

@testable import CurlServer

/// A random valid body and what it says.
struct MultipartSample {
  let contentType: String
  private(set) var bytes: [UInt8] = []
  private(set) var parts: [MultipartReading.Part] = []
  private let delimiter: [UInt8]

  /// Pieces of names: what is written in other ways, and what only looks so.
  private static let syllables = [
    "a", "page", "ä", "字", "🙂", "\"", "\\", "%", "%4", " ", ";", "=", "'", "C:\\x", "name=",
    "\u{A0}",
  ]

  init(_ random: inout Random) {
    let characters = Array("-'()+_,./:=?aB9 ".utf8)
    let count = Int.random(in: 0..<(Bool.random(using: &random) ? 4 : 70), using: &random)
    let boundary =
      (0..<count).map { _ in characters.randomElement(using: &random) ?? 0x2D } + [0x2D]
    delimiter = [0x0D, 0x0A, 0x2D, 0x2D] + boundary
    contentType = "multipart/form-data; boundary=\"\(String(decoding: boundary, as: UTF8.self))\""
    if Int.random(in: 0..<4, using: &random) == 0 {
      bytes += Self.data(like: delimiter, &random).prefix(200) + [0x0D, 0x0A]
    }
    bytes += delimiter.dropFirst(2)
    for _ in 0..<Int.random(in: 0...4, using: &random) { addPart(&random) }
    bytes += "--".utf8
    switch Int.random(in: 0..<4, using: &random) {
    case 0: break
    case 1: bytes += " \t".utf8
    case 2: bytes += "\r\n".utf8
    default:
      bytes += " \r\n".utf8
      if Bool.random(using: &random) { bytes += delimiter + "\r\n".utf8 }
    }
  }

  private mutating func addPart(_ random: inout Random) {
    if Int.random(in: 0..<4, using: &random) == 0 { bytes += "\t ".utf8 }
    let name = Self.name(&random)
    let fileName = Bool.random(using: &random) ? Self.name(&random) : nil
    let type = Bool.random(using: &random) ? "image/png; x=\"\(count)\"" : nil
    var parameters = ["name=\(Self.quoted(name, &random))"]
    if let fileName { parameters.append("filename=\(Self.quoted(fileName, &random))") }
    if Bool.random(using: &random) { parameters.append("other=\"\\\"; name=b\"") }
    parameters.shuffle(using: &random)
    var lines = ["Content-Disposition: form-data; \(parameters.joined(separator: "; "))"]
    if let type { lines.append("content-type:\(type) ") }
    if Bool.random(using: &random) { lines.append("Content-Transfer-Encoding: binary") }
    if Bool.random(using: &random) { lines.append("X-Header: \u{E4}; --\r") }
    lines.shuffle(using: &random)
    let data = Self.data(like: delimiter, &random)
    bytes += "\r\n".utf8
    for line in lines { bytes += line.utf8.filter { $0 != 0x0D } + [0x0D, 0x0A] }
    bytes += [0x0D, 0x0A] + data + delimiter
    parts.append(
      MultipartReading.Part(
        headers: MultipartPart(name: name, fileName: fileName, contentType: type), data: data,
        isComplete: true))
  }

  private var count: Int { parts.count }

  private static func name(_ random: inout Random) -> String {
    (0...Int.random(in: 0..<5, using: &random))
      .map { _ in syllables.randomElement(using: &random) ?? "a" }.joined()
  }

  /// A name as browsers write it if that says the same, else as older clients do.
  private static func quoted(_ name: String, _ random: inout Random) -> String {
    let isPlain = name.utf8.allSatisfy(HeaderValue.isToken)
    if isPlain && Bool.random(using: &random) { return name }
    let isOld = name.contains("\\") || Bool.random(using: &random)
    var text = "\""
    for character in name {
      switch character {
      case "\"": text += isOld ? "\\\"" : "%22"
      case "\\": text += "\\\\"
      default: text.append(character)
      }
    }
    return text + "\""
  }

  /// Bytes with much of the delimiter in them, but not all of it.
  static func data(like delimiter: [UInt8], _ random: inout Random) -> [UInt8] {
    var data: [UInt8] = []
    for _ in 0..<Int.random(in: 0..<8, using: &random) {
      switch Int.random(in: 0..<5, using: &random) {
      case 0:
        data += (0..<Int.random(in: 0..<100, using: &random)).map { _ in
          UInt8.random(in: 0...255, using: &random)
        }
      case 1: data += delimiter.prefix(Int.random(in: 0..<delimiter.count, using: &random))
      case 2: data += delimiter.dropFirst(Int.random(in: 1..<delimiter.count, using: &random))
      case 3: data += [0x0D, 0x0A]
      default: data += delimiter.dropLast() + [0x21]
      }
    }
    // The delimiter may stand at the beginning, after the line end of what precedes.
    let line = [0x0D, 0x0A] + data
    let isFree = line.indices.allSatisfy { !line[$0...].starts(with: delimiter) }
    return isFree ? data : data.filter { $0 != 0x2D }
  }
}
#endif
