public import CurlSystem

/// Sample pages can't be drawn; `description` is a whole sentence.
public enum SamplePagesError: Error, Sendable, Equatable, CustomStringConvertible {
  /// A side is less than 1 or more than `SamplePages.largestSide` pixels.
  case badSize(width: Int, height: Int)
  /// No font is installed.
  case noFont
  /// Cairo couldn't create or finish the picture; its message.
  case drawing(String)
  /// Memory is short; how much is needed and left.
  case noMemory(String)
  /// A text exceeds a limit.
  case exceeded(LimitExceeded)

  /// The message.
  public var description: String {
    switch self {
    case .badSize(let width, let height):
      "cannot draw sample pages of \(width) × \(height) pixels: sides must be 1 to "
        + "\(SamplePages.largestSide)"
    case .noFont:
      "cannot draw sample pages: there is no font; install one (apt-get install fonts-dejavu-core)"
    case .drawing(let reason): "cannot draw sample pages: \(reason)"
    case .noMemory(let shortage): "cannot draw sample pages: \(shortage)"
    case .exceeded(let exceeded): exceeded.description
    }
  }
}
