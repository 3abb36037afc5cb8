#if Server
internal import ArgumentParser
internal import CurlServer
internal import PageCurl
internal import PageFilm

/// Options of a command line as members of a JSON object, by their names without dashes.
///
/// `parameters` and `effects` are those of a timeline. A flag is true or false. A pair, such as
/// `eye-centre`, may be an array of two numbers.
struct RequestOptions: Sendable {
  /// An option that takes a value, or a flag.
  struct Option: Sendable {
    let name: String
    /// What its value is called in the help; nil for a flag.
    let valueName: String?
    let help: String
    /// Words that it accepts, if they are few.
    let words: [String]
  }

  /// Members with a form of their own.
  static let parameters = "parameters"
  static let effects = "effects"
  static let look = "look"
  /// The option that `parameters` stands for.
  static let set = "set"
  /// Options that only a command line has.
  private static let foreign = ["help", "timeline", "json", "convert"]

  /// The options of each of the request's groups.
  private let groups: [[Option]]
  private let limits: Limits

  /// The options of `Request`.
  init<Request: GroupedRequest>(_: Request.Type, _ limits: Limits) {
    groups = Request.groups.map(\.options)
    self.limits = limits
  }

  var options: [Option] { Array(groups.joined()) }

  /// The members of an object.
  func members(_ json: [UInt8]) throws(WorkerFault) -> [JSONNode.Member] {
    let node: JSONNode
    do throws(JSONFault) {
      node = try JSONParser.parse(json, limits)
    } catch {
      throw WorkerFault(
        field: nil, detail: "line \(error.line): \(error.what)")
    }
    guard let members = node.members else {
      throw WorkerFault(field: nil, detail: "\(node.excerpt), but it must be an object { … }")
    }
    return members
  }

  /// Parses an object's members.
  ///
  /// - Parameters:
  ///   - members: The members.
  ///   - pictures: Options whose picture comes as a part of the request, such as "back".
  ///   - type: The options.
  /// - Returns: The options' values.
  /// - Throws: A fault that names the member.
  func parse<Request: GroupedRequest>(
    _ members: [JSONNode.Member], pictures: [String], as type: Request.Type
  ) throws(WorkerFault) -> Request {
    var given: [(member: String, group: Int, words: [String])] = []
    for member in members {
      let (group, words) = try self.arguments(member, pictures)
      given.append((member.name, group, words))
    }
    do {
      var request = Request()
      for (index, group) in Request.groups.enumerated() {
        try group.parse(given.filter { $0.group == index }.flatMap(\.words), &request)
      }
      try request.validate()
      return request
    } catch {
      // The parser's errors don't say which option they are about: try each alone.
      for (member, group, words) in given {
        if let detail = Self.fault(of: words, in: Request.groups[group]) {
          throw WorkerFault(field: member, detail: detail)
        }
      }
      throw WorkerFault(field: nil, detail: Self.sentence(Request.message(for: error)))
    }
  }

  /// The group of a member's option and its words; no words if it is false.
  private func arguments(
    _ member: JSONNode.Member, _ pictures: [String]
  ) throws(WorkerFault) -> (group: Int, words: [String]) {
    let (name, node) = (member.name, member.node)
    let word = name == Self.parameters ? Self.set : name
    let place = groups.firstIndex { $0.contains { $0.name == word } }
    guard let place, name != Self.set,
      let option = groups[place].first(where: { $0.name == word })
    else {
      let names = options.map(\.name).filter { $0 != Self.set } + [Self.parameters]
      throw WorkerFault(
        field: String(name.prefix(40)),
        detail: "unknown option: \(Spelling.hint(for: name, among: names))")
    }
    return (place, try words(option, name, node, pictures))
  }

  /// The words of an option.
  private func words(
    _ option: Option, _ name: String, _ node: JSONNode, _ pictures: [String]
  ) throws(WorkerFault) -> [String] {
    if name == Self.parameters { return try settings(node) }
    if pictures.contains(name) {
      throw WorkerFault(
        field: name, detail: "the request has a part '\(name)', too: drop one of them")
    }
    if name == Self.effects {
      guard case .array = node.value else {
        throw WorkerFault(
          field: name, detail: "\(node.excerpt), but it must be an array of effects [ … ]")
      }
      return ["--effects=\(node.json.text)"]
    }
    let form = RequestForm(option)
    if case .flag = form, case .bool(let isOn) = node.value { return isOn ? ["--\(name)"] : [] }
    guard let text = form.word(node) else {
      throw WorkerFault(field: name, detail: "\(node.excerpt), but it must be \(form.name)")
    }
    // On the command line these options take files, too.
    if name == Self.look, NamedLook.named(text) == nil {
      throw WorkerFault(
        field: name, detail: "\(node.excerpt): " + Spelling.hint(for: text, among: NamedLook.names))
    }
    if ["back", "background"].contains(name), !text.hasPrefix("#"),
      !["mirror", "none"].contains(text)
    {
      throw WorkerFault(
        field: name,
        detail: "\(node.excerpt), but it must be a colour #RRGGBB or #RRGGBBAA, or "
          + "'\(name == "back" ? "mirror" : "none")'; send a picture as the part '\(name)'")
    }
    return ["--\(name)=\(text)"]
  }

  /// The arguments of `parameters`.
  private func settings(_ node: JSONNode) throws(WorkerFault) -> [String] {
    guard let members = node.members else {
      throw WorkerFault(
        field: Self.parameters, detail: "\(node.excerpt), but it must be an object { … }")
    }
    var arguments: [String] = []
    for member in members {
      guard let text = RequestForm.quantity.word(member.node), !member.name.contains("=") else {
        throw WorkerFault(
          field: "\(Self.parameters).\(member.name.prefix(40))",
          detail: "\(member.node.excerpt), but it must be a number or a length such as \"9%\"")
      }
      arguments.append("--set=\(member.name)=\(text)")
    }
    return arguments
  }

  /// The error of an option's words alone; nil if they have none.
  private static func fault<Request: GroupedRequest>(
    of words: [String], in group: RequestGroup<Request>
  ) -> String? {
    do {
      var request = Request()
      try group.parse(words, &request)
      return nil
    } catch {
      let message = group.message(error)
      // Errors of `validate` come after all options have been read: they aren't about one alone.
      guard message.contains("'--"), !words.isEmpty else { return nil }
      return sentence(message)
    }
  }

  /// A message of the parser in terms of JSON: "The value 'x' is invalid for '--radius <length>': …".
  private static func sentence(_ message: String) -> String {
    var text = message
    if text.hasPrefix("Error: ") { text.removeFirst(7) }
    return text.replacing("--", with: "")
  }

  /// The options that requests may have, from the parser's own description of them, JSON.
  static func options<Arguments: ParsableArguments>(of _: Arguments.Type) -> [Option] {
    guard let root = try? JSONParser.parse(Array(Arguments._dumpHelp().utf8)),
      let command = root["command"], case .array(let arguments)? = command["arguments"]?.value
    else { preconditionFailure("the parser describes its options in another way") }
    return arguments.compactMap { argument in
      guard let name = argument["preferredName"]?["name"]?.string, !foreign.contains(name)
      else { return nil }
      let isFlag = argument["kind"]?.string == "flag"
      var words: [String] = []
      if case .array(let values)? = argument["allValues"]?.value {
        words = values.compactMap(\.string)
      }
      return Option(
        name: name, valueName: isFlag ? nil : argument["valueName"]?.string ?? name,
        help: argument["abstract"]?.string ?? "", words: words)
    }
  }
}

extension WorkerFault {
  /// A fault of a request's options; `field` is the member, nil for the whole.
  fileprivate init(field: String?, detail: String) {
    self.init(.invalid, detail, field: field.map { "turn.\($0)" } ?? "turn")
  }
}

extension JSONNode {
  /// A member of an object; nil for anything else.
  fileprivate subscript(name: String) -> JSONNode? {
    members?.first { $0.name == name }?.node
  }

  /// The text of a string; nil for anything else.
  fileprivate var string: String? {
    if case .string(let text) = value { text } else { nil }
  }
}
#endif
