extension Easing {
  /// The easing with a name: one of `names`, or `cubic-bezier(x1, y1, x2, y2)`, x1 and x2 in 0…1.
  ///
  /// Nil for an unknown name or an invalid Bézier.
  public init?(name: String) {
    if let named = Self.named.first(where: { $0.name == name }) {
      self = named.easing
      return
    }
    let opening = "cubic-bezier("
    guard name.hasPrefix(opening), name.hasSuffix(")") else { return nil }
    let parts = name.dropFirst(opening.count).dropLast()
      .split(separator: ",", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { part in
      Double(part.drop { $0 == " " }.prefix { $0 != " " }).flatMap { number in
        // Only spaces may follow the number.
        part.drop { $0 == " " }.drop { $0 != " " }.allSatisfy { $0 == " " } ? number : nil
      }
    }
    guard parts.count == 4, numbers.count == 4,
      let bezier = CubicBezier(numbers[0], numbers[1], numbers[2], numbers[3])
    else { return nil }
    self = .bezier(bezier)
  }

  /// The name from which `init(name:)` makes this easing.
  public var name: String {
    if let named = Self.named.first(where: { $0.easing == self }) { return named.name }
    guard case .bezier(let bezier) = self else { preconditionFailure("every curve has a name") }
    let (first, second) = (bezier.first, bezier.second)
    return "cubic-bezier(\(first.x), \(first.y), \(second.x), \(second.y))"
  }

  /// The names of all easings except `cubic-bezier(x1, y1, x2, y2)`.
  public static let names = named.map { $0.name }

  private static let named: [(name: String, easing: Easing)] =
    [
      ("linear", .linear), ("hold", .hold), ("ease", .ease), ("ease-in", .easeIn),
      ("ease-out", .easeOut), ("ease-in-out", .easeInOut), ("smoothstep", .smoothstep),
    ]
    + Curve.allCases.flatMap { curve in
      Side.allCases.map { ("ease-\($0.rawValue)-\(curve.rawValue)", .curve(curve, $0)) }
    }
}
