/// Width and height in pixels, as in `--size`.
struct OutputSize: Sendable, CustomStringConvertible {
  /// Longest side, pixels.
  static let largest = 65_535

  let width: Int
  let height: Int

  var description: String { "\(width)×\(height)" }

  init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  init(argument: String) throws {
    let parts = argument.split(omittingEmptySubsequences: false) { "x×".contains($0) }
    guard parts.count == 2, let width = Self.side(parts[0]), let height = Self.side(parts[1]) else {
      throw InvalidValue(
        "give WIDTHxHEIGHT in pixels, each from 1 to \(Self.largest), such as 1024x1366")
    }
    self.width = width
    self.height = height
  }

  private static func side(_ text: Substring) -> Int? {
    guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let value = Int(text),
      (1...largest).contains(value)
    else { return nil }
    return value
  }

  /// Throws if there are more pixels than `limit`.
  func check(limit: Int, option: String = "--size") throws(CommandError) {
    guard width * height > limit else { return }
    throw CommandError(
      .usage,
      "\(option) \(width)x\(height) is \(width * height) pixels, more than \(limit): allow more with "
        + "--max-pixels")
  }
}
