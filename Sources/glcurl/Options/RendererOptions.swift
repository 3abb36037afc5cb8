internal import ArgumentParser
internal import CurlSystem
internal import ImageFiles
internal import PageCurl

/// Choice of the renderer.
struct RendererOptions: ParsableArguments {
  @Option(
    help: """
      Renderer: auto is a real GPU, else the CPU path; gpu is OpenGL, in software if there is no \
      GPU; cpu needs no OpenGL.
      """)
  var backend = Renderer.Backend.auto

  @OptionGroup
  var device: DeviceOptions

  @OptionGroup
  var programs: ProgramCacheOptions

  func validate() throws {
    if device.gpu.isGiven && backend == .cpu {
      throw ValidationError("--gpu and --egl need OpenGL, but --backend cpu has none: drop one")
    }
    if device.requireGPU && backend == .cpu {
      throw ValidationError("--require-gpu and --backend cpu exclude each other: drop one of them")
    }
  }

  /// Starts opening the renderer concurrently.
  func begin() -> OpeningRenderer {
    device.begin(
      backend,
      wayOut: "--backend gpu found no OpenGL ('glcurl doctor' says how to get it); "
        + "--backend cpu needs none",
      programCache: programs.folder)
  }
}

extension RendererOptions {
  /// Draws a picture, writes it as a PNG and reports it; `what` names its contents.
  ///
  /// The file is opened before drawing, so that its errors come first.
  func makeSheet(
    _ path: String, of what: String, _ talk: TalkOptions, draw: (Renderer) async throws -> Pixmap
  ) async throws {
    let file = try CommandError.wrapping { () throws(ImageFileError) in
      try AtomicFile(path: path)
    }
    let renderer = try await begin().renderer(talk)
    let picture = try await draw(renderer)
    await renderer.shutDown()
    try CommandError.wrapping { () throws(ImageFileError) in
      try file.write(PNGEncoder.encode(picture))
      try file.commit()
    }
    talk.say("wrote \(path): \(what), \(picture.width)×\(picture.height)")
  }
}

/// Whether OpenGL's linked programs are cached.
struct ProgramCacheOptions: ParsableArguments {
  @Flag(
    name: .customLong("no-program-cache"),
    help: """
      Don't cache OpenGL's linked programs. By default they are cached in $XDG_CACHE_HOME/glcurl \
      or ~/.cache/glcurl, or in the folder named by GLCURL_PROGRAM_CACHE; if that is empty, they \
      aren't cached.
      """)
  var noProgramCache = false

  /// Folder of the cache; nil caches none, as without a home folder.
  ///
  /// Without the variable, it follows the XDG base directory specification.
  var folder: String? { noProgramCache ? nil : Self.standardFolder }

  /// Folder of the cache without `--no-program-cache`.
  static var standardFolder: String? {
    let variable = "GLCURL_PROGRAM_CACHE"
    if Environment.given(variable) != nil { return Environment.path(variable) }
    func absolute(_ variable: String) -> String? {
      Environment.path(variable).flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
    let cache = absolute("XDG_CACHE_HOME") ?? absolute("HOME").map { $0 + "/.cache" }
    return cache.map { $0 + "/glcurl" }
  }
}
