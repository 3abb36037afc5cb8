/// All turns by name: what the command line offers.
///
/// A turn is added by one line.
public enum TurnCatalogue {
  /// The turns, in the order in which they are listed.
  public static let all: [any Turn.Type] = [
    CurlParameters.self, BookCurlTurn.self, CornerFoldTurn.self, LeavesTurn.self, RollTurn.self,
    HingeTurn.self, BendTurn.self, FlipTurn.self, CardTurn.self, SlideTurn.self, CoverTurn.self,
    DropTurn.self, EffectTurn.self, NoTurn.self,
  ]

  /// The turns' names.
  public static var names: [String] { all.map { $0.name } }

  /// The names of those that turn a leaf onto the page that faces it.
  public static var namesForSpreads: [String] { all.filter { $0.turnsSpreads }.map { $0.name } }

  /// The names of those that move several leaves in one flight.
  public static var namesForFlights: [String] { all.filter { $0.turnsFlights }.map { $0.name } }

  /// The turn of a name; nil where there is none.
  public static func turn(named name: String) -> (any Turn.Type)? { all.first { $0.name == name } }
}

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

  /// A numeric parameter's value, as it was given: a length in page pixels, or in per cent where it
  /// follows the page's width; nil where there is none of that name, or it follows something else.
  public func given(_ name: String) -> (value: Double, isPercent: Bool)? {
    let pages = [100, 200].map { PageSize(width: $0, height: $0) }
    guard let small = value(of: name, on: pages[0]), let large = value(of: name, on: pages[1])
    else { return nil }
    return (small, small != large)
  }
}
