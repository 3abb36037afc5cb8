#if Server
internal import PageFilm

/// An order of the server to a worker.
///
/// It travels as JSON, with a sealed file in memory for each part, in their order.
package struct WorkerOrder: Sendable {
  /// What to do.
  package enum Kind: String, Sendable {
    /// Draw one moment of a turn and answer with the picture's file.
    case frame
    /// Draw known pixels.
    case probe
  }

  package let kind: Kind
  /// The request's options, JSON as the client sent it.
  package let options: [UInt8]
  /// Names of the pictures, such as "pages[0]" and "back".
  package let parts: [String]

  package init(_ kind: Kind, options: [UInt8] = [], parts: [String] = []) {
    (self.kind, self.options, self.parts) = (kind, options, parts)
  }

  /// The order of a message; nil if it is none.
  package init?(_ message: [UInt8]) {
    guard let fields = WorkerFields(message), let kind = fields.string("order").flatMap(Kind.init)
    else { return nil }
    self.init(
      kind, options: Array((fields.string("options") ?? "").utf8), parts: fields.strings("parts"))
  }

  /// The order as a message.
  package var message: [UInt8] {
    WorkerFields.message([
      ("order", .string(kind.rawValue)),
      ("options", .string(String(decoding: options, as: UTF8.self))),
      ("parts", .array(parts.map(JSON.string))),
    ])
  }
}

/// A worker's message to the server.
package enum WorkerReport: Sendable {
  /// The worker can draw; sent once, first. The sandbox has a line for each of its parts.
  case ready(renderer: String, sandbox: [String])
  /// An order is done; seconds by stage. A frame's file comes with it, sealed, and its media type.
  case done(mediaType: String, stages: [WorkerStage: Double])
  /// An order failed for a reason that the client should hear.
  case failed(WorkerFault)

  /// The report of a message; nil if it is none.
  package init?(_ message: [UInt8]) {
    guard let fields = WorkerFields(message), let kind = fields.string("report") else { return nil }
    switch kind {
    case "ready":
      self = .ready(
        renderer: fields.string("renderer") ?? "", sandbox: fields.strings("sandbox"))
    case "done":
      var stages: [WorkerStage: Double] = [:]
      for stage in WorkerStage.allCases { stages[stage] = fields.number(stage.rawValue) }
      self = .done(mediaType: fields.string("type") ?? "", stages: stages)
    case "failed":
      guard let cause = fields.string("cause").flatMap(WorkerFault.Cause.init) else { return nil }
      self = .failed(
        WorkerFault(cause, fields.string("detail") ?? "", field: fields.string("field")))
    default: return nil
    }
  }

  /// The report as a message.
  package var message: [UInt8] {
    switch self {
    case .ready(let renderer, let sandbox):
      WorkerFields.message([
        ("report", "ready"), ("renderer", .string(renderer)),
        ("sandbox", .array(sandbox.map(JSON.string))),
      ])
    case .done(let mediaType, let stages):
      WorkerFields.message(
        [("report", "done"), ("type", .string(mediaType))]
          + stages.map { ($0.key.rawValue, .number($0.value)) })
    case .failed(let fault):
      WorkerFields.message([
        ("report", "failed"), ("cause", .string(fault.cause.rawValue)),
        ("detail", .string(fault.detail)), ("field", fault.field.map(JSON.string) ?? .null),
      ])
    }
  }
}

/// A stage of a worker's work, for its time.
package enum WorkerStage: String, Sendable, CaseIterable {
  case decode, draw, encode
}

/// Why a worker couldn't do an order.
package struct WorkerFault: Error, Sendable {
  package enum Cause: String, Sendable {
    /// The request can't be drawn.
    case invalid
    /// A picture has an unknown format.
    case mediaType = "media-type"
    /// A limit is exceeded.
    case tooLarge = "too-large"
    /// Memory or a device is missing; another time or worker may do.
    case unavailable
    /// A fault of the program.
    case `internal`
  }

  package let cause: Cause
  package let detail: String
  /// The part or member at fault.
  package let field: String?

  package init(_ cause: Cause, _ detail: String, field: String? = nil) {
    (self.cause, self.detail, self.field) = (cause, detail, field)
  }
}

/// The members of a message.
private struct WorkerFields {
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

  func strings(_ name: String) -> [String] {
    guard case .array(let values)? = value(name) else { return [] }
    return values.compactMap { if case .string(let text) = $0.value { text } else { nil } }
  }
}
#endif
