public import CurlSystem

/// Why the sample pages can't be drawn; `description` is a whole sentence.
public enum SamplePagesError: Error, Sendable, Equatable, CustomStringConvertible {
  /// A side is less than 1 or more than `SamplePages.largestSide` pixels.
  case badSize(width: Int, height: Int)
  /// There is no font.
  case noFont
  /// Cairo couldn't make or finish the picture; its words.
  case drawing(String)
  /// A text asks for more than a limit allows.
  case exceeded(LimitExceeded)

  /// The sentence for people.
  public var description: String {
    switch self {
    case .badSize(let width, let height):
      "cannot draw sample pages of \(width) × \(height) pixels: sides go from 1 to "
        + "\(SamplePages.largestSide)"
    case .noFont:
      "cannot draw sample pages: there is no font; install one (apt-get install fonts-dejavu-core)"
    case .drawing(let reason): "cannot draw sample pages: \(reason)"
    case .exceeded(let exceeded): exceeded.description
    }
  }
}
