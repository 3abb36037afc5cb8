#if Server
internal import PageFilm

/// An order of the server to a worker.
///
/// It travels as JSON, with the files of its pictures and then, if it has one, the descriptor of its
/// output.
package struct WorkerOrder: Sendable {
  /// What to do.
  package enum Kind: Sendable, Equatable {
    /// Draw one moment of a turn and answer with the picture's file.
    case frame
    /// Draw a film, or a range of its frames, and write it to the output.
    case film(frames: Range<Int>?)
    /// Join the segments of a film, files of so many frames each, and write it to the output.
    case join(frames: [Int])
    /// Draw known pixels.
    case probe
    /// A text of a session's client: its options first, then an event each.
    case sessionText
    /// A page of a session's client.
    case sessionPage
    /// The client has what the session told last: it may tell more.
    case sessionTaken
    /// End the order of this number early, if it is the current one.
    case cancel
  }

  /// Whether it belongs to a session.
  package var isOfSession: Bool {
    switch kind {
    case .sessionText, .sessionPage, .sessionTaken: true
    case .frame, .film, .join, .probe, .cancel: false
    }
  }

  /// A picture: a range of one of the order's files.
  package struct Part: Sendable, Equatable {
    /// Name, such as "pages[0]" and "back".
    package let name: String
    /// Index of the file.
    package let file: Int
    /// Range in the file, bytes.
    package let range: Range<Int>

    package init(name: String, file: Int, range: Range<Int>) {
      (self.name, self.file, self.range) = (name, file, range)
    }
  }

  package let kind: Kind
  /// Number of the order, for a later cancellation.
  package var number = 0
  /// The request's options, JSON as the client sent it.
  package let options: [UInt8]
  package let parts: [Part]

  package init(_ kind: Kind, options: [UInt8] = [], parts: [Part] = []) {
    (self.kind, self.options, self.parts) = (kind, options, parts)
  }

  /// The order of a message; nil if it is none.
  package init?(_ message: [UInt8]) {
    guard let fields = WorkerFields(message), let name = fields.string("order") else { return nil }
    switch name {
    case "frame": kind = .frame
    case "join": kind = .join(frames: fields.integers("frames"))
    case "film":
      let range = fields.integers("frames")
      guard range.count == 2 else {
        kind = .film(frames: nil)
        break
      }
      guard range[0] >= 0, range[0] < range[1] else { return nil }
      kind = .film(frames: range[0]..<range[1])
    case "probe": kind = .probe
    case "session-text": kind = .sessionText
    case "session-page": kind = .sessionPage
    case "session-taken": kind = .sessionTaken
    case "cancel": kind = .cancel
    default: return nil
    }
    number = fields.integers("number").first ?? 0
    options = Array((fields.string("options") ?? "").utf8)
    let (names, places) = (fields.strings("parts"), fields.integers("places"))
    guard places.count == 3 * names.count else { return nil }
    var parts: [Part] = []
    for (index, name) in names.enumerated() {
      let (file, start, count) = (places[3 * index], places[3 * index + 1], places[3 * index + 2])
      let (end, isOver) = start.addingReportingOverflow(count)
      guard file >= 0, start >= 0, count >= 0, !isOver else { return nil }
      parts.append(Part(name: name, file: file, range: start..<end))
    }
    self.parts = parts
  }

  /// The order as a message.
  package var message: [UInt8] {
    var members: [(String, JSON)] = [
      ("order", .string(kind.name)), ("number", .array([.int(number)])),
      ("options", .string(String(decoding: options, as: UTF8.self))),
      ("parts", .array(parts.map { .string($0.name) })),
      (
        "places",
        .array(parts.flatMap { [.int($0.file), .int($0.range.lowerBound), .int($0.range.count)] })
      ),
    ]
    switch kind {
    case .film(let frames?):
      members.append(("frames", .array([.int(frames.lowerBound), .int(frames.upperBound)])))
    case .join(let frames): members.append(("frames", .array(frames.map(JSON.int))))
    default: break
    }
    return WorkerFields.message(members)
  }
}

extension WorkerOrder.Kind {
  fileprivate var name: String {
    switch self {
    case .frame: "frame"
    case .film: "film"
    case .join: "join"
    case .probe: "probe"
    case .sessionText: "session-text"
    case .sessionPage: "session-page"
    case .sessionTaken: "session-taken"
    case .cancel: "cancel"
    }
  }
}
#endif
