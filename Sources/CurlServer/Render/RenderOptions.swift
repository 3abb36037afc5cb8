#if Server
internal import CurlSystem
internal import PageFilm

/// The options of a signed path: `name=value` with `,` between, each percent-encoded.
///
/// They are the members of the part `turn` of `POST /v1/frame`; `p.NAME` is a member of
/// `parameters`. A value that is JSON, such as 0.4 or true, stands for itself, two numbers with a
/// comma between for an array, and all else for a text. `exp`, `page` and `v` are the path's own.
package struct RenderOptions: Sendable, Equatable {
  /// The options as `POST /v1/frame` takes them, JSON.
  package let json: [UInt8]
  /// The option `page`, from 1; nil without it.
  package let page: Int?
  /// The option `exp`: when the path expires, seconds since 1970; nil if it never does.
  package let expiry: Int?
  /// Whether the path names a version of its source, by the option `v` with any value.
  package let isVersioned: Bool

  /// The options of a segment.
  ///
  /// - Throws: `invalid`.
  package init(_ segment: String) throws(Problem) {
    var own: [String: String] = [:]
    var names: Set<String> = []
    var (members, parameters): ([String], [String]) = ([], [])
    for pair in segment.split(separator: ",", omittingEmptySubsequences: false) {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, let name = PercentEncoding.decode(parts[0]), !name.isEmpty,
        let value = PercentEncoding.decode(parts[1])
      else {
        throw Problem(
          .invalid,
          "'\(pair.prefix(80))': write NAME=VALUE, ',' between options; a comma in a value is %2C",
          field: "options")
      }
      guard names.insert(name).inserted else {
        throw Problem(
          .invalid, "'\(name.prefix(40))' stands here twice", field: String(name.prefix(40)))
      }
      if Self.own.contains(name) {
        own[name] = value
      } else if name.hasPrefix(Self.parameter) {
        parameters.append(Self.member(String(name.dropFirst(Self.parameter.count)), value))
      } else {
        members.append(Self.member(name, value))
      }
    }
    if !parameters.isEmpty {
      members.append("\"parameters\":{\(parameters.joined(separator: ","))}")
    }
    json = Array("{\(members.joined(separator: ","))}".utf8)
    page = try Self.whole("page", own["page"], "the number of a page, from 1")
    expiry = try Self.whole("exp", own["exp"], "a time in seconds since 1970")
    isVersioned = own["v"] != nil
  }

  /// Options of the path itself.
  private static let own: Set = ["exp", "page", "v"]
  /// Start of the names of a turn's parameters.
  private static let parameter = "p."

  private static func member(_ name: String, _ value: String) -> String {
    JSON.string(name).text + ":" + json(value)
  }

  /// A value as JSON.
  private static func json(_ value: String) -> String {
    if case .array(let values)? = try? JSONParser.parse(Array("[\(value)]".utf8)).value {
      if values.count == 1 { return value }
      if values.count == 2, values.allSatisfy(\.isNumber) { return "[\(value)]" }
    }
    return JSON.string(value).text
  }

  private static func whole(
    _ name: String, _ text: String?, _ meaning: String
  ) throws(Problem) -> Int? {
    guard let text else { return nil }
    guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let value = Int(text), value > 0
    else {
      throw Problem(
        .invalid, "\(name)=\(text.prefix(40)): give \(meaning)", field: name)
    }
    return value
  }
}

extension JSONNode {
  fileprivate var isNumber: Bool { if case .number = value { true } else { false } }
}
#endif
