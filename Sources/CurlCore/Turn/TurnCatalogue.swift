/// A turn of the catalogue, with its settings.
///
/// An enumeration, because Embedded Swift lacks existentials and metatypes. Other code can hold any
/// ``Turn`` as `any Turn`.
public enum CatalogueTurn: Sendable, Equatable {
  case curl(CurlTurn)
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

  /// Calls a visitor with the turn as its concrete type, and stores the visitor's changes.
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

/// An operation on a turn of any type.
public protocol TurnVisitor {
  associatedtype Result
  /// Reads or changes a turn.
  func visit<T: Turn>(_ turn: inout T) -> Result
}

/// All turns by name.
public enum TurnCatalogue {
  /// The turns with their defaults, in the order of `glcurl turns`.
  public static let turns: [CatalogueTurn] = [
    .curl(CurlTurn()), .bookCurl(BookCurlTurn()), .cornerFold(CornerFoldTurn()),
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

  /// The names of all turns.
  public static var names: [String] { all.map { $0.name } }

  /// The names of the turns whose leaves can land on a facing page.
  public static var namesForSpreads: [String] {
    all.filter { $0.turnsSpreads }.map { $0.name }
  }

  /// The names of the turns that can move several leaves in one flight.
  public static var namesForFlights: [String] {
    all.filter { $0.turnsFlights }.map { $0.name }
  }

  /// The type of a turn; nil for an unknown name.
  public static func turn(named name: String) -> (any Turn.Type)? {
    all.first { $0.name == name }
  }
}
#endif

/// Description of a numeric parameter, independent of the turn's type.
public struct ParameterDescription: Sendable, Equatable {
  /// Name, as in tracks and `--set`.
  public let name: String
  /// Unit of its values.
  public let unit: ParameterUnit
  /// Valid values; a length has the same range in page pixels and in per cent.
  public let range: ClosedRange<Double>
  /// Meaning, in a few words.
  public let summary: String
}

extension Turn {
  /// Descriptions of the default turn's numeric parameters.
  public static var parameterDescriptions: [ParameterDescription] { Self().parameterDescriptions }

  /// Descriptions of this turn's numeric parameters.
  public var parameterDescriptions: [ParameterDescription] {
    parameters.map {
      ParameterDescription(name: $0.name, unit: $0.unit, range: $0.range, summary: $0.summary)
    }
  }

  /// Name, summary and easing of each preset.
  public static var presetDescriptions: [(name: String, summary: String, ease: Easing)] {
    presets.map { (name: $0.name, summary: $0.summary, ease: $0.ease) }
  }

  /// The turn with a preset's settings; nil for an unknown preset.
  public init?(preset name: String) {
    guard let preset = Self.presets.first(where: { $0.name == name }) else { return nil }
    self = preset.turn
  }

  /// The value of a numeric parameter as it was set: page pixels, or per cent of the page's width.
  ///
  /// nil for an unknown name or a value that isn't set.
  public func given(_ name: String) -> (value: Double, isPercent: Bool)? {
    let pages = [100, 200].map { PageSize(width: $0, height: $0) }
    guard let small = value(of: name, on: pages[0]), let large = value(of: name, on: pages[1])
    else { return nil }
    return (small, small != large)
  }
}
