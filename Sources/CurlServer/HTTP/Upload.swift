#if Server
internal import Hummingbird
internal import Synchronization
internal import WorkerLink

/// The parts of a request's body.
struct Upload: Sendable {
  /// Parts that a request may have.
  struct Rule: Sendable {
    let name: String
    /// Number of parts of this name.
    let count: ClosedRange<Int>
  }

  /// Name of the part that holds the options.
  static let options = "turn"

  /// The part `turn`, JSON; "{}" without one.
  private(set) var turn: [UInt8] = Array("{}".utf8)
  /// All pictures, one after the other, sealed.
  let file: SharedFile
  /// The pictures' names and places in the file; those of a name that may stand there more than once
  /// have an index, such as "pages[0]".
  let parts: [WorkerOrder.Part]

  /// The parser of a request's body, by its header fields.
  static func parser(
    _ request: Request, _ rules: [Rule], _ limits: ServerLimits
  ) throws(Problem) -> MultipartParser {
    if let length = request.headers[.contentLength].flatMap(Int.init), length > limits.body {
      throw tooLong(limits)
    }
    var multipart = MultipartLimits()
    // More than the most that can be right, so that the first wrong one is told by its name.
    multipart.parts = rules.reduce(1) { $0 + $1.count.upperBound } + 8
    do throws(MultipartError) {
      return try MultipartParser(
        contentType: request.headers[.contentType] ?? "", limits: multipart)
    } catch {
      throw Problem(
        error.kind == .notMultipart ? .mediaType : .badRequest, error.description)
    }
  }

  /// Reads a multipart body into memory.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - parser: The parser of its body.
  ///   - rules: Parts beside `turn`.
  ///   - memory: Counts the bytes that the request holds.
  ///   - limits: Limits on the body.
  /// - Throws: A ``Problem``, or the connection's error.
  init(
    _ request: Request, _ parser: MultipartParser, _ rules: [Rule],
    _ memory: UploadMemory.Share, _ limits: ServerLimits
  ) async throws {
    let file = try Problem.wrapping { () throws(LinkError) in try SharedFile("request") }
    var reader = PartReader(file, parser: parser, rules: rules, limits: limits)
    var count = 0
    do {
      for try await buffer in request.body {
        count += buffer.readableBytes
        guard count <= limits.body else { throw Self.tooLong(limits) }
        try memory.add(buffer.readableBytes)
        try reader.take(Array(buffer: buffer)[...])
      }
    } catch  where !(error is Problem) {
      throw ClientClosed()
    }
    try reader.finish()
    for rule in rules where reader.count(rule.name) < rule.count.lowerBound {
      throw Problem(
        .invalid,
        "the request has \(reader.count(rule.name)) of at least \(rule.count.lowerBound) parts "
          + "'\(rule.name)'", field: rule.name)
    }
    try Problem.wrapping { () throws(LinkError) in try file.seal() }
    turn = reader.turn ?? turn
    self.file = file
    parts = reader.parts
  }

  private static func tooLong(_ limits: ServerLimits) -> Problem {
    Problem(
      .tooLarge,
      "the body has more than \(limits.body) bytes: send smaller pictures, or raise --max-body")
  }
}

/// Sorts the parts of a body as they arrive.
private struct PartReader {
  var parser: MultipartParser
  let file: SharedFile
  let rules: [Upload.Rule]
  let limits: ServerLimits
  private(set) var turn: [UInt8]?
  private(set) var parts: [WorkerOrder.Part] = []
  /// Number of parts of each name.
  private var counts: [String: Int] = [:]
  /// Rule and first byte of the current picture; nil in the part `turn`.
  private var current: (rule: Upload.Rule, start: Int)?
  /// Bytes in the file.
  private var size = 0

  init(
    _ file: SharedFile, parser: MultipartParser, rules: [Upload.Rule], limits: ServerLimits
  ) {
    self.file = file
    self.parser = parser
    self.rules = rules
    self.limits = limits
  }

  /// Number of parts of a name so far.
  func count(_ name: String) -> Int { counts[name] ?? 0 }

  mutating func take(_ bytes: ArraySlice<UInt8>) throws {
    var bytes = bytes
    while let event = try next(&bytes) {
      switch event {
      case .begin(let part): try begin(part)
      case .data(let data): try append(data)
      case .end: end()
      }
    }
  }

  private mutating func next(
    _ bytes: inout ArraySlice<UInt8>
  ) throws(Problem) -> MultipartParser.Event? {
    do throws(MultipartError) {
      return try parser.next(from: &bytes)
    } catch {
      throw Self.problem(error)
    }
  }

  mutating func finish() throws {
    do throws(MultipartError) {
      try parser.finish()
    } catch {
      throw Self.problem(error)
    }
  }

  private static func problem(_ error: MultipartError) -> Problem {
    Problem(error.kind == .tooLarge ? .tooLarge : .badRequest, error.description)
  }

  private mutating func begin(_ part: MultipartPart) throws {
    let name = part.name
    if name == Upload.options {
      guard turn == nil else { throw Self.repeated(name, most: 1) }
      turn = []
      current = nil
      return
    }
    guard let rule = rules.first(where: { $0.name == name }) else {
      let known = [Upload.options] + rules.map(\.name)
      throw Problem(
        .invalid,
        "the part '\(name.prefix(40))' is unknown: parts are \(known.joined(separator: ", "))",
        field: String(name.prefix(40)))
    }
    guard count(name) < rule.count.upperBound else {
      throw Self.repeated(name, most: rule.count.upperBound)
    }
    current = (rule, size)
  }

  private mutating func end() {
    guard let (rule, start) = current else { return }
    let index = count(rule.name)
    let name = rule.count.upperBound > 1 ? "\(rule.name)[\(index)]" : rule.name
    parts.append(WorkerOrder.Part(name: name, file: 0, range: start..<size))
    counts[rule.name] = index + 1
    current = nil
  }

  private static func repeated(_ name: String, most: Int) -> Problem {
    Problem(.invalid, "the request has more than \(most) parts '\(name)'", field: name)
  }

  private mutating func append(_ data: ArraySlice<UInt8>) throws {
    guard current == nil else {
      try Problem.wrapping { () throws(LinkError) in try file.append(data) }
      size += data.count
      return
    }
    guard (turn?.count ?? 0) + data.count <= limits.json else {
      throw Problem(
        .tooLarge, "the part 'turn' has more than \(limits.json) bytes", field: Upload.options)
    }
    turn?.append(contentsOf: data)
  }
}

/// Counts the bytes of the bodies in memory, and stops requests when there are too many.
final class UploadMemory: Sendable {
  private let most: Int
  private let held: Atomic<Int>

  init(most: Int) {
    self.most = most
    held = Atomic(0)
  }

  /// Bytes held now.
  var bytes: Int { held.load(ordering: .relaxed) }

  /// Bytes of one request, given back when it is released.
  final class Share: Sendable {
    private let memory: UploadMemory
    private let bytes = Atomic(0)

    fileprivate init(_ memory: UploadMemory) { self.memory = memory }

    deinit { memory.held.subtract(bytes.load(ordering: .relaxed), ordering: .relaxed) }

    /// Bytes of the request.
    var count: Int { bytes.load(ordering: .relaxed) }

    /// Counts bytes.
    func add(_ count: Int) throws(Problem) {
      bytes.add(count, ordering: .relaxed)
      let sum = memory.held.add(count, ordering: .relaxed).newValue
      guard sum <= memory.most else {
        throw Problem(
          .unavailable, "the bodies of other requests fill the memory for them: try again",
          retryAfter: 1)
      }
    }
  }

  /// A share for one request.
  func share() -> Share { Share(self) }
}
#endif
