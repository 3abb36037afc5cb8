#if Server
internal import Crypto
internal import Synchronization

/// The keys of a server's clients.
///
/// A line of the file is a name, a colon, and the SHA-256 of the key in hexadecimal digits; then,
/// optionally, limits: `concurrent=4` and `per-minute=600`. Empty lines and lines that begin with
/// `#` are comments.
package final class KeyFile: Sendable {
  /// A key's owner and limits.
  struct Entry: Sendable {
    let name: String
    let digest: [UInt8]
    /// Requests at once; nil is any number.
    var concurrent: Int?
    /// Requests a minute; nil is any number.
    var perMinute: Int?
  }

  /// An error of a line.
  package struct Fault: Error, Sendable {
    /// Number of the line, from 1.
    package let line: Int
    /// What was wrong, and the way out.
    package let what: String
  }

  private struct Use {
    var running = 0
    /// Whether the key had a limit a minute when it was last used.
    var hasLimit = false
    /// Requests that may begin now; refilled with time up to a minute's.
    var tokens: Double
    var last: ContinuousClock.Instant
  }

  private struct State {
    var entries: [Entry]
    var uses: [String: Use] = [:]
  }

  private let state: Mutex<State>

  /// The keys of a file's text.
  package init(_ text: String) throws(Fault) {
    state = Mutex(State(entries: try Self.entries(text)))
  }

  /// Takes the keys of a changed file; requests that run go on.
  package func replace(with text: String) throws(Fault) {
    let entries = try Self.entries(text)
    state.withLock { $0.entries = entries }
  }

  private static func entries(_ text: String) throws(Fault) -> [Entry] {
    let form =
      "write a name, a colon and the SHA-256 of the key, 64 hexadecimal digits: "
      + "printf %s KEY | sha256sum"
    return try lines(text, form) { $0.count == 32 }.map { line throws(Fault) in
      var entry = Entry(name: line.name, digest: line.bytes)
      for word in line.words {
        let pair = word.split(separator: "=", maxSplits: 1)
        guard pair.count == 2, let value = Int(pair[1]), value > 0 else {
          throw line.fault("'\(word.prefix(40))': write concurrent=N or per-minute=N, N from 1")
        }
        switch pair[0] {
        case "concurrent": entry.concurrent = value
        case "per-minute": entry.perMinute = value
        default: throw line.fault("'\(word.prefix(40))': write concurrent=N or per-minute=N")
        }
      }
      return entry
    }
  }

  /// A line of a file of keys: a name, a colon, bytes in hexadecimal digits, and more words.
  struct Line {
    let number: Int
    let name: String
    let bytes: [UInt8]
    let words: ArraySlice<Substring>

    /// An error of this line.
    func fault(_ what: String) -> Fault { Fault(line: number, what: what) }
  }

  /// The lines of a file of keys, at least one; empty lines and comments are left out.
  ///
  /// `form` says what a line should be, for errors, and `isRight` whether its bytes are as many as
  /// they should be.
  static func lines(
    _ text: String, _ form: String, _ isRight: ([UInt8]) -> Bool
  ) throws(Fault) -> [Line] {
    var lines: [Line] = []
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .enumerated()
    {
      let words = line.split(whereSeparator: \.isWhitespace)
      guard let first = words.first, !first.hasPrefix("#") else { continue }
      let parts = first.split(separator: ":", omittingEmptySubsequences: false)
      guard parts.count == 2, !parts[0].isEmpty, let bytes = bytes(parts[1]), isRight(bytes) else {
        throw Fault(line: index + 1, what: form)
      }
      let new = Line(
        number: index + 1, name: String(parts[0]), bytes: bytes, words: words.dropFirst())
      guard !lines.contains(where: { $0.name == new.name }) else {
        throw new.fault("the name \(new.name) stands here twice: give each key its own")
      }
      lines.append(new)
    }
    guard !lines.isEmpty else {
      throw Fault(line: 1, what: "the file has no key: with it, no request would be answered")
    }
    return lines
  }

  /// Whether bytes are equal; takes the same time wherever they differ.
  static func isEqual(_ bytes: [UInt8], _ others: [UInt8]) -> Bool {
    bytes.count == others.count && zip(bytes, others).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }

  private static func bytes(_ hexadecimal: Substring) -> [UInt8]? {
    let digits = Array(hexadecimal.utf8)
    guard digits.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    for at in stride(from: 0, to: digits.count, by: 2) {
      let pair = String(decoding: digits[at..<(at + 2)], as: UTF8.self)
      guard pair.allSatisfy(\.isHexDigit), let byte = UInt8(pair, radix: 16) else { return nil }
      bytes.append(byte)
    }
    return bytes
  }

  /// The entry of a key; nil if there is none.
  ///
  /// Takes the same time wherever a digest differs.
  func entry(of key: String) -> Entry? {
    let digest = Array(SHA256.hash(data: Array(key.utf8)))
    var found: Entry?
    for entry in state.withLock({ $0.entries }) {
      if Self.isEqual(entry.digest, digest) { found = entry }
    }
    return found
  }

  /// Begins a request of a key; call ``end(_:)`` after it.
  ///
  /// - Throws: A problem if the key has reached one of its limits.
  func begin(_ entry: Entry) throws(Problem) {
    let now = ContinuousClock.now
    let wait = state.withLock { state -> Int? in
      let perMinute = entry.perMinute.map(Double.init)
      var use = state.uses[entry.name] ?? Use(tokens: 0, last: now)
      if let perMinute {
        // A limit that the file has got since begins full.
        if !use.hasLimit { use.tokens = perMinute }
        let passed = (now - use.last) / .seconds(1)
        use.tokens = min(use.tokens + passed * perMinute / 60, perMinute)
      }
      use.last = now
      use.hasLimit = perMinute != nil
      defer { state.uses[entry.name] = use }
      if let most = entry.concurrent, use.running >= most { return 1 }
      if let perMinute {
        guard use.tokens >= 1 else {
          return max(1, Int(((1 - use.tokens) * 60 / perMinute).rounded(.up)))
        }
        use.tokens -= 1
      }
      use.running += 1
      return nil
    }
    if let wait {
      throw Problem(
        .busy, "the key '\(entry.name)' has reached its limit: try again later", retryAfter: wait)
    }
  }

  /// Ends a request of a key.
  func end(_ entry: Entry) { state.withLock { $0.uses[entry.name]?.running -= 1 } }
}
#endif
