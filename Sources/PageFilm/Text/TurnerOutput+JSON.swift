internal import PageTurner

/// Outputs as lines of a trace.
extension TurnerOutput {
  /// The output with its time, as one object.
  package var json: JSON {
    let (name, members) = kind.members
    return .object([("t", .number(time)), ("out", .string(name))] + members)
  }
}

extension TurnerOutput.Kind {
  /// Name and members of the output.
  fileprivate var members: (name: String, [(String, JSON)]) {
    switch self {
    case .willTurn(let from, let to, let cause):
      ("willTurn", [("from", .int(from)), ("to", .int(to)), ("cause", .string(cause.rawValue))])
    case .didTurn(let from, let to, let completed):
      ("didTurn", [("from", .int(from)), ("to", .int(to)), ("completed", .bool(completed))])
    case .grab(let place): ("grab", [("at", .number(place))])
    case .boundary(let edge): ("boundary", [("edge", .string(edge.rawValue))])
    case .tap(let zone): ("tap", [("column", .int(zone.column)), ("row", .int(zone.row))])
    case .need(let pages): ("need", [("pages", .array(pages.map(JSON.int)))])
    case .busy: ("busy", [])
    case .ready: ("ready", [])
    case .failed(let page): ("failed", [("page", .int(page))])
    case .dropped(let reason): ("dropped", [("reason", .string(reason.rawValue))])
    case .threshold(let name, let isRising):
      ("threshold", [("name", .string(name)), ("rising", .bool(isRising))])
    case .passed(let stop): ("passed", [("stop", .int(stop))])
    case .turns(let name): ("turn", [("turn", .string(name))])
    case .state(let phase): ("state", [("phase", .string(phase.rawValue))])
    case .willEdit(let edit): ("willEdit", edit.members)
    case .didEdit(let edit, let stop):
      ("didEdit", edit.members + [("stop", stop.map(JSON.int) ?? .null)])
    }
  }
}

extension BookEdit {
  /// The edit in the form of a script.
  fileprivate var members: [(String, JSON)] {
    switch self {
    case .insert(let at, let count):
      [("edit", "insert"), ("at", .int(at)), ("count", .int(count))]
    case .delete(let at, let count):
      [("edit", "delete"), ("at", .int(at)), ("count", .int(count))]
    case .update(let at): [("edit", "update"), ("at", .int(at))]
    case .reload(let count): [("edit", "reload"), ("count", .int(count))]
    }
  }
}
