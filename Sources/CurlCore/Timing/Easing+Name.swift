extension Easing {
  /// The easing with a name: one of `names`, `cubic-bezier(x1, y1, x2, y2)` or `spring(response,
  /// damping)`.
  ///
  /// Nil for an unknown name and for numbers out of their ranges: x1 and x2 are in 0…1, y1 and y2 in
  /// −1000…1000; for a spring see `Spring`.
  public init?(name: String) {
    if let named = Self.named.first(where: { $0.name == name }) {
      self = named.easing
    } else if let numbers = Self.numbers(4, of: "cubic-bezier", in: name),
      let bezier = CubicBezier(numbers[0], numbers[1], numbers[2], numbers[3])
    {
      self = .bezier(bezier)
    } else if let numbers = Self.numbers(2, of: "spring", in: name),
      let spring = Spring(response: numbers[0], damping: numbers[1])
    {
      self = .spring(spring)
    } else {
      return nil
    }
  }

  /// The `count` numbers of `function(…)`; nil for any other text.
  private static func numbers(_ count: Int, of function: String, in text: String) -> [Double]? {
    let opening = function + "("
    guard text.hasPrefix(opening), text.hasSuffix(")") else { return nil }
    let parts = text.dropFirst(opening.count).dropLast()
      .split(separator: ",", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { part in
      Double(part.drop { $0 == " " }.prefix { $0 != " " }).flatMap { number in
        // Only spaces may follow the number.
        part.drop { $0 == " " }.drop { $0 != " " }.allSatisfy { $0 == " " } ? number : nil
      }
    }
    return parts.count == count && numbers.count == count ? numbers : nil
  }

  /// The name from which `init(name:)` makes this easing.
  public var name: String {
    if let named = Self.named.first(where: { $0.easing == self }) { return named.name }
    switch self {
    case .bezier(let bezier):
      let (first, second) = (bezier.first, bezier.second)
      return "cubic-bezier(\(first.x), \(first.y), \(second.x), \(second.y))"
    case .spring(let spring): return "spring(\(spring.response), \(spring.damping))"
    default: preconditionFailure("every curve has a name")
    }
  }

  /// The names of all easings except `cubic-bezier(x1, y1, x2, y2)` and `spring(response, damping)`.
  public static let names = named.map { $0.name }

  private static let named: [(name: String, easing: Easing)] =
    [
      ("linear", .linear), ("hold", .hold), ("ease", .ease), ("ease-in", .easeIn),
      ("ease-out", .easeOut), ("ease-in-out", .easeInOut), ("smoothstep", .smoothstep),
      ("paper", .paper),
    ]
    + Curve.allCases.flatMap { curve in
      Side.allCases.map { ("ease-\($0.rawValue)-\(curve.rawValue)", .curve(curve, $0)) }
    }
}
