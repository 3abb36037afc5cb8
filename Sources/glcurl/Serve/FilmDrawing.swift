#if Server
internal import CurlServer
internal import ImageFiles
internal import PageCurl
internal import PageFilm
internal import Synchronization
internal import WorkerLink

/// The film of a request.
struct FilmDrawing {
  let inputs: FilmInputs
  let destination: FilmDestination

  var format: FilmFormat { destination.format }

  /// Owns `output`, the descriptor to which the film is written.
  init(
    _ pictures: RequestPictures, _ order: WorkerOrder, _ options: RequestOptions,
    _ limits: LimitOptions, to output: Int32
  ) throws {
    let stream = AtomicFile(direct: output, path: "the film")
    let request = try options.film(
      order.options, pictures: Array(pictures.others.keys), limits.values)
    destination = try FilmDestination("the film", request.options.film.output, stream: stream)
    let look = pictures.look(request.options.look)
    try look.check(destination)
    inputs = FilmInputs(
      pages: pictures.pages, film: request.options.film, book: request.options.book, look: look,
      size: request.options.size, timeline: request.timeline, limits: limits, note: { _ in })
  }

  /// Draws the film, or a range of its frames, and writes it.
  func draw(
    _ frames: Range<Int>?, with renderer: Renderer,
    _ report: @escaping @Sendable (WorkerReport) -> Void
  ) async throws {
    let whole = try await inputs.plan()
    var plan = whole
    if let frames {
      let range = frames.clamped(to: 0..<whole.count)
      guard !range.isEmpty else {
        throw WorkerFault(.internal, "frames \(frames) of a film of \(whole.count)")
      }
      plan = whole.part(range)
    }
    report(.planned(mediaType: format.mediaType, frames: whole.count))
    let meter = ReportMeter(report)
    try await plan.write(to: destination, with: renderer) { meter.advance() }
  }
}

/// Reports the number of written frames, a few times a second at most.
private final class ReportMeter: Sendable {
  private static let interval = Duration.milliseconds(200)

  private let state = Mutex((frames: 0, last: ContinuousClock.now))
  private let report: @Sendable (WorkerReport) -> Void

  init(_ report: @escaping @Sendable (WorkerReport) -> Void) { self.report = report }

  /// Counts a frame.
  func advance() {
    let frames = state.withLock { state -> Int? in
      state.frames += 1
      guard ContinuousClock.now - state.last >= Self.interval else { return nil }
      state.last = ContinuousClock.now
      return state.frames
    }
    if let frames { report(.drew(frames: frames)) }
  }
}
#endif
