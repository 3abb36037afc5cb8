#if Server
internal import CurlServer
internal import ImageFiles
internal import PageCurl
internal import PageFilm
internal import PageSources
internal import PageTurner
internal import WorkerLink

/// A session of a turner in its worker: the client's texts and pages in, texts and pictures out.
///
/// Outputs are all told, in order. Of the pictures only the latest counts: none is drawn while the
/// one before it hasn't been taken.
actor TurnerSession {
  /// Bytes of the texts that are told at once; one text may exceed it alone.
  private static let mostBytes = 64 << 10

  /// A picture that waits to be told.
  private struct Picture {
    let text: String
    let file: SharedFile
  }

  private let renderer: Renderer
  private let limits: LimitOptions
  private let tell: @Sendable (WorkerReport, SharedFile?) throws -> Void
  private var request: TurnerRequest?
  private var files: [SharedFile] = []
  private var play: LivePlay?
  /// Texts that wait to be told.
  private var texts: [String] = []
  private var picture: Picture?
  private var answered = 0
  /// Number of `answered` that has been told.
  private var told = 0
  /// Whether the client has what was told last.
  private var isTaken = true
  private var mustDraw = false
  private var isDrawing = false
  private var hasFailed = false

  /// A session before its options; `tell` sends a report to the server.
  init(
    _ renderer: Renderer, _ limits: LimitOptions,
    tell: @escaping @Sendable (WorkerReport, SharedFile?) throws -> Void
  ) {
    self.renderer = renderer
    self.limits = limits
    self.tell = tell
  }

  /// Takes an order.
  ///
  /// - Throws: A fault of the session, which it doesn't outlive.
  func take(_ order: WorkerOrder, _ files: [SharedFile]) async throws {
    switch order.kind {
    case .sessionTaken: isTaken = true
    case .sessionText where request == nil: try await begin(order.options)
    case .sessionText: try await event(order.options)
    case .sessionPage: try await page(files)
    case .frame, .film, .join, .probe, .cancel:
      throw WorkerFault(.internal, "a session gets no frames")
    }
    if order.kind != .sessionTaken { answered += 1 }
    try proceed()
  }

  // The client's messages

  /// Takes the options.
  private func begin(_ text: [UInt8]) async throws {
    let options = RequestOptions(TurnerRequest.self, limits.values)
    let request = try options.parse(
      options.members(text), pictures: [], as: TurnerRequest.self)
    self.request = request
    if request.session.numbered != nil { try await open(request) }
  }

  private func page(_ files: [SharedFile]) async throws {
    guard let request, let count = request.session.pages, self.files.count < count else {
      throw WorkerFault(
        .invalid,
        "a binary message that isn't a page: send as many as 'pages' says, after the "
          + "options")
    }
    self.files += files
    if self.files.count == count { try await open(request) }
  }

  private func event(_ text: [UInt8]) async throws {
    guard let play else {
      throw WorkerFault(
        .invalid,
        "an event, but \(files.count) of \(request?.session.pages ?? 0) pages have arrived: send "
          + "them all first")
    }
    do throws(JSONFault) {
      for output in try play.handle(text) { texts.append(output.json.text) }
    } catch {
      texts.append(
        JSON.object([
          ("out", "error"), ("message", .int(error.line)), ("detail", .string(error.what)),
          ("field", error.field.isEmpty ? .null : .string(error.field)),
        ]).text)
      return
    }
    try show("posture", [], play)
  }

  /// Opens the book and tells so.
  private func open(_ request: TurnerRequest) async throws {
    let book = try await TurnerBook(request, files, limits)
    let play = try CommandError.filming { () throws(FilmError) in try book.play() }
    self.play = play
    try show(
      "ready",
      [
        ("pages", .int(book.pages.count)), ("pageSize", Self.pair(book.pages.size)),
        ("size", .array([.int(book.canvas.width), .int(book.canvas.height)])),
        ("view", .array([.number(play.view.x), .number(play.view.y)])),
        ("renderer", .string(renderer.info.name)),
      ], play)
  }

  private static func pair(_ size: PageSize) -> JSON {
    .array([.int(size.width), .int(size.height)])
  }

  /// Tells the state after a message, and shows it if it looks different.
  private func show(_ name: String, _ members: [(String, JSON)], _ play: LivePlay) throws {
    let hasChanged = play.hasChanged()
    let hasPicture = request?.session.format.picture != nil && hasChanged
    let head: [(String, JSON)] = [("t", .number(play.time)), ("out", .string(name))]
    texts.append(
      JSON.object(head + members + play.state + [("picture", .bool(hasPicture))]).text)
    if hasPicture { mustDraw = true }
    guard hasChanged, request?.session.format == .geometry else { return }
    let shot = try play.bareShot()
    texts.append(
      JSON.object([
        ("t", .number(play.time)), ("out", "geometry"), ("geometry", shot.turn.json(shot.moment)),
      ]).text)
  }

  // Telling

  /// Tells what waits, if the client has what was told last, and draws if a picture is missing.
  private func proceed() throws {
    guard !hasFailed else { return }
    if mustDraw, !isDrawing, picture == nil {
      isDrawing = true
      Task { await self.draw() }
    }
    guard isTaken, !texts.isEmpty || picture != nil || answered > told else { return }
    var (lines, bytes) = (0, 0)
    while lines < texts.count,
      lines == 0 || bytes + texts[lines].utf8.count <= Self.mostBytes
    {
      bytes += texts[lines].utf8.count
      lines += 1
    }
    var text = texts[..<lines].joined(separator: "\n")
    texts.removeFirst(lines)
    var file: SharedFile?
    // A picture comes after all that was told before it.
    if texts.isEmpty, let picture {
      text += (text.isEmpty ? "" : "\n") + picture.text
      file = picture.file
      self.picture = nil
    }
    let isBusy = !texts.isEmpty || picture != nil || isDrawing || mustDraw
    (isTaken, told) = (false, answered)
    try tell(.told(WorkerReport.Told(text, answered: answered, isBusy: isBusy)), file)
    // The place of the picture is free for the next one.
    if file != nil && mustDraw { try proceed() }
  }

  /// Draws the state as it is now.
  private func draw() async {
    guard let play, let request, let format = request.session.format.picture else { return }
    mustDraw = false
    let time = play.time
    do {
      let shot = try await play.shot()
      let frame = try await renderer.frame(
        shot.turn, at: shot.moment,
        for: shot.turn.frameFormat(depth: .eight, keepsAlpha: format.keepsAlpha))
      let finished = play.marked(frame, shot)
      let bytes = try CommandError.wrapping { () throws(ImageFileError) in
        try format.encode(finished, depth: .eight, quality: request.session.quality ?? 90)
      }
      let file = try SharedFile("picture")
      try file.append(bytes)
      try file.seal()
      let text = JSON.object([
        ("t", .number(time)), ("out", "picture"), ("type", .string(format.mediaType)),
        ("bytes", .int(bytes.count)),
      ]).text
      picture = Picture(text: text, file: file)
      isDrawing = false
      try proceed()
    } catch {
      fail(error)
    }
  }

  /// Tells the server why the session ends.
  func fail(_ error: any Error) {
    guard !hasFailed else { return }
    hasFailed = true
    let fault = (error as? WorkerFault) ?? WorkerFault(error)
    // The members of the options aren't in a part of a request here.
    var field = fault.field
    if let name = field, name.hasPrefix("turn.") { field = String(name.dropFirst(5)) }
    if fault.field == "turn" { field = nil }
    // A server that doesn't listen any more ends this process.
    try? tell(.failed(WorkerFault(fault.cause, fault.detail, field: field)), nil)
  }
}
#endif
