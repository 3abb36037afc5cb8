package import PageCurl

/// A numeric parameter of a turn and what it is set to.
package struct Setting: Sendable {
  /// The option that set it, for people, such as `--radius`.
  package let option: String
  /// The parameter's name.
  package let name: String
  package let quantity: Quantity

  package init(option: String, name: String, _ quantity: Quantity) {
    self.option = option
    self.name = name
    self.quantity = quantity
  }

  /// What is wrong with it for a turn, in a sentence; nil where the turn has such a parameter, and it
  /// can be this.
  package func fault(on turn: any Turn) -> String? {
    let parameters = turn.parameterDescriptions
    guard let parameter = parameters.first(where: { $0.name == name }) else {
      return "\(option): the turn \(type(of: turn).name) has no \(name): "
        + Spelling.hint(for: name, among: parameters.map(\.name))
    }
    return quantity.fault(as: parameter).map { "\(option): \(quantity.text) can't be: \($0)" }
  }
}
