#if Server
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import WorkerLink

/// `POST /v1/film`: pages in, a film of their turns out, as it is drawn.
struct FilmOperation: Sendable {
  let intake: Intake

  /// Media types of films.
  static let mediaTypes = [
    "video/mp4", "video/webm", "image/gif", "image/webp", "image/apng", "application/x-tar",
    "video/x-yuv4mpeg", "application/octet-stream",
  ]

  /// Parts of a request beside its options.
  static func rules(_ limits: ServerLimits) -> [Upload.Rule] {
    [
      Upload.Rule(name: "pages", count: 2...max(2, limits.pages)),
      Upload.Rule(name: "back", count: 0...1), Upload.Rule(name: "background", count: 0...1),
    ]
  }

  func answer(_ call: Call) async throws -> Response {
    let limits = intake.limits
    let deadline = ContinuousClock.now + .seconds(limits.time)
    let (upload, share, place) = try await intake.take(call, Self.rules(limits), until: deadline)
    let film = try FilmStream(
      WorkerOrder(.film(frames: nil), options: upload.turn, parts: upload.parts),
      files: [upload.file], longest: .seconds(limits.filmTime), intake)
    // A film without a first byte is still answered with a problem.
    let start = try await call.untilClosed { try await film.start() }
    guard Self.mediaTypes.contains(start.mediaType) else {
      throw Problem(.internal, "the worker told an unknown format")
    }
    let body = ResponseBody { [metrics = intake.metrics] writer in
      // All last as long as the film.
      defer { withExtendedLifetime((place, share, call.use)) {} }
      do {
        var bytes: [UInt8]? = start.bytes
        while let piece = bytes {
          metrics.wrote(piece.count)
          // In parts, so that a slow client shows that it reads.
          for at in stride(from: 0, to: piece.count, by: FileBody.chunk) {
            let part = piece[at..<min(at + FileBody.chunk, piece.count)]
            try await writer.write(ByteBuffer(bytes: part))
          }
          bytes = try await film.next()
        }
      } catch {
        film.cancel()
        throw error
      }
      try await writer.finish(nil)
    }
    var headers: HTTPFields = [.contentType: start.mediaType, .cacheControl: "no-store"]
    if let name = HTTPField.Name("X-Frames") { headers[name] = String(start.frames) }
    return Response(status: .ok, headers: headers, body: body)
  }
}
#endif
