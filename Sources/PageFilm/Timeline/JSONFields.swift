internal import PageCurl

/// The members of an object of a timeline or script, read by name; unknown members are rejected.
package struct JSONFields {
  /// Path in the file, such as `tracks.angle[2]`; empty for the whole file.
  let path: String
  let line: Int
  private let members: [JSONNode.Member]
  private let possible: [String]

  /// The members of an object.
  ///
  /// Throws for an unknown member, and for a null member whose name isn't in `nullable`; a
  /// `nullable` of nil allows every null.
  init(_ node: JSONNode, _ path: String, _ possible: [String], nullable: [String]? = nil)
    throws(JSONFault)
  {
    guard let members = node.members else {
      throw JSONFault(
        line: node.line, field: path, what: "\(node.excerpt), but it must be an object { … }")
    }
    for member in members where !possible.contains(member.name) {
      throw JSONFault(
        line: member.line, field: Self.join(path, member.name),
        what: "unknown field: " + Spelling.hint(for: member.name, among: possible))
    }
    for member in members {
      guard case .null = member.node.value, nullable?.contains(member.name) == false else {
        continue
      }
      throw JSONFault(
        line: member.line, field: Self.join(path, member.name), what: "null: omit the field instead"
      )
    }
    self.path = path
    self.line = node.line
    self.members = members
    self.possible = possible
  }

  /// Path of the member `name` of `path`.
  static func join(_ path: String, _ name: String) -> String {
    path.isEmpty ? "\(name.prefix(40))" : "\(path).\(name.prefix(40))"
  }

  /// A member; nil if it is missing or null.
  func node(_ name: String) -> JSONNode? {
    guard let node = members.first(where: { $0.name == name })?.node else { return nil }
    if case .null = node.value { return nil }
    return node
  }

  /// Whether a member exists; it may be null.
  func has(_ name: String) -> Bool { members.contains { $0.name == name } }

  /// Path of a member in the file.
  func path(_ name: String) -> String { Self.join(path, name) }

  /// An error about a member.
  func fault(_ name: String, _ what: String) -> JSONFault {
    JSONFault(line: node(name)?.line ?? line, field: path(name), what: what)
  }

  /// A required member.
  func required(_ name: String) throws(JSONFault) -> JSONNode {
    guard let node = node(name) else { throw fault(name, "is missing") }
    return node
  }

  /// A number in a range; nil if missing.
  func number(_ name: String, _ range: ClosedRange<Double>, _ unit: String = "")
    throws(JSONFault) -> Double?
  {
    guard let node = node(name) else { return nil }
    guard case .number(let value) = node.value, range.contains(value) else {
      throw fault(
        name,
        "\(node.excerpt), but it must be a number from \(range.lowerBound.short) to "
          + "\(range.upperBound.short)\(unit)")
    }
    return value
  }

  /// A whole number in a range; nil if missing.
  func count(_ name: String, _ range: ClosedRange<Int>) throws(JSONFault) -> Int? {
    guard let node = node(name) else { return nil }
    guard case .number(let value) = node.value, let count = Int(exactly: value),
      range.contains(count)
    else {
      throw fault(
        name,
        "\(node.excerpt), but it must be a whole number from \(range.lowerBound) to "
          + "\(range.upperBound)")
    }
    return count
  }

  /// A flag; false if missing.
  func flag(_ name: String) throws(JSONFault) -> Bool {
    guard let node = node(name) else { return false }
    guard case .bool(let value) = node.value else {
      throw fault(name, "\(node.excerpt), but it must be true or false")
    }
    return value
  }

  /// One of the values of `Word`; nil if missing.
  func word<Word: RawRepresentable & CaseIterable>(_ name: String) throws(JSONFault) -> Word?
  where Word.RawValue == String {
    guard let text = try string(name) else { return nil }
    guard let word = Word(rawValue: text) else {
      throw fault(
        name,
        "\"\(text.prefix(40))\": "
          + Spelling.hint(for: text, among: Word.allCases.map(\.rawValue)))
    }
    return word
  }

  /// Two numbers, each in a range, such as a point; nil if missing.
  func pair(_ name: String, _ range: ClosedRange<Double>, _ unit: String = "")
    throws(JSONFault) -> SIMD2<Double>?
  {
    guard let node = node(name) else { return nil }
    if case .array(let values) = node.value, values.count == 2,
      case .number(let x) = values[0].value, case .number(let y) = values[1].value,
      range.contains(x), range.contains(y)
    {
      return SIMD2(x, y)
    }
    throw fault(
      name,
      "\(node.excerpt), but it must be two numbers in brackets, such as [780, 300], each from "
        + "\(range.lowerBound.short) to \(range.upperBound.short)\(unit)")
  }

  /// A length in a range that is the same for both units: page pixels, or a text such as `9%`; nil
  /// if missing.
  func length(_ name: String, _ range: ClosedRange<Double>) throws(JSONFault) -> Length? {
    guard let node = node(name) else { return nil }
    guard let quantity = Quantity(node), range.contains(quantity.value) else {
      throw fault(
        name,
        "\(node.excerpt), but it must be a number from \(range.lowerBound.short) to "
          + "\(range.upperBound.short), in page pixels, or a text such as "
          + "\"\(range.lowerBound < 0 ? "-" : "")9%\"")
    }
    return quantity.isPercent ? .percent(quantity.value) : .pixels(quantity.value)
  }

  /// A string; nil if missing.
  func string(_ name: String) throws(JSONFault) -> String? {
    guard let node = node(name) else { return nil }
    guard case .string(let value) = node.value else {
      throw fault(name, "\(node.excerpt), but it must be a text in quotes")
    }
    return value
  }
}
