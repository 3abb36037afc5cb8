/// Limits on input; the defaults are safe for untrusted files.
///
/// Each limit is checked against the values that a file declares, before memory is allocated. The
/// options `--max-memory` and `--timeout` limit memory and time of the whole program.
public struct Limits: Sendable, Equatable, ExpressibleByDictionaryLiteral {
  /// Name of a limit, as users write it.
  public enum Name: String, Sendable, CaseIterable {
    /// Pixels of the longer side of a picture, read or written.
    case side
    /// Pixels of a picture, read or written.
    case pixels
    /// Pixels of all pages in memory at once.
    case pagePixels = "page-pixels"
    /// Bytes of a file that is read.
    case fileBytes = "file-bytes"
    /// Scans of a JPEG times its pixels: a file of a few kilobytes may have hundreds of scans.
    ///
    /// The default is 12 scans of the largest picture, and encoders write 10.
    case scanPixels = "scan-pixels"
    /// Frames of a film.
    case frames
    /// Bytes of a text.
    case textBytes = "text-bytes"
    /// Lines of a text, as in the file.
    case textLines = "text-lines"
    /// Words of a text.
    case textWords = "text-words"
    /// Runs of one font, script and direction per 1,000 bytes of a text: each costs as much time as
    /// many letters.
    ///
    /// The first 100,000 runs of a text aren't limited. Japanese has some 150 per 1,000 bytes.
    case textRuns = "text-runs"
    /// Pages of a book, including those that a script inserts.
    case pages
    /// Events of a script and their results; crossings of a timeline's thresholds.
    ///
    /// The default suffices for a finger that moves 80 times a second for an hour.
    case events
    /// Edits of a script; effects of a stack and segments of their paths.
    case edits
    /// Bytes of a JSON text, or of one line of a script.
    case jsonBytes = "json-bytes"
    /// Nesting depth of JSON values.
    case jsonDepth = "json-depth"

    /// Largest allowed value; nested JSON is read recursively, on the stack.
    public var most: Int { self == .jsonDepth ? 1000 : 1 << 50 }

    /// Default value.
    public var standard: Int {
      switch self {
      case .side: 65_535
      case .pixels: 200_000_000
      case .pagePixels: 1_000_000_000
      case .fileBytes: 1 << 30
      case .scanPixels: 2_400_000_000
      case .frames: 1_000_000
      case .textBytes: 32 << 20
      case .textLines: 1_000_000
      case .textWords: 5_000_000
      case .textRuns: 400
      case .pages: 100_000
      case .events: 300_000
      case .edits: 100_000
      case .jsonBytes: 16 << 20
      case .jsonDepth: 32
      }
    }

    /// Unit of the limit, for messages, such as "pixels of a picture's longer side".
    public var meaning: String {
      switch self {
      case .side: "pixels of a picture's longer side"
      case .pixels: "pixels of a picture"
      case .pagePixels: "pixels of all pages in memory"
      case .fileBytes: "bytes of a file"
      case .scanPixels: "scans of a JPEG times its pixels"
      case .frames: "frames of a film"
      case .textBytes: "bytes of a text"
      case .textLines: "lines of a text"
      case .textWords: "words of a text"
      case .textRuns: "runs of one script and font per 1,000 bytes of a text"
      case .pages: "pages of a book"
      case .events: "events"
      case .edits: "edits, or parts of effects"
      case .jsonBytes: "bytes of a JSON text"
      case .jsonDepth: "nested JSON values"
      }
    }
  }

  private var values: [Name: Int] = [:]

  /// The default limits.
  public init() {}

  /// The default limits with exceptions; each is ≥ 1.
  public init(dictionaryLiteral elements: (Name, Int)...) {
    for (name, value) in elements { self[name] = value }
  }

  /// Value of a limit, ≥ 1.
  public subscript(name: Name) -> Int {
    get { values[name] ?? name.standard }
    set {
      precondition(newValue > 0, "a limit is 1 or more")
      values[name] = newValue
    }
  }

  /// Throws if `value` exceeds a limit; `subject` names the input in the message.
  public func check(_ name: Name, _ value: Int, of subject: String) throws(LimitExceeded) {
    guard value > self[name] else { return }
    throw LimitExceeded(name: name, value: value, limit: self[name], subject: subject)
  }

  /// Throws if so many pages of a size in pixels, in memory at once, exceed the limit.
  package func check(pages: Int, width: Int, height: Int) throws(LimitExceeded) {
    try check(
      .pagePixels, pages.multipliedReportingOverflow(by: width * height).partialValue,
      of: "\(pages) pages of \(width) × \(height) pixels")
  }
}

/// Input exceeds a limit.
public struct LimitExceeded: Error, Sendable, Equatable, CustomStringConvertible {
  /// The limit.
  public let name: Limits.Name
  /// Requested value; a lower bound if counting stopped early.
  public let value: Int
  /// Allowed value.
  public let limit: Int
  /// The input, such as "picture 'a.png'".
  public let subject: String

  /// Input that exceeds a limit.
  public init(name: Limits.Name, value: Int, limit: Int, subject: String) {
    (self.name, self.value, self.limit, self.subject) = (name, value, limit, subject)
  }

  /// The message: input, value, and the limit's name.
  public var description: String { "\(subject): \(reason)" }

  /// The message without the input.
  public var reason: String {
    "\(value) \(name.meaning) are more than the limit '\(name.rawValue)' of \(limit)"
  }
}
