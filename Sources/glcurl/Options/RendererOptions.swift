internal import ArgumentParser
internal import PageCurl

/// What draws.
struct RendererOptions: ParsableArguments {
  @Option(
    help: """
      What draws: auto is a real GPU, else the CPU path; gpu is OpenGL, in software where there \
      is no GPU; cpu needs no OpenGL.
      """)
  var backend = Renderer.Backend.auto

  @OptionGroup
  var device: DeviceOptions

  @OptionGroup
  var programs: ProgramCacheOptions

  func validate() throws {
    if device.gpu.isGiven && backend == .cpu {
      throw ValidationError("--gpu and --egl need OpenGL, and --backend cpu has none: drop one")
    }
    if device.requireGPU && backend == .cpu {
      throw ValidationError("--require-gpu and --backend cpu exclude each other: drop one of them")
    }
  }

  /// Opens the renderer and says which one it is.
  func open(_ talk: TalkOptions) async throws(CommandError) -> Renderer {
    try await begin().renderer(talk)
  }

  /// Begins to open it, beside whatever else is to be done.
  func begin() -> OpeningRenderer {
    device.begin(
      backend, wayOut: "--backend gpu found no OpenGL; --backend cpu needs none",
      programCache: programs.folder)
  }
}
