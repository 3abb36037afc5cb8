extension CubicPath {
  /// Maximum number of segments of a path that is read from text.
  public static let mostSegments = 256

  /// A path from SVG's notation, in page pixels: `M 10,20 C 15,0 45,0 50,20 …`.
  ///
  /// Only one absolute move and absolute cubic curves are valid. The text starts with `M` and a
  /// point. Each segment is a `C` with three points: two control points and the end; the `C` may be
  /// omitted after the first segment. Numbers are within ±1,000,000, separated by spaces or commas.
  ///
  /// - Throws: For any other text, or more than ``mostSegments`` segments.
  public init(_ text: String) throws(CubicPathError) {
    var words = Words(text)
    guard words.next() == "M" else { throw CubicPathError("it must start with M and a point") }
    var end = try words.point()
    guard words.next() == "C" else {
      throw CubicPathError("after its first point, C and three points must follow")
    }
    var segments: [Segment] = []
    while true {
      guard segments.count < Self.mostSegments else {
        throw CubicPathError("it has more than \(Self.mostSegments) segments")
      }
      let segment = Segment(end, try words.point(), try words.point(), try words.point())
      segments.append(segment)
      end = segment.end
      if words.peek == "C" { _ = words.next() } else if words.peek == nil { break }
    }
    self.init(segments)
  }

  /// The numbers and letters of a text, in order.
  private struct Words {
    private var rest: ArraySlice<Substring>

    init(_ text: String) {
      // M and C are words of their own; the letter of an exponent isn't.
      var spaced = ""
      for letter in text {
        if letter == "M" || letter == "C" { spaced += " \(letter) " } else { spaced.append(letter) }
      }
      rest = spaced.split { $0 == "," || $0.isWhitespace }[...]
    }

    var peek: Substring? { rest.first }

    mutating func next() -> Substring? { rest.popFirst() }

    mutating func point() throws(CubicPathError) -> SIMD2<Double> {
      SIMD2(try number(), try number())
    }

    private mutating func number() throws(CubicPathError) -> Double {
      guard let word = next() else { throw CubicPathError("a number is missing at its end") }
      guard let value = Double(word), abs(value) <= 1e6 else {
        throw CubicPathError(
          "'\(word.prefix(40))' isn't a number within ±1000000; only M, C and such numbers are valid"
        )
      }
      return value
    }
  }
}

/// The error for a text that isn't a path of cubic segments.
public struct CubicPathError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The error, and the valid syntax.
  public let description: String

  init(_ description: String) { self.description = description }
}
