/// How much of anything input may ask for: the one table of limits, with defaults that are safe for
/// files from strangers.
///
/// Each is held against what a file claims, before room for it is made. Memory and time are limits of
/// the whole program, and the program's own: `--max-memory` and `--timeout`.
public struct Limits: Sendable, Equatable, ExpressibleByDictionaryLiteral {
  /// A limit, by the name that users give it.
  public enum Name: String, Sendable, CaseIterable {
    /// Pixels of the longer side of a picture, read or written.
    case side
    /// Pixels of a picture, read or written.
    case pixels
    /// Pixels of all pages that are held at once.
    case pagePixels = "page-pixels"
    /// Bytes of a file that is read.
    case fileBytes = "file-bytes"
    /// Scans of a JPEG times its pixels: a file of a few kilobytes may have hundreds. The default is
    /// 20 scans, twice what encoders write, of as many pixels as a picture may have.
    case scanPixels = "scan-pixels"
    /// Frames of a film.
    case frames
    /// Bytes of a text.
    case textBytes = "text-bytes"
    /// Lines of a text, as they stand in the file.
    case textLines = "text-lines"
    /// Words of a text.
    case textWords = "text-words"
    /// Pages of a book, those that a script inserts included.
    case pages
    /// Events of a script, and what comes of them; crossings of a timeline's thresholds. The default is
    /// that of a finger that moves 80 times a second for an hour.
    case events
    /// Edits of a script; effects of a stack and segments of their paths.
    case edits
    /// Bytes of a JSON text, or of one line of a script.
    case jsonBytes = "json-bytes"
    /// JSON values inside one another.
    case jsonDepth = "json-depth"

    /// The most that it can be set to; JSON is read value within value, on the stack.
    public var most: Int { self == .jsonDepth ? 1000 : 1 << 50 }

    /// The value where nothing else is said.
    public var standard: Int {
      switch self {
      case .side: 65_535
      case .pixels: 120_000_000
      case .pagePixels: 600_000_000
      case .fileBytes: 1 << 30
      case .scanPixels: 2_400_000_000
      case .frames: 1_000_000
      case .textBytes: 32 << 20
      case .textLines: 1_000_000
      case .textWords: 5_000_000
      case .pages: 100_000
      case .events: 300_000
      case .edits: 100_000
      case .jsonBytes: 16 << 20
      case .jsonDepth: 32
      }
    }

    /// What is counted, for people, such as "the longer side in pixels".
    public var meaning: String {
      switch self {
      case .side: "pixels of a picture's longer side"
      case .pixels: "pixels of a picture"
      case .pagePixels: "pixels of all pages held at once"
      case .fileBytes: "bytes of a file"
      case .scanPixels: "scans of a JPEG times its pixels"
      case .frames: "frames of a film"
      case .textBytes: "bytes of a text"
      case .textLines: "lines of a text"
      case .textWords: "words of a text"
      case .pages: "pages of a book"
      case .events: "events"
      case .edits: "edits, or parts of effects"
      case .jsonBytes: "bytes of a JSON text"
      case .jsonDepth: "JSON values inside one another"
      }
    }
  }

  private var values: [Name: Int] = [:]

  /// The standard limits.
  public init() {}

  /// The standard limits but for some; each is 1 or more.
  public init(dictionaryLiteral elements: (Name, Int)...) {
    for (name, value) in elements { self[name] = value }
  }

  /// The value of a limit, 1 or more.
  public subscript(name: Name) -> Int {
    get { values[name] ?? name.standard }
    set {
      precondition(newValue > 0, "a limit is 1 or more")
      values[name] = newValue
    }
  }

  /// Throws where `value` is more than a limit allows; `subject` is what has it, for people.
  public func check(_ name: Name, _ value: Int, of subject: String) throws(LimitExceeded) {
    guard value > self[name] else { return }
    throw LimitExceeded(name: name, value: value, limit: self[name], subject: subject)
  }
}

/// Something that asks for more than a limit allows.
public struct LimitExceeded: Error, Sendable, Equatable, CustomStringConvertible {
  /// The limit.
  public let name: Limits.Name
  /// What was asked for; at least so much where it isn't counted to its end.
  public let value: Int
  /// What is allowed.
  public let limit: Int
  /// What asked for it, such as "picture 'a.png'".
  public let subject: String

  /// Something that asks for more than a limit allows.
  public init(name: Limits.Name, value: Int, limit: Int, subject: String) {
    (self.name, self.value, self.limit, self.subject) = (name, value, limit, subject)
  }

  /// The sentence: what, how much, and the limit's name.
  public var description: String { "\(subject): \(reason)" }

  /// The sentence without its subject.
  public var reason: String {
    "\(value) \(name.meaning) are more than the limit '\(name.rawValue)' of \(limit)"
  }
}
