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
  private var files: [String: [MemoryFile]] = [:]

  /// Files of the parts of a name, in order.
  subscript(name: String) -> [MemoryFile] { files[name] ?? [] }

  /// Reads a multipart body into memory.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - rules: Parts beside `turn`.
  ///   - memory: Counts the bytes that the request holds.
  ///   - limits: Limits on the body.
  /// - Throws: A ``Problem``, or the connection's error.
  init(
    _ request: Request, _ rules: [Rule], _ memory: UploadMemory.Share, _ limits: ServerLimits
  ) async throws {
    if let length = request.headers[.contentLength].flatMap(Int.init), length > limits.body {
      throw Self.tooLong(limits)
    }
    let most = rules.reduce(1) { $0 + $1.count.upperBound }
    var multipart = MultipartLimits()
    // More than the most that can be right, so that the first wrong one is told by its name.
    multipart.parts = most + 8
    let parser: MultipartParser
    do throws(MultipartError) {
      parser = try MultipartParser(
        contentType: request.headers[.contentType] ?? "", limits: multipart)
    } catch {
      throw Problem(
        error.kind == .notMultipart ? .mediaType : .badRequest, error.description)
    }
    var reader = PartReader(parser: parser, rules: rules, limits: limits)
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
    (turn, files) = (reader.turn ?? turn, reader.files)
    for rule in rules where (files[rule.name]?.count ?? 0) < rule.count.lowerBound {
      throw Problem(
        .invalid,
        "the request has \(files[rule.name]?.count ?? 0) parts '\(rule.name)', but needs "
          + "\(rule.count.lowerBound)", field: rule.name)
    }
    for file in files.values.joined() {
      try Problem.wrapping { () throws(LinkError) in try file.seal() }
    }
  }

  private static func tooLong(_ limits: ServerLimits) -> Problem {
    Problem(
      .tooLarge,
      "the body has more than \(limits.body) bytes: send smaller pictures, or raise --max-body")
  }
}

/// Sorts the parts of a body as they arrive.
private struct PartReader {
  private enum Target {
    case turn
    case file(String)
  }

  var parser: MultipartParser
  let rules: [Upload.Rule]
  let limits: ServerLimits
  private(set) var turn: [UInt8]?
  private(set) var files: [String: [MemoryFile]] = [:]
  private var target = Target.turn

  init(parser: MultipartParser, rules: [Upload.Rule], limits: ServerLimits) {
    self.parser = parser
    self.rules = rules
    self.limits = limits
  }

  mutating func take(_ bytes: ArraySlice<UInt8>) throws {
    var bytes = bytes
    while let event = try next(&bytes) {
      switch event {
      case .begin(let part): try begin(part)
      case .data(let data): try append(data)
      case .end: break
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
      guard turn == nil else { throw Self.repeated(name) }
      turn = []
      target = .turn
      return
    }
    guard let rule = rules.first(where: { $0.name == name }) else {
      let known = [Upload.options] + rules.map(\.name)
      throw Problem(
        .invalid,
        "the part '\(name.prefix(40))' is unknown: parts are \(known.joined(separator: ", "))",
        field: String(name.prefix(40)))
    }
    guard (files[name]?.count ?? 0) < rule.count.upperBound else { throw Self.repeated(name) }
    let file = try Problem.wrapping { () throws(LinkError) in try MemoryFile(name) }
    files[name, default: []].append(file)
    target = .file(name)
  }

  private static func repeated(_ name: String) -> Problem {
    Problem(.invalid, "the request has too many parts '\(name)'", field: name)
  }

  private mutating func append(_ data: ArraySlice<UInt8>) throws {
    switch target {
    case .turn:
      guard (turn?.count ?? 0) + data.count <= limits.json else {
        throw Problem(
          .tooLarge, "the part 'turn' has more than \(limits.json) bytes", field: Upload.options)
      }
      turn?.append(contentsOf: data)
    case .file(let name):
      guard let file = files[name]?.last else { return }
      try Problem.wrapping { () throws(LinkError) in try file.append(data) }
    }
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
