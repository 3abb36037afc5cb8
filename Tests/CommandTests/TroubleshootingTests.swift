import Foundation
import Testing

/// DocC's article on what goes wrong quotes messages, each of which somebody will search for.
@Suite struct TroubleshootingTests {
  private static let sources = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Sources")

  /// What the article's quotes have in the places of values, and words of others.
  private static let values = [
    "/dev/dri/renderD128 (660 root:render)", "/dev/dri/renderD128 (660 nobody:nogroup)",
    "/dev/dri/renderD128", "www-data", "EGL_BAD_DEVICE_EXT", "550.54.14", "550.90.07", "cuda:2",
    "2 threads", "libEGL_nvidia.so.0", "amdgpu", "virtio_gpu",
    "11 (Segmentation fault)", "60", "guilty", "llvmpipe", "…",
  ]

  /// The constant parts of all messages, without the spaces at their ends.
  private static let parts = Result { Set(try texts().flatMap(MessageScanner.parts)) }

  private static func texts() throws -> [String] {
    var texts: [String] = []
    for folder in ["GLES", "CurlGL", "PageCurl", "Doctor", "PageFilm", "CurlBench", "glcurl"] {
      let files = FileManager.default.enumerator(
        at: sources.appending(path: folder), includingPropertiesForKeys: nil)
      while let file = files?.nextObject() as? URL {
        guard file.pathExtension == "swift" else { continue }
        texts.append(try String(contentsOf: file, encoding: .utf8))
      }
    }
    try #require(texts.count > 100)
    return texts
  }

  /// Whether words are made of whole parts, and of three words or more out of one.
  private func isSaid(_ words: ArraySlice<Substring>, _ parts: Set<String>) -> Bool {
    guard !words.isEmpty else { return true }
    for count in (1...words.count).reversed() {
      let text = words.prefix(count).joined(separator: " ")
      let isPart = parts.contains(text) || count > 2 && parts.contains { $0.contains(text) }
      if isPart && isSaid(words.dropFirst(count), parts) { return true }
    }
    return false
  }

  private func isSaid(_ quote: String, _ parts: Set<String>) -> Bool {
    var rest = quote
    for value in Self.values { rest = rest.replacingOccurrences(of: value, with: "\u{1}") }
    return rest.split(separator: "\u{1}").allSatisfy {
      isSaid($0.split(separator: " ")[...], parts)
    }
  }

  @Test("Every message that it quotes is one that the program says")
  func quotes() throws {
    let parts = try Self.parts.get()
    let article = try String(
      contentsOf: Self.sources.appending(path: "PageCurl/PageCurl.docc/Troubleshooting.md"),
      encoding: .utf8)
    let errors = try String(
      contentsOf: Self.sources.appending(path: "PageCurl/RenderError.swift"), encoding: .utf8)
    var quotes: [String] = []
    for line in article.split(separator: "\n") where line.hasPrefix("| ") {
      let cell = line.split(separator: "|")[0]
        .split(separator: "`", omittingEmptySubsequences: false)
      quotes += cell.indices.filter { $0 % 2 == 1 }.map { String(cell[$0]) }
    }
    #expect(quotes.count > 15)
    for quote in quotes {
      #expect(isSaid(quote, parts) || errors.contains("case \(quote)\n"), "\(quote)")
    }
  }

  @Test("What the program doesn't say isn't found, whatever words it has")
  func inventions() throws {
    let parts = try Self.parts.get()
    #expect(isSaid("OpenGL is software: no GPU was found", parts))
    #expect(isSaid("www-data is there, but www-data may not open it", parts))
    for quote in [
      "OpenGL is software: no GPU is found", "is there, but www-data has no right to open it",
      "the device is reset (guilty)", "libEGL.so.1 is absent",
    ] {
      #expect(!isSaid(quote, parts), "\(quote)")
    }
  }
}

/// Finds the strings in Swift's text.
private enum MessageScanner {
  /// The constant parts of all strings, strings in the interpolations of others among them; those
  /// that are put together by + are one.
  static func parts(_ text: String) -> [String] {
    let code = text.split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("//") }
      .joined(separator: "\n").replacing(/"\s*\+\s*"/, with: "")
    let characters = Array(code.replacing("\"\"\"", with: String(longMark)))
    var (place, found) = (0, [String]())
    while place < characters.count {
      place += 1
      if isMark(characters[place - 1]) { string(characters, &place, &found) }
    }
    return found.map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
      .filter { !$0.isEmpty }
  }

  /// Stands for three quotation marks.
  private static let longMark: Character = "\u{1}"

  private static func isMark(_ character: Character) -> Bool {
    character == "\"" || character == longMark
  }

  /// A string from behind its first quotation mark to behind its last.
  private static func string(_ text: [Character], _ place: inout Int, _ found: inout [String]) {
    let mark = text[place - 1]
    var part = ""
    while place < text.count, text[place] != mark {
      guard text[place] == "\\", place + 1 < text.count else {
        part.append(text[place])
        place += 1
        continue
      }
      place += 2
      guard text[place - 1] == "(" else {
        if text[place - 1] == "\"" { part.append("\"") }
        continue
      }
      found.append(part)
      part = ""
      interpolation(text, &place, &found)
    }
    found.append(part)
    place += 1
  }

  /// An interpolation from behind its first parenthesis to behind its last.
  private static func interpolation(
    _ text: [Character], _ place: inout Int, _ found: inout [String]
  ) {
    var depth = 1
    while place < text.count, depth > 0 {
      place += 1
      switch text[place - 1] {
      case "(": depth += 1
      case ")": depth -= 1
      case let mark where isMark(mark): string(text, &place, &found)
      default: break
      }
    }
  }
}
