#if Server
internal import CurlServer
internal import ImageFiles
internal import PageCurl
internal import PageFilm
internal import WorkerLink

/// The picture of a request for a frame.
struct FrameDrawing {
  let request: FrameRequest
  let inputs: TurnInputs

  init(
    _ pictures: RequestPictures, _ order: WorkerOrder, _ options: RequestOptions,
    _ limits: LimitOptions
  ) throws {
    request = try options.parse(
      options.members(order.options), pictures: Array(pictures.others.keys), as: FrameRequest.self)
    guard pictures.pages.count == 2 else {
      throw WorkerFault(.internal, "a frame's order has no two pages")
    }
    inputs = TurnInputs(
      front: pictures.pages[0], next: pictures.pages[1], look: pictures.look(request.look),
      size: request.size, limits: limits)
  }

  /// Draws and encodes the picture.
  func draw(_ renderer: Renderer) async throws -> (SharedFile, [WorkerStage: Double]) {
    let clock = ContinuousClock()
    let start = clock.now
    var turn = try await inputs.turn()
    turn.dithers = request.still.dither == .on
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
    let file = try SharedFile("picture")
    try file.append(bytes)
    try file.seal()
    let stages: [WorkerStage: Double] = [
      .decode: (decoded - start) / .seconds(1), .draw: (drawn - decoded) / .seconds(1),
      .encode: (clock.now - drawn) / .seconds(1),
    ]
    return (file, stages)
  }
}
#endif
