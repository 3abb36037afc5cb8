package import PageCurl

/// A number in its given unit.
package struct Quantity: Sendable, Equatable {
  let value: Double
  /// Whether the unit is per cent of the page's width.
  var isPercent = false

  /// Reads `9%`, `92px` or `92`; nil for any other text.
  package init?(_ text: String) {
    let unit = ["%", "px"].first { text.hasSuffix($0) } ?? ""
    guard let value = Double(text.dropLast(unit.count)), value.isFinite else { return nil }
    self.init(value: value, isPercent: unit == "%")
    if unit == "px" { isPixels = true }
  }

  package init(value: Double, isPercent: Bool = false) {
    self.value = value
    self.isPercent = isPercent
  }

  package init(_ length: Length) {
    switch length {
    case .pixels(let value): self.init(value: value)
    case .percent(let value): self.init(value: value, isPercent: true)
    }
  }

  /// A number, or a text as the other initialiser reads it; nil for any other value.
  init?(_ node: JSONNode) {
    switch node.value {
    case .number(let value): self.init(value: value)
    case .string(let text): self.init(text)
    default: return nil
    }
  }

  /// A value for a parameter, whose path in the file is `path`; only a length may be a text.
  init(_ node: JSONNode, _ path: String, as parameter: ParameterDescription) throws(JSONFault) {
    let isLength = parameter.unit == .length
    let isText = if case .string = node.value { true } else { false }
    guard let quantity = Quantity(node), isLength || !isText,
      quantity.fault(as: parameter) == nil
    else {
      throw JSONFault(
        line: node.line, field: path,
        what:
          "\(node.excerpt), but \(parameter.name) must be a number\(parameter.unit.numberSuffix) "
          + "from \(parameter.range.lowerBound.short) to \(parameter.range.upperBound.short)"
          + (isLength ? ", in page pixels, or a text such as \"9%\"" : ""))
    }
    self = quantity
  }

  /// Whether the unit was given as px.
  private var isPixels = false

  /// The value for a parameter, with lengths in page pixels.
  package func number(on page: PageSize) -> Double {
    isPercent ? Length.percent(value).pixels(on: page) : value
  }

  /// The number with its given unit.
  var text: String { value.short + (isPercent ? "%" : isPixels ? "px" : "") }

  /// The error's remedy with the valid values; nil if the parameter accepts this number.
  func fault(as parameter: ParameterDescription) -> String? {
    let isLength = parameter.unit == .length
    if parameter.range.contains(value), isLength || !(isPercent || isPixels) { return nil }
    let range = "\(parameter.range.lowerBound.short) to \(parameter.range.upperBound.short)"
    return isLength
      ? "give per cent of the page's width, such as 9%, or page pixels, from \(range)"
      : isPercent || isPixels
        ? "\(parameter.name) isn't a length: give a plain number\(parameter.unit.numberSuffix) from \(range)"
        : "give a number\(parameter.unit.numberSuffix) from \(range)"
  }
}

extension ParameterUnit {
  /// The unit after "number", as in "a number of degrees".
  var numberSuffix: String {
    switch self {
    case .degrees: " of degrees"
    case .length, .share, .number: ""
    }
  }
}
