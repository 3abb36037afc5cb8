#if Server
internal import ArgumentParser
internal import CurlServer
internal import CurlSystem
internal import Doctor
internal import ImageFiles
internal import PageCurl
internal import PageFilm
internal import WorkerLink

/// `glcurl worker`: a process of `glcurl serve` that draws; not for users.
struct WorkerCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "worker", abstract: "Draw for glcurl serve.", shouldDisplay: false)

  @OptionGroup
  var renderer: RendererOptions

  @OptionGroup
  var limits: LimitOptions

  func run() async throws {
    let socket: WorkerSocket
    do throws(LinkError) {
      socket = try WorkerSandbox.socket()
    } catch {
      throw CommandError(.usage, "worker is for 'glcurl serve' alone: \(error)")
    }
    // A service manager signals all processes of a service; workers end with their connection.
    Watchdog.shared.onSignal { _ in true }
    let options = RequestOptions(FrameRequest.self, limits.values)
    let renderer = try await renderer.begin().renderer()
    try send(
      .ready(renderer: renderer.line, sandbox: WorkerSandbox.lines), on: socket)
    for await received in Self.orders(on: socket) {
      let answer = await self.answer(received, options, renderer.renderer)
      try send(answer.report, answer.file, on: socket)
    }
    await renderer.renderer.shutDown()
  }

  /// An order and its pictures.
  private struct Received: Sendable {
    let order: WorkerOrder
    let parts: [MemoryFile]
  }

  /// The server's orders; they end when the server closes the connection.
  private static func orders(on socket: WorkerSocket) -> AsyncStream<Received> {
    let (stream, continuation) = AsyncStream.makeStream(of: Received.self)
    let isListening = SystemThreads.start {
      while let received = try? socket.receive(), let order = WorkerOrder(received.message) {
        let parts = (0..<received.descriptors.count).compactMap {
          received.descriptors.takeFile($0)
        }
        guard parts.count == order.parts.count else { break }
        continuation.yield(Received(order: order, parts: parts))
      }
      continuation.finish()
    }
    if !isListening { continuation.finish() }
    return stream
  }

  private func send(
    _ report: WorkerReport, _ file: MemoryFile? = nil, on socket: WorkerSocket
  ) throws(CommandError) {
    do throws(LinkError) {
      try socket.send(report.message, files: file.map { [$0] } ?? [])
    } catch {
      throw CommandError(.writeFailed, "the server doesn't listen: \(error)")
    }
  }

  private func answer(
    _ received: Received, _ options: RequestOptions, _ renderer: Renderer
  ) async -> (report: WorkerReport, file: MemoryFile?) {
    do {
      switch received.order.kind {
      case .probe:
        try await probe(renderer)
        return (.done(mediaType: "", stages: [:]), nil)
      case .frame:
        let drawing = try FrameDrawing(received.order, received.parts, options, limits)
        let (file, stages) = try await drawing.draw(renderer)
        return (.done(mediaType: drawing.request.format.mediaType, stages: stages), file)
      }
    } catch let fault as WorkerFault {
      return (.failed(fault), nil)
    } catch {
      return (.failed(WorkerFault(error)), nil)
    }
  }

  /// Throws unless the renderer draws known pixels.
  private func probe(_ renderer: Renderer) async throws {
    let frame = try await renderer.frame(try TestPicture.turn(), at: TestPicture.moment)
    for finding in PictureCheck.zones(frame) where !finding.isRight {
      throw WorkerFault(.internal, "\(finding.what): \(finding.detail)")
    }
  }
}

/// The picture of a request for a frame.
private struct FrameDrawing {
  let request: FrameRequest
  let inputs: TurnInputs

  init(
    _ order: WorkerOrder, _ parts: [MemoryFile], _ options: RequestOptions, _ limits: LimitOptions
  ) throws {
    request = try options.parse(
      order.options, pictures: order.parts.filter { !$0.hasPrefix("pages") },
      as: FrameRequest.self)
    var pictures: [String: PictureInput] = [:]
    for (name, file) in zip(order.parts, parts) {
      pictures[name] = .part(name: name) { () throws(ImageFileError) in
        do throws(LinkError) {
          return try file.bytes()
        } catch {
          throw ImageFileError(.unreadable, path: name, "cannot read '\(name)': \(error)")
        }
      }
    }
    guard let front = pictures["pages[0]"], let next = pictures["pages[1]"] else {
      throw WorkerFault(.internal, "a frame's order has no two pages")
    }
    var look = request.look
    if let back = pictures["back"] { look.back = .picture(back) }
    if let background = pictures["background"] { look.background = .picture(background) }
    inputs = TurnInputs(front: front, next: next, look: look, size: request.size, limits: limits)
  }

  /// Draws and encodes the picture.
  func draw(_ renderer: Renderer) async throws -> (MemoryFile, [WorkerStage: Double]) {
    let clock = ContinuousClock()
    let start = clock.now
    let turn = try await inputs.turn()
    let decoded = clock.now
    let format = request.format
    let side = max(turn.canvas.width, turn.canvas.height)
    guard side <= format.largestSide else {
      throw WorkerFault(
        .invalid,
        "a \(format.rawValue) of \(turn.canvas.width)×\(turn.canvas.height) isn't possible: its "
          + "sides have \(format.largestSide) pixels at most", field: "turn.size")
    }
    let picture = try await renderer.frame(
      turn, at: request.moment.moment(),
      for: turn.frameFormat(depth: request.still.depth ?? .eight, keepsAlpha: format.keepsAlpha))
    let drawn = clock.now
    let bytes = try request.still.encode(picture, as: format)
    let file = try MemoryFile("picture")
    try file.append(bytes)
    try file.seal()
    let stages: [WorkerStage: Double] = [
      .decode: (decoded - start) / .seconds(1), .draw: (drawn - decoded) / .seconds(1),
      .encode: (clock.now - drawn) / .seconds(1),
    ]
    return (file, stages)
  }
}

extension WorkerFault {
  /// The fault of an error, as the client should hear it.
  init(_ error: any Error) {
    guard let known = CommandError(error) else {
      self.init(.internal, "\(error)")
      return
    }
    if let picture = known.picture {
      let cause: WorkerFault.Cause =
        switch picture.kind {
        case .unknownFormat, .unsupported: .mediaType
        case .tooLarge: .tooLarge
        case .noMemory: .unavailable
        default: .invalid
        }
      self.init(cause, picture.description, field: picture.path)
      return
    }
    let cause: WorkerFault.Cause =
      switch known.status {
      case .usage, .badInput, .inputMissing: .invalid
      case .unavailable, .temporary: .unavailable
      default: .internal
      }
    self.init(cause, known.message.replacing("--", with: ""))
  }
}
#endif
