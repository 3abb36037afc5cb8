public import CurlCore
internal import CurlSystem
import Glibc

/// Writes a video with an `ffmpeg` process: an MP4 or a WebM in 4:2:0, BT.709, limited range,
/// tagged; or a GIF.
///
/// The writer converts frames off the caller's thread and the process compresses them, both while
/// the next frame is rendered. `append` returns when the encoder has taken the frame, which slows a
/// faster caller down. An encoder that is idle for its `patience` is killed. `finish()` verifies
/// format and number of frames before it moves the file to its path; otherwise the file is removed.
/// A device, a FIFO or standard output gets the encoder's bytes as they come: an MP4 in fragments,
/// unverified.
/// SIGPIPE's handling is neither used nor changed. Safe from any task; frames are in the order of
/// `append`.
public actor VideoWriter: FilmWriter, PlanesWriter {
  /// The output file, as the caller named it.
  public nonisolated let path: String
  /// Width of the frames, pixels.
  public nonisolated let width: Int
  /// Height of the frames, pixels.
  public nonisolated let height: Int
  /// Size of the video, pixels.
  ///
  /// 4:2:0 needs even sides, so an odd side gets its last row or column twice. A GIF has the size
  /// of the frames.
  public nonisolated let paddedSize: (width: Int, height: Int)

  /// Number of frames taken so far.
  public private(set) var frameCount = 0

  private let format: VideoFormat
  private let rate: FrameRate
  private let patience: Duration
  private let layout: FrameLayout
  /// Whether the last pixel of every frame is made transparent.
  private let clearsCorner: Bool
  private let program: String
  private let process: EncoderProcess
  private let file: AtomicFile
  private var isFinished = false

  /// Starts the encoder.
  ///
  /// - Parameters:
  ///   - path: The output file; its format is the encoder's, whatever the name.
  ///   - width: Width of the frames, pixels, ≥ 1.
  ///   - height: Height of the frames, pixels, ≥ 1.
  ///   - rate: Frames per second.
  ///   - hasAlpha: Whether frames may have alpha. A WebM keeps it, at twice the work; an MP4 has
  ///     none. A GIF always keeps it, with alpha ≥ ½ as opaque and the rest as transparent. With
  ///     this flag the bottom-right pixel of a GIF is always transparent: otherwise ffmpeg leaves
  ///     an opaque frame visible under the transparent parts of the next.
  ///   - background: Colour behind transparent areas if no alpha is kept, `0xRRGGBB` in sRGB.
  ///   - dithers: Whether the luma of an MP4 or a WebM is rounded with noise.
  ///   - encoder: The program, the format and its settings.
  /// - Throws: An error of kind `programMissing`, `programFailed`, `noMemory`, `cannotCreate` or
  ///   `cancelled`.
  public init(
    path: String, width: Int, height: Int, rate: FrameRate, hasAlpha: Bool = false,
    background: UInt32 = 0xFFFFFF, dithers: Bool = false, encoder: VideoEncoder = VideoEncoder()
  ) throws(ImageFileError) {
    try self.init(
      AtomicFile(path: path), width: width, height: height, rate: rate, hasAlpha: hasAlpha,
      background: background, dithers: dithers, encoder: encoder)
  }

  /// Starts the encoder, as the other initialiser does, and writes an open file or stream.
  package init(
    _ file: AtomicFile, width: Int, height: Int, rate: FrameRate, hasAlpha: Bool = false,
    background: UInt32 = 0xFFFFFF, dithers: Bool = false, encoder: VideoEncoder = VideoEncoder()
  ) throws(ImageFileError) {
    precondition(width > 0 && height > 0, "a video needs at least one pixel")
    let path = file.path
    let searchPath = encoder.searchPath ?? ExecutableSearch.inheritedPath
    guard let program = ExecutableSearch.find(encoder.program, searchPath: searchPath) else {
      throw ImageFileError(
        .programMissing, path: encoder.program,
        "cannot write video '\(path)': the program '\(encoder.program)' is not on PATH; install it "
          + "(apt-get install ffmpeg), or write WebP, APNG or PNGs, which need no program")
    }
    let keepsAlpha = hasAlpha && encoder.format == .webm
    let layout: FrameLayout =
      encoder.format.isYCbCr
      ? .planes(
        BT709(
          width: width, height: height, background: keepsAlpha ? nil : BT709.word(background),
          dithers: dithers))
      : .straight(.eight)
    let paddedSize = layout.size(width: width, height: height)
    let arguments = encoder.arguments(
      path: file.temporaryPath, width: paddedSize.width, height: paddedSize.height, rate: rate,
      layout: layout)
    do throws(SpawnError) {
      let output =
        file.temporaryPath.map(EncoderProcess.Output.file) ?? .stream(file.number ?? -1)
      process = try EncoderProcess(
        path: program, arguments: arguments, output: output, patience: encoder.patience,
        joinsGroup: encoder.joinsProcessGroup)
    } catch {
      throw ImageFileError(
        error.code == ENOMEM ? .noMemory : .programFailed, path: program,
        "cannot write video '\(path)': '\(program)' doesn't start: \(systemText(error.code))")
    }
    self.path = path
    self.width = width
    self.height = height
    self.paddedSize = paddedSize
    format = encoder.format
    self.rate = rate
    patience = encoder.patience
    self.layout = layout
    clearsCorner = hasAlpha && encoder.format == .gif
    self.program = program
    self.file = file
  }

  /// Adds a frame; a cancelled task cancels the video.
  ///
  /// - Precondition: `frame` has the video's size.
  /// - Throws: An error of kind `programFailed` or `noMemory` with ffmpeg's last messages, or
  ///   `cancelled`, also after an earlier error or `finish()`. The unfinished file is then removed.
  public func append(_ frame: Pixmap) async throws(ImageFileError) {
    guard !isFinished else { throw ended() }
    precondition(
      frame.width == width && frame.height == height,
      "a \(frame.width)×\(frame.height) frame in a \(width)×\(height) video")
    var bytes = layout.bytes(frame)
    if clearsCorner { bytes[bytes.count - 1] = 0 }
    try await send(bytes)
  }

  /// Background of planes in transparent areas; nil for a GIF, and for a WebM that keeps alpha.
  package nonisolated var planesBackground: UInt32? { layout.planesBackground }

  /// Adds a frame that is already in planes.
  package func append(planes: [UInt8]) async throws(ImageFileError) {
    guard !isFinished else { throw ended() }
    precondition(
      planesBackground != nil && planes.count == layout.planesCount(width: width, height: height),
      "\(planes.count) bytes of planes in a \(width)×\(height) video")
    try await send(planes)
  }

  private func send(_ bytes: [UInt8]) async throws(ImageFileError) {
    frameCount += 1
    try await checked { () throws(EncoderProcess.Failure) in try await process.send(bytes) }
  }

  /// Completes the video and moves the file to its path; a cancelled task cancels the video.
  ///
  /// - Throws: An error of kind `programFailed` or `noMemory` with ffmpeg's last messages, also if
  ///   its file is wrong; `unsupported` if there were no frames, `writeFailed` or `cancelled`, also
  ///   after an earlier error or `finish()`. The unfinished file is then removed.
  public func finish() async throws(ImageFileError) {
    guard !isFinished else { throw ended() }
    isFinished = true
    guard frameCount > 0 else {
      cancel()
      throw ImageFileError(
        .unsupported, path: path, "cannot write video '\(path)': it has no frames; append some")
    }
    let (path, format, count, rate) = (file.temporaryPath, format, frameCount, rate)
    try await checked { () throws(EncoderProcess.Failure) in
      try await process.end {
        path.flatMap { format.finding(path: $0, frames: count, rate: rate) }
      }
    }
    try file.commit()
  }

  /// Cancels the video: kills the encoder and removes the unfinished file.
  ///
  /// Calls in progress, and later ones, throw `cancelled`. No effect after a successful `finish()`.
  public nonisolated func cancel() {
    process.cancel()
    file.discard()
  }

  /// Runs a step of the encoder, which is cancelled with the task; converts its failure.
  private func checked(
    _ step: () async throws(EncoderProcess.Failure) -> Void
  ) async throws(ImageFileError) {
    let failure: EncoderProcess.Failure?
    failure = await withTaskCancellationHandler {
      do throws(EncoderProcess.Failure) {
        try await step()
        return nil
      } catch {
        return error
      }
    } onCancel: {
      cancel()
    }
    guard let failure else { return }
    // Query before `discard()`: an already removed file means that the video was cancelled.
    let wasRemoved = file.wasRemoved
    file.discard()
    let (how, messages): (String, String)
    switch failure {
    case .cancelled: throw ended()
    case .wrong where wasRemoved: throw ended()
    case .failed(let end, let said):
      how =
        switch end {
        case .exited(let code): "ended with exit status \(code)"
        case .signaled(let signal): "was ended by signal \(signal)"
        case .unknown: "ended without an exit status"
        }
      messages = said
    case .stalled(let said):
      how =
        "read nothing, wrote nothing and used no processor time for "
        + "\(patience.components.seconds) s, so it was killed (find out what it waits for, or write WebP, "
        + "APNG or PNGs, which need no program)"
      messages = said
    case .wrong(let finding, let said):
      how =
        "ended with exit status 0 and \(finding) (try another build of it, or write WebP, APNG or "
        + "PNGs, which need no program)"
      messages = said
    }
    let said = messages.isEmpty ? " nothing" : ":\n\(messages)"
    let failed = "cannot write video '\(path)': '\(program)' \(how)"
    if case .failed(let end, _) = failure, lacksMemory(end, messages) {
      throw ImageFileError(
        .noMemory, path: program,
        "\(failed), probably for lack of memory: allow more (ulimit -v, or a container's limit), or "
          + "write WebP, APNG or PNGs, which take less; it said\(said)")
    }
    throw ImageFileError(.programFailed, path: program, "\(failed) and said\(said)")
  }

  /// Whether a failed encoder probably had too little memory.
  ///
  /// Its messages usually say so. x264's may not, nor the loader's; then a limit of addresses below
  /// what encoders were seen to need decides (ffmpeg 5.1: up to 403 MB at 900×1200). The kernel kills
  /// what exceeds a container's limit.
  private func lacksMemory(_ end: ChildProcess.End, _ messages: String) -> Bool {
    func say(_ texts: [String]) -> Bool { texts.contains { messages.contains($0) } }
    if say(["Cannot allocate memory", "malloc of size", "bad_alloc", "ut of memory"]) {
      return true
    }
    if case .signaled(SIGKILL) = end { return true }
    let needed = (400 << 20) + 64 * paddedSize.width * paddedSize.height
    guard let limit = SystemMemory.addressLimit, limit < needed else { return false }
    if case .signaled = end { return true }
    return messages.isEmpty
      || say(["maybe incorrect parameters", "failed to map segment", "temporarily unavailable"])
  }

  /// The error for a video that was cancelled or finished before.
  private func ended() -> ImageFileError {
    ImageFileError(.cancelled, path: path, "video '\(path)' was cancelled or finished before")
  }
}

/// Finds programs like a shell.
enum ExecutableSearch {
  /// The path of the program `name` in the folders of `searchPath`, separated by colons; nil if
  /// missing.
  ///
  /// A name with a slash is a path.
  static func find(_ name: String, searchPath: String) -> String? {
    guard !name.contains("/") else { return isExecutable(name) ? name : nil }
    for folder in searchPath.split(separator: ":", omittingEmptySubsequences: true) {
      let path = "\(folder)/\(name)"
      if isExecutable(path) { return path }
    }
    return nil
  }

  /// Search path of this process.
  static var inheritedPath: String {
    guard let value = unsafe getenv("PATH") else { return "/usr/local/bin:/usr/bin:/bin" }
    return unsafe String(cString: value)
  }

  private static func isExecutable(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
      && access(path, X_OK) == 0
  }
}
