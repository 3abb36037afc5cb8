/// A file name with one number field, as in `frames/f_%04d.png`.
///
/// The field is `%d`, or `%0Nd` for at least N digits with leading zeros, N from 1 to 20; `%%` is a
/// per cent sign.
public struct FramePattern: Sendable, Equatable {
  private let prefix: String
  private let suffix: String
  private let digits: Int

  /// Largest N of a field `%0Nd`.
  private static let mostDigits = 20

  /// Parses a pattern.
  ///
  /// - Throws: An error of kind `badPattern`.
  public init(_ pattern: String) throws(ImageFileError) {
    var parts = [""]
    var digits = 0
    var rest = pattern[...]
    while let character = rest.popFirst() {
      guard character == "%" else {
        parts[parts.count - 1].append(character)
        continue
      }
      if rest.first == "%" {
        rest.removeFirst()
        parts[parts.count - 1].append("%")
        continue
      }
      guard let field = Self.field(&rest) else {
        throw Self.error(pattern, "after % it takes d, 0Nd with N from 1 to 20, or another %")
      }
      digits = field
      parts.append("")
    }
    guard parts.count > 1 else { throw Self.error(pattern, "it has no number field") }
    guard parts.count == 2 else { throw Self.error(pattern, "it has more than one number field") }
    prefix = parts[0]
    suffix = parts[1]
    self.digits = digits
  }

  /// A pattern of its parts.
  init(prefix: String, digits: Int, suffix: String) {
    (self.prefix, self.digits, self.suffix) = (prefix, digits, suffix)
  }

  /// The file name for a number ≥ 0.
  public func path(_ number: Int) -> String {
    precondition(number >= 0, "frames are numbered from 0")
    let text = String(number)
    return prefix + String(repeating: "0", count: max(0, digits - text.count)) + text + suffix
  }

  /// Consumes `d` or `0Nd` and returns the digits; nil for other text.
  private static func field(_ rest: inout Substring) -> Int? {
    let specification = rest.prefix { $0 != "d" }
    guard specification.endIndex < rest.endIndex else { return nil }
    rest = rest[specification.endIndex...].dropFirst()
    guard !specification.isEmpty else { return 1 }
    let width = specification.dropFirst()
    guard specification.first == "0", width.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let digits = Int(width), (1...mostDigits).contains(digits)
    else { return nil }
    return digits
  }

  private static func error(_ pattern: String, _ reason: String) -> ImageFileError {
    ImageFileError(
      .badPattern, path: pattern,
      "cannot number files after '\(pattern)': \(reason); write something like 'f_%04d.png'")
  }
}
