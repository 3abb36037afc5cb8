internal import ArgumentParser
internal import PageCurl
internal import PageFilm

/// Requirements for the renderer.
struct DeviceOptions: ParsableArguments {
  @Flag(
    name: .customLong("require-gpu"),
    help: "Fail with exit status 69 without a real GPU, and print what was tried.")
  var requireGPU = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Threads of the CPU path, 1 to 1024; any number gives the same frames. (default: one per \
      processor)
      """, valueName: "count"),
    transform: Value.count(1...1024))
  var threads: Int?

  @OptionGroup
  var gpu: GPUOptions

  /// Opens a renderer and reports it; `--require-gpu` doesn't apply to the CPU path.
  ///
  /// `wayOut` is the remedy if no OpenGL is available and no device was chosen. `programCache` is
  /// the folder of OpenGL's programs; nil caches none.
  func open(
    _ backend: Renderer.Backend, _ talk: TalkOptions, wayOut: String, programCache: String? = nil
  ) async throws(CommandError) -> Renderer {
    try await begin(backend, wayOut: wayOut, programCache: programCache).renderer(talk)
  }

  /// Starts opening a renderer concurrently; parameters as for ``open(_:_:wayOut:programCache:)``.
  func begin(_ backend: Renderer.Backend, wayOut: String, programCache: String? = nil)
    -> OpeningRenderer
  {
    let (requireGPU, threads, gpu) = (requireGPU, threads, gpu)
    return OpeningRenderer { () throws(CommandError) in
      let device = try gpu.device()
      do throws(RenderError) {
        let renderer = try await Renderer(
          backend, requiresHardware: requireGPU && backend != .cpu, threads: threads,
          programCache: programCache, device: device)
        let line = renderer.info.line(wantsSoftware: device.description == "software")
        return OpeningRenderer.Opened(renderer: renderer, line: line)
      } catch {
        guard error.code == .device else { throw CommandError(error) }
        var wayOut = wayOut
        if requireGPU {
          wayOut =
            "--require-gpu found no real GPU; drop it to draw with another renderer; 'glcurl doctor' "
            + "says what to do"
        } else if let demand = try gpu.demand() {
          wayOut = "\(demand) can't draw here; 'glcurl doctor' lists what can"
          // OpenGL in software is available, but 'auto' uses it only on request.
          if error.message.contains("only hardware is allowed") {
            wayOut += "; --backend gpu also uses software"
          }
        }
        throw CommandError(.unavailable, "\(wayOut): \(error.message)")
      }
    }
  }
}

/// A renderer that opens while pages are read.
struct OpeningRenderer: Sendable {
  /// A renderer and its description.
  struct Opened: Sendable {
    let renderer: Renderer
    /// One line that describes the renderer.
    let line: String
  }

  private let task: Task<Result<Opened, CommandError>, Never>

  init(_ open: @escaping @Sendable () async throws(CommandError) -> Opened) {
    task = Task {
      do throws(CommandError) {
        return .success(try await open())
      } catch {
        return .failure(error)
      }
    }
  }

  /// Waits for the renderer.
  func renderer() async throws(CommandError) -> Opened { try await task.value.get() }

  /// Waits for the renderer and reports it.
  func renderer(_ talk: TalkOptions) async throws(CommandError) -> Renderer {
    let opened = try await renderer()
    talk.say("renderer: \(opened.line)")
    return opened.renderer
  }
}

extension Renderer.Info {
  /// One line: the renderer, and the reason if it wasn't the first choice.
  fileprivate func line(wantsSoftware: Bool) -> String {
    if let obstacle = obstacle(wantsSoftware: wantsSoftware) {
      return "\(description) (not \(obstacle); 'glcurl doctor' says what to do)"
    }
    guard backend == .cpu, !trail.isEmpty else { return description }
    return "\(description) (no GPU found; --require-gpu prints what was tried)"
  }

  /// Why an existing device couldn't be used, or nil; reported even if another device draws.
  ///
  /// `wantsSoftware` says whether OpenGL in software was chosen.
  func obstacle(wantsSoftware: Bool = false) -> String? {
    // Nodes and devices that can't be opened are in the trail even if a GPU draws; they matter only
    // if the CPU path or unchosen software draws.
    let words =
      ["eglInitialize", "ES 3."]
      + (backend == .cpu || isSoftware && !wantsSoftware
        ? ["Permission denied", "Operation not permitted", "isn't accessible"] : [])
    return trail.first { line in words.contains(where: line.contains) }
  }

  /// The renderer as JSON.
  var json: JSON {
    .object([
      ("backend", .string(backend.rawValue)), ("name", .string(name)),
      ("software", .bool(isSoftware)), ("trail", .array(trail.map(JSON.string))),
    ])
  }
}
