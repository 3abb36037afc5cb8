package import PageCurl

/// A value for a numeric parameter of a turn.
package struct Setting: Sendable {
  /// What sets it, for messages: an option such as `--radius`, or a path in a timeline.
  package let source: String
  /// The parameter's name.
  package let name: String
  package let quantity: Quantity

  package init(source: String, name: String, _ quantity: Quantity) {
    self.source = source
    self.name = name
    self.quantity = quantity
  }

  /// A sentence if the turn lacks the parameter or rejects the value, else nil.
  package func fault(on turn: any Turn) -> String? {
    let parameters = turn.parameterDescriptions
    guard let parameter = parameters.first(where: { $0.name == name }) else {
      return "\(source): the turn \(type(of: turn).name) has no \(name): "
        + Spelling.hint(for: name, among: parameters.map(\.name))
    }
    return quantity.fault(as: parameter).map { "\(source): \(quantity.text) can't be: \($0)" }
  }
}
