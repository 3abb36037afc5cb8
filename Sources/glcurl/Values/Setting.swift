internal import PageCurl

/// A numeric parameter of a turn and what it is set to.
struct Setting: Sendable {
  /// The option that set it, for people, such as `--radius`.
  let option: String
  /// The parameter's name.
  let name: String
  let quantity: Quantity

  init(option: String, name: String, _ quantity: Quantity) {
    self.option = option
    self.name = name
    self.quantity = quantity
  }

  /// Reads `name=value`.
  init(argument: String) throws {
    let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
    guard parts.count == 2, let quantity = Quantity(parts[1]) else {
      throw InvalidValue(
        "possible is name=value with a number, such as radius=12% (glcurl turns lists the names)")
    }
    self.init(option: "--set \(parts[0])", name: parts[0], quantity)
  }

  /// Throws where a turn has no such parameter, or it can't be this.
  func check(_ turn: any Turn) throws(CommandError) {
    let parameters = turn.parameterDescriptions
    guard let parameter = parameters.first(where: { $0.name == name }) else {
      throw CommandError(
        .usage,
        "\(option): the turn \(type(of: turn).name) has no \(name): "
          + Spelling.hint(for: name, among: parameters.map(\.name)))
    }
    if let fault = quantity.fault(as: parameter) {
      throw CommandError(.usage, "\(option): \(quantity.text) can't be: \(fault)")
    }
  }
}
