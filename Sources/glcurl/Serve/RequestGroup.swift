#if Server
internal import ArgumentParser
internal import Synchronization

/// A request whose options are those of its groups.
protocol GroupedRequest: ParsableArguments, Sendable {
  static var groups: [RequestGroup<Self>] { get }
}

/// Options of a request that are parsed together, and are remembered: most requests change the moment
/// and keep the look, and to parse a look takes as long as to encode a small picture.
struct RequestGroup<Request: Sendable>: Sendable {
  let options: [RequestOptions.Option]
  /// Sets the group in a request by the words of a command line.
  let parse: @Sendable (_ words: [String], _ request: inout Request) throws -> Void
  /// The message of an error; an option's own error has its name.
  let message: @Sendable (any Error) -> String

  init<Options: ParsableArguments & Sendable>(
    _ group: any WritableKeyPath<Request, Options> & Sendable
  ) {
    let known = ParsedOptions<Options>()
    options = RequestOptions.options(of: Options.self)
    parse = { words, request in request[keyPath: group] = try known.parse(words) }
    message = { Options.message(for: $0) }
  }
}

/// Options that have been parsed, by their words.
private final class ParsedOptions<Options: ParsableArguments & Sendable>: Sendable {
  /// Most command lines that are kept, and most bytes of one.
  private static var most: (lines: Int, bytes: Int) { (64, 4096) }

  private let known = Mutex<[[String]: Options]>([:])

  func parse(_ words: [String]) throws -> Options {
    if let options = known.withLock({ $0[words] }) { return options }
    let options = try Options.parse(words)
    guard words.reduce(0, { $0 + $1.utf8.count }) <= Self.most.bytes else { return options }
    known.withLock { known in
      if known.count >= Self.most.lines { known = [:] }
      known[words] = options
    }
    return options
  }
}
#endif
