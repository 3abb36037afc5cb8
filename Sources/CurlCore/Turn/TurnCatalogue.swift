/// One of the catalogue's turns, with its settings.
///
/// An enumeration, because Embedded Swift has neither existentials nor metatypes; elsewhere any
/// ``Turn`` can be held as `any Turn`.
public enum CatalogueTurn: Sendable, Equatable {
  case curl(CurlParameters)
  case bookCurl(BookCurlTurn)
  case cornerFold(CornerFoldTurn)
  case leaves(LeavesTurn)
  case roll(RollTurn)
  case hinge(HingeTurn)
  case bend(BendTurn)
  case flip(FlipTurn)
  case card(CardTurn)
  case slide(SlideTurn)
  case cover(CoverTurn)
  case drop(DropTurn)
  case effect(EffectTurn)
  case noTurn(NoTurn)

  /// Calls a visitor with the turn as a value of its own type, and keeps what the visitor set on it.
  public mutating func visit<Visitor: TurnVisitor>(_ visitor: Visitor) -> Visitor.Result {
    func visited<T: Turn>(_ turn: T, _ wrap: (T) -> CatalogueTurn) -> Visitor.Result {
      var turn = turn
      defer { self = wrap(turn) }
      return visitor.visit(&turn)
    }
    return switch self {
    case .curl(let turn): visited(turn) { .curl($0) }
    case .bookCurl(let turn): visited(turn) { .bookCurl($0) }
    case .cornerFold(let turn): visited(turn) { .cornerFold($0) }
    case .leaves(let turn): visited(turn) { .leaves($0) }
    case .roll(let turn): visited(turn) { .roll($0) }
    case .hinge(let turn): visited(turn) { .hinge($0) }
    case .bend(let turn): visited(turn) { .bend($0) }
    case .flip(let turn): visited(turn) { .flip($0) }
    case .card(let turn): visited(turn) { .card($0) }
    case .slide(let turn): visited(turn) { .slide($0) }
    case .cover(let turn): visited(turn) { .cover($0) }
    case .drop(let turn): visited(turn) { .drop($0) }
    case .effect(let turn): visited(turn) { .effect($0) }
    case .noTurn(let turn): visited(turn) { .noTurn($0) }
    }
  }
}

/// What is done with a turn, whichever type it has.
public protocol TurnVisitor {
  associatedtype Result
  /// Looks at a turn, or sets something on it.
  func visit<T: Turn>(_ turn: inout T) -> Result
}

/// All turns by name: what the command line offers.
public enum TurnCatalogue {
  /// The turns with their defaults, in the order in which they are listed.
  public static let turns: [CatalogueTurn] = [
    .curl(CurlParameters()), .bookCurl(BookCurlTurn()), .cornerFold(CornerFoldTurn()),
    .leaves(LeavesTurn()), .roll(RollTurn()), .hinge(HingeTurn()), .bend(BendTurn()),
    .flip(FlipTurn()), .card(CardTurn()), .slide(SlideTurn()), .cover(CoverTurn()),
    .drop(DropTurn()), .effect(EffectTurn()), .noTurn(NoTurn()),
  ]
}

#if !hasFeature(Embedded)
  private struct TypeVisitor: TurnVisitor {
    func visit<T: Turn>(_ turn: inout T) -> any Turn.Type { T.self }
  }

  extension TurnCatalogue {
    /// The types of the turns.
    public static let all: [any Turn.Type] = turns.map {
      var turn = $0
      return turn.visit(TypeVisitor())
    }

    /// The turns' names.
    public static var names: [String] { all.map { $0.name } }

    /// The names of those that turn a leaf onto the page that faces it.
    public static var namesForSpreads: [String] {
      all.filter { $0.turnsSpreads }.map { $0.name }
    }

    /// The names of those that move several leaves in one flight.
    public static var namesForFlights: [String] {
      all.filter { $0.turnsFlights }.map { $0.name }
    }

    /// The turn of a name; nil where there is none.
    public static func turn(named name: String) -> (any Turn.Type)? {
      all.first { $0.name == name }
    }
  }
#endif

/// What a numeric parameter of a turn is, whatever the turn's type.
public struct ParameterDescription: Sendable, Equatable {
  /// Its name.
  public let name: String
  /// What its numbers mean.
  public let unit: ParameterUnit
  /// What it may be, lengths in page pixels or per cent alike.
  public let range: ClosedRange<Double>
  /// What it does, in a sentence.
  public let summary: String
}

extension Turn {
  /// The numeric parameters of its defaults, described.
  public static var parameterDescriptions: [ParameterDescription] { Self().parameterDescriptions }

  /// Its numeric parameters, described.
  public var parameterDescriptions: [ParameterDescription] {
    parameters.map {
      ParameterDescription(name: $0.name, unit: $0.unit, range: $0.range, summary: $0.summary)
    }
  }

  /// The names of its presets, and what each is in a few words.
  public static var presetDescriptions: [(name: String, summary: String)] {
    presets.map { (name: $0.name, summary: $0.summary) }
  }

  /// The turn with a preset's settings; nil where it has no preset of that name.
  public init?(preset name: String) {
    guard let preset = Self.presets.first(where: { $0.name == name }) else { return nil }
    self = preset.turn
  }

  /// A numeric parameter's value, as it was given: a length in page pixels, or in per cent where it
  /// follows the page's width; nil where there is none of that name, or it follows something else.
  public func given(_ name: String) -> (value: Double, isPercent: Bool)? {
    let pages = [100, 200].map { PageSize(width: $0, height: $0) }
    guard let small = value(of: name, on: pages[0]), let large = value(of: name, on: pages[1])
    else { return nil }
    return (small, small != large)
  }
}
