#if Server
internal import Crypto
internal import CurlSystem
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import NIOPosix
internal import PageFilm
internal import WorkerLink

/// `GET /v1/render/{signature}/{options}/{source}`: a picture that a signed path describes.
///
/// The path is a permission of its own, so it needs no key, and pages of any origin may show the
/// picture. Nothing in it is a URL that the server would fetch.
struct RenderOperation: Sendable {
  /// A drawn picture.
  struct Picture: Sendable {
    let bytes: ByteBuffer
    /// Such as "image/png".
    let mediaType: String
    /// Whether the files stayed as they were while they were read.
    let isConstant: Bool
    /// Counts the bytes as long as anyone holds the picture.
    let share: UploadMemory.Share
  }

  /// Everything about an answer but its picture.
  private struct Request: Sendable {
    let options: RenderOptions
    let files: [SourceFolder.File]
    let tag: EntityTag
    /// Seconds since 1970.
    let now: Double
    /// Whether a later state of the files would show in their times.
    let isSettled: Bool
  }

  /// Time after a change in which another one may leave a file's times as they are, seconds: that
  /// of the coarsest clock of a file system, FAT's.
  private static let clock = 2.0
  /// Longest time for which clients needn't ask whether a picture has changed, seconds.
  private static let freshness = 3600
  /// The same for paths that name a version of their source.
  private static let versionedFreshness = 365 * 86_400
  let sources: SignedSources
  let intake: Intake
  /// Version of the program.
  let version: String
  private let cache: AnswerCache<EntityTag, Picture>

  init(_ sources: SignedSources, _ intake: Intake, version: String) {
    (self.sources, self.intake, self.version) = (sources, intake, version)
    cache = AnswerCache(most: intake.limits.cache)
  }

  func answer(_ call: Call) async throws -> Response {
    let request = try await request(call)
    let known = call.request.headers[values: .ifNoneMatch]
    if request.isSettled, request.tag.isNamed(in: known) {
      intake.metrics.cached("unchanged", bytes: cache.bytes)
      return Response(status: .notModified, headers: Self.headers(request, isConstant: true))
    }
    let (picture, origin) = try await call.untilClosed { [self] in
      try await cache.value(for: request.tag) { try await draw(request) }
    }
    intake.metrics.cached(origin.rawValue, bytes: cache.bytes)
    return response(picture, origin, request, call)
  }

  /// Checks a path and opens what it names.
  private func request(_ call: Call) async throws -> Request {
    let path = SignedPath(
      options: call.values["options"] ?? "", source: call.values["source"] ?? "")
    guard sources.keys.verify(call.values["signature"] ?? "", of: path.text) else {
      throw Problem(
        .forbidden,
        "the signature isn't that of /OPTIONS/SOURCE as the request has it: see 'glcurl sign'")
    }
    let options = try RenderOptions(path.options)
    let now = WallClock.seconds
    if let expiry = options.expiry, Double(expiry) <= now {
      throw Problem(.expired, "the path expired at \(WallClock.text(Double(expiry)))")
    }
    let source = try RenderSource(path.source, page: options.page)
    // Files of another machine may let their readers wait, also for a name.
    let files = try await NIOThreadPool.singleton.runIfActive { [sources, limits = intake.limits] in
      try sources.folder.open(source, most: limits.body)
    }
    let isSettled = files.allSatisfy { Double($0.status.changed) / 1e9 + Self.clock <= now }
    return Request(
      options: options, files: files,
      tag: tag(options, files, await intake.pool.renderer ?? ""), now: now, isSettled: isSettled)
  }

  /// The tag of an answer: of all that its pixels depend on.
  ///
  /// A file counts by its place on the disk, size and times, not by its contents, which would have
  /// to be read for each request. So two servers with copies of the files have different tags.
  private func tag(
    _ options: RenderOptions, _ files: [SourceFolder.File], _ renderer: String
  ) -> EntityTag {
    let states = files.map { file in
      let status = file.status
      return JSON.array([
        .string("\(status.device) \(status.node)"), .int(status.size), .int(status.modified),
        .int(status.changed),
      ])
    }
    let text = JSON.array([
      .string(version), .string(renderer), .string(String(decoding: options.json, as: UTF8.self)),
      .array(states),
    ]).text
    return EntityTag(Base64URL.encode(SHA256.hash(data: Array(text.utf8))))
  }

  /// Lets a worker draw; only this takes a place in the pool.
  private func draw(
    _ request: Request
  ) async throws -> AnswerCache<EntityTag, Picture>.Made {
    let deadline = ContinuousClock.now + .seconds(intake.limits.time)
    let place = try await intake.place(until: deadline)
    defer { withExtendedLifetime(place) {} }
    var parts: [WorkerOrder.Part] = []
    for (index, file) in request.files.enumerated() {
      parts.append(
        WorkerOrder.Part(name: "pages[\(index)]", file: index, range: 0..<file.status.size))
    }
    let order = WorkerOrder(.frame, options: request.options.json, parts: parts)
    let answer = try await intake.perform(
      WorkerJob(order, files: request.files.map(\.file), deadline: deadline))
    intake.metrics.did(answer)
    guard let file = answer.file, FrameOperation.pictures.contains(answer.mediaType) else {
      throw Problem(.internal, "the worker sent no picture")
    }
    let share = intake.memory.share()
    let bytes = try Problem.wrapping { () throws(LinkError) in try file.size }
    try share.add(bytes)
    let contents = try Problem.wrapping { () throws(LinkError) in try file.bytes(0..<bytes) }
    let picture = Picture(
      bytes: ByteBuffer(bytes: contents), mediaType: answer.mediaType,
      isConstant: request.isSettled && request.files.allSatisfy(\.isUnchanged), share: share)
    return .init(value: picture, size: picture.isConstant ? bytes : nil)
  }

  private func response(
    _ picture: Picture, _ origin: AnswerCache<EntityTag, Picture>.Origin, _ request: Request,
    _ call: Call
  ) -> Response {
    let size = picture.bytes.readableBytes
    intake.metrics.wrote(size)
    var headers = Self.headers(request, isConstant: picture.isConstant)
    headers[.contentType] = picture.mediaType
    if let name = HTTPField.Name("Server-Timing") {
      headers[name] = "cache;desc=\(origin.rawValue)"
    }
    let body = ResponseBody(contentLength: size) { writer in
      try await writer.write(picture.bytes)
      withExtendedLifetime(picture.share) {}
      try await writer.finish(nil)
    }
    return Response(status: .ok, headers: headers, body: body)
  }

  /// The headers of an answer that say how long it is valid.
  private static func headers(_ request: Request, isConstant: Bool) -> HTTPFields {
    guard isConstant else { return [.cacheControl: "no-store"] }
    let isVersioned = request.options.isVersioned
    var seconds = isVersioned ? versionedFreshness : freshness
    if let expiry = request.options.expiry {
      seconds = min(seconds, Int((Double(expiry) - request.now).rounded(.down)))
    }
    return [
      .eTag: request.tag.text,
      .cacheControl: "public, max-age=\(seconds)\(isVersioned ? ", immutable" : "")",
    ]
  }
}
#endif
