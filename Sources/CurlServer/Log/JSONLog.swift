#if Server
internal import CurlSystem
package import Logging
internal import PageFilm

/// A log of JSON lines on standard error.
package struct JSONLog: LogHandler {
  package var metadata: Logger.Metadata = [:]
  package var logLevel = Logger.Level.info

  package init() {}

  package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  package func log(event: LogEvent) {
    let all = metadata.merging(event.metadata ?? [:]) { $1 }
    var members: [(String, JSON)] = [
      ("time", .string(WallClock.text(WallClock.seconds))),
      ("level", .string(event.level.rawValue)), ("message", .string("\(event.message)")),
    ]
    // Names that the framework adds for its own have dots.
    for (name, value) in all.sorted(by: { $0.key < $1.key }) where !name.hasPrefix("hb.") {
      members.append((name, Self.json(value)))
    }
    StandardError.write(line: JSON.object(members).text)
  }

  private static func json(_ value: Logger.Metadata.Value) -> JSON {
    switch value {
    case .string(let text): .string(text)
    case .stringConvertible(let value): .string("\(value)")
    case .array(let values): .array(values.map(json))
    case .dictionary(let values):
      .object(values.sorted { $0.key < $1.key }.map { ($0.key, json($0.value)) })
    }
  }
}
#endif
