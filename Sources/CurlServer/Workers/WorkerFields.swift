#if Server
internal import PageFilm

/// The members of a message.
struct WorkerFields {
  private let members: [JSONNode.Member]

  init?(_ message: [UInt8]) {
    guard let members = try? JSONParser.parse(message).members else { return nil }
    self.members = members
  }

  static func message(_ members: [(String, JSON)]) -> [UInt8] {
    Array(JSON.object(members).text.utf8)
  }

  private func value(_ name: String) -> JSONNode.Value? {
    members.first { $0.name == name }?.node.value
  }

  func string(_ name: String) -> String? {
    if case .string(let text)? = value(name) { text } else { nil }
  }

  func number(_ name: String) -> Double? {
    if case .number(let number)? = value(name) { number } else { nil }
  }

  /// The numbers of an array, without those that aren't integers.
  func integers(_ name: String) -> [Int] {
    guard case .array(let values)? = value(name) else { return [] }
    return values.compactMap {
      if case .number(let number) = $0.value { Int(exactly: number) } else { nil }
    }
  }

  func strings(_ name: String) -> [String] {
    guard case .array(let values)? = value(name) else { return [] }
    return values.compactMap { if case .string(let text) = $0.value { text } else { nil } }
  }
}
#endif
