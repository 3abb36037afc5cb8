#if Server
internal import CurlServer
internal import PageFilm

/// The JSON values that an option takes.
enum RequestForm {
  case flag
  case number
  case integer
  /// Words that it accepts.
  case words([String])
  /// Numbers that it accepts.
  case numbers([Int])
  /// A number, or a text with a unit.
  case quantity
  /// Seconds, or a text of the command line.
  case pause
  case pair
  case text

  init(_ option: RequestOptions.Option) {
    let numbers = option.words.compactMap { Int($0) }
    switch option.valueName {
    case nil: self = .flag
    case _ where !option.words.isEmpty:
      self = numbers.count == option.words.count ? .numbers(numbers) : .words(option.words)
    case "share", "degrees", "size", "perspective", "factor", "seconds": self = .number
    case "time": self = option.name.hasPrefix("hold") ? .pause : .number
    case "quality", "count": self = .integer
    case "length", "auto|length", "rate": self = .quantity
    case "x,y": self = .pair
    default: self = .text
    }
  }

  /// The word of a command line for a value; nil if the value has another form.
  func word(_ node: JSONNode) -> String? {
    switch (self, node.value) {
    case (.number, .number(let number)), (.quantity, .number(let number)):
      Int(exactly: number).map(String.init) ?? "\(number)"
    // As in a timeline, and other than on the command line, a number is seconds.
    case (.pause, .number(let number)): "\(number)s"
    case (.integer, .number(let number)), (.numbers, .number(let number)):
      Int(exactly: number).map(String.init)
    case (.quantity, .string(let text)), (.pause, .string(let text)), (.words, .string(let text)),
      (.text, .string(let text)):
      text
    case (.pair, .array(let values)) where values.count == 2: Self.pair(values)
    default: nil
    }
  }

  private static func pair(_ values: [JSONNode]) -> String? {
    let words = values.compactMap { RequestForm.number.word($0) }
    return words.count == 2 ? words.joined(separator: ",") : nil
  }

  /// What a value must be, for errors.
  var name: String {
    switch self {
    case .flag: "true or false"
    case .number: "a number"
    case .integer: "a whole number"
    case .words(let words): "one of \(words.joined(separator: ", "))"
    case .numbers(let numbers): "one of \(numbers.map(String.init).joined(separator: ", "))"
    case .quantity, .pause: "a number or a text"
    case .pair: "an array of two numbers"
    case .text: "a text"
    }
  }

  /// JSON Schema of the values.
  var schema: JSON {
    let number: JSON = .object([("type", "number")])
    return switch self {
    case .flag: .object([("type", "boolean")])
    case .number: number
    case .integer: .object([("type", "integer")])
    case .words(let words): .object([("type", "string"), ("enum", .array(words.map(JSON.string)))])
    case .numbers(let numbers):
      .object([("type", "integer"), ("enum", .array(numbers.map(JSON.int)))])
    case .quantity, .pause: .object([("type", .array(["number", "string"]))])
    case .pair:
      .object([
        ("type", "array"), ("items", number), ("minItems", .int(2)), ("maxItems", .int(2)),
      ])
    case .text: .object([("type", "string")])
    }
  }
}
#endif
