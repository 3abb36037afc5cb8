internal import CurlBench
internal import CurlSystem
internal import PageCurl
internal import PageFilm

/// Measurements of `bench` other than whole frames.
extension BenchCommand {
  private var pageSizes: [PageSize] {
    sizes.map { PageSize(width: $0.width, height: $0.height) }
  }

  /// Measures whole jobs, and how memory and time of films grow.
  func measureJobs() async throws {
    let talk = talk
    let backend: Renderer.Backend =
      switch backend {
      case .all: .auto
      case .cpu: .cpu
      case .gpu: .gpu
      }
    let renderer = try await Renderer(backend, requiresHardware: requireGPU)
    let drawing = ["--backend", backend.rawValue] + (requireGPU ? ["--require-gpu"] : [])
    var reports: [JobReport] = []
    for size in pageSizes {
      reports.append(
        try await JobBench(
          size: size, frames: frames, rounds: rounds, renderer: renderer, drawing: drawing,
          say: { talk.say($0) }
        ).run(in: try scratchFolder()))
    }
    let scale = try await JobScale.measure(
      longest: longest ?? JobScale.longest, in: try scratchFolder(), drawing: drawing,
      say: { talk.say($0) })
    await renderer.shutDown()
    let summary = JobSummary(
      reports: reports, scale: scale, bound: MemoryBound.of(renderer.info), machine: .own)
    for text in reports.flatMap(\.missing) { talk.say("not measured: \(text)") }
    try Console.write(json ? summary.json.text + "\n" : summary.table)
    guard summary.failures.isEmpty else {
      throw CommandError(
        .checkFailed,
        "FAIL: more memory than the bound: "
          + summary.failures.joined(separator: "; "))
    }
  }

  /// A scratch folder; the watchdog also removes it if this process has to end at once.
  private func scratchFolder() throws(CommandError) -> ScratchFolder {
    guard let folder = ScratchFolder() else {
      throw CommandError(
        .cannotCreate,
        "no folder can be created in '\(Environment.temporaryFolder)': name another "
          + "one in TMPDIR")
    }
    Watchdog.shared.onAbandon { [weak folder] in folder?.remove() }
    return folder
  }

  /// Measures the inner loops in C.
  func measureKernels() throws {
    let talk = talk
    let summary = KernelSummary(
      reports: try KernelBench(sizes: pageSizes, rounds: rounds, say: { talk.say($0) }).run(),
      machine: .own, rounds: rounds)
    try Console.write(json ? summary.json.text + "\n" : summary.table)
    guard summary.failures.isEmpty else {
      throw CommandError(
        .checkFailed,
        "FAIL: bytes differ from the twins': "
          + summary.failures.joined(separator: ", "))
    }
  }
}
