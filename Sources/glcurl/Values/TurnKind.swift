internal import PageCurl

/// Which turn `--turn` names.
struct TurnKind: Sendable {
  let type: any Turn.Type

  static let curl = TurnKind(type: CurlParameters.self)

  init(type: any Turn.Type) { self.type = type }

  init(argument: String) throws {
    guard let type = TurnCatalogue.turn(named: argument) else {
      throw InvalidValue(Spelling.hint(for: argument, among: TurnCatalogue.names))
    }
    self.type = type
  }

  var name: String { type.name }

  /// The numeric parameters.
  var parameters: [ParameterDescription] { type.parameterDescriptions }
}
