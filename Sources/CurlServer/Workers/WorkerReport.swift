#if Server
internal import PageFilm

/// A worker's message to the server.
package enum WorkerReport: Sendable {
  /// The worker can draw; sent once, first. The sandbox has a line for each of its parts.
  case ready(renderer: String, sandbox: [String])
  /// A film is about to be drawn.
  case planned(mediaType: String, frames: Int)
  /// So many frames of a film have been written.
  case drew(frames: Int)
  /// An order is done; seconds by stage. A frame's file comes with it, sealed, and its media type.
  case done(mediaType: String, stages: [WorkerStage: Double])
  /// An order failed for a reason that the client should hear.
  case failed(WorkerFault)

  /// A session tells its client something; a picture's file may come with it, sealed.
  case told(Told)

  /// What a session tells.
  package struct Told: Sendable {
    /// Texts for the client, one a line.
    package var text: String
    /// Number of the client's messages that it has dealt with.
    package var answered: Int
    /// Whether it will tell more without another message.
    package var isBusy: Bool

    package init(_ text: String, answered: Int, isBusy: Bool) {
      (self.text, self.answered, self.isBusy) = (text, answered, isBusy)
    }
  }

  /// The report of a message; nil if it is none.
  package init?(_ message: [UInt8]) {
    guard let fields = WorkerFields(message), let kind = fields.string("report") else { return nil }
    switch kind {
    case "ready":
      self = .ready(
        renderer: fields.string("renderer") ?? "", sandbox: fields.strings("sandbox"))
    case "planned":
      self = .planned(
        mediaType: fields.string("type") ?? "", frames: fields.integers("frames").first ?? 0)
    case "drew": self = .drew(frames: fields.integers("frames").first ?? 0)
    case "done":
      var stages: [WorkerStage: Double] = [:]
      for stage in WorkerStage.allCases { stages[stage] = fields.number(stage.rawValue) }
      self = .done(mediaType: fields.string("type") ?? "", stages: stages)
    case "failed":
      guard let cause = fields.string("cause").flatMap(WorkerFault.Cause.init) else { return nil }
      self = .failed(
        WorkerFault(cause, fields.string("detail") ?? "", field: fields.string("field")))
    case "told":
      guard let answered = fields.number("answered").flatMap({ Int(exactly: $0) }) else {
        return nil
      }
      self = .told(
        Told(
          fields.string("text") ?? "", answered: answered, isBusy: fields.number("busy") == 1))
    default: return nil
    }
  }

  /// Whether a file may come with it.
  var mayHaveFile: Bool {
    switch self {
    case .done, .told: true
    case .ready, .planned, .drew, .failed: false
    }
  }

  /// Whether the order goes on.
  var isProgress: Bool {
    switch self {
    case .planned, .drew: true
    case .ready, .done, .failed, .told: false
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
    case .planned(let mediaType, let frames):
      WorkerFields.message([
        ("report", "planned"), ("type", .string(mediaType)), ("frames", .array([.int(frames)])),
      ])
    case .drew(let frames):
      WorkerFields.message([("report", "drew"), ("frames", .array([.int(frames)]))])
    case .done(let mediaType, let stages):
      WorkerFields.message(
        [("report", "done"), ("type", .string(mediaType))]
          + stages.map { ($0.key.rawValue, .number($0.value)) })
    case .failed(let fault):
      WorkerFields.message([
        ("report", "failed"), ("cause", .string(fault.cause.rawValue)),
        ("detail", .string(fault.detail)), ("field", fault.field.map(JSON.string) ?? .null),
      ])
    case .told(let told):
      WorkerFields.message([
        ("report", "told"), ("text", .string(told.text)), ("answered", .int(told.answered)),
        ("busy", .int(told.isBusy ? 1 : 0)),
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
    /// The server has cancelled the order.
    case cancelled
  }

  package let cause: Cause
  package let detail: String
  /// The part or member at fault.
  package let field: String?

  package init(_ cause: Cause, _ detail: String, field: String? = nil) {
    (self.cause, self.detail, self.field) = (cause, detail, field)
  }
}
#endif
