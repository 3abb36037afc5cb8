package import CurlCore
internal import CurlSystem
internal import Glibc
internal import ImageFiles
internal import PageCurl

/// Measures the renderers against each other and against floors, in one run.
///
/// One task at a time. The cases of a size are measured alternately, round after round, so that the
/// machine's drift affects all of them alike.
package struct Bench {
  /// Compresses frames as a video and returns the total time.
  package typealias VideoEncoding = @Sendable ([Pixmap]) async throws -> Lap

  /// Starts a number of processes that draw the turn of a plan, which has one size, light and
  /// thread.
  package typealias WorkerGroupMaking = @Sendable (Int, BenchPlan) throws -> any WorkerGroup

  /// Plan of the measurements.
  package let plan: BenchPlan
  private let remap: (any RemapProgram)?
  private let encodeVideo: VideoEncoding
  private let makeWorkers: WorkerGroupMaking?
  private let say: @Sendable (String) -> Void

  /// A run of measurements.
  ///
  /// - Parameters:
  ///   - plan: the plan.
  ///   - remap: OpenCV's remap; nil leaves it out.
  ///   - encodeVideo: compresses a video; an error leaves that floor out.
  ///   - makeWorkers: starts processes to compare threads with; nil leaves that out.
  ///   - say: receives progress notes.
  package init(
    _ plan: BenchPlan, remap: (any RemapProgram)?, encodeVideo: @escaping VideoEncoding,
    makeWorkers: WorkerGroupMaking? = nil, say: @escaping @Sendable (String) -> Void
  ) {
    self.plan = plan
    self.remap = remap
    self.encodeVideo = encodeVideo
    self.makeWorkers = makeWorkers
    self.say = say
  }

  /// Writes frames as an MP4 in the folder for temporary files, and discards it; returns the time
  /// from the first frame to the finished file.
  package static func encodeVideo(_ frames: [Pixmap]) async throws -> Lap {
    let parent = Environment.temporaryFolder
    guard let folder = ScratchFolder() else {
      throw ImageFileError(.cannotCreate, path: parent, "cannot create a folder in '\(parent)'")
    }
    defer { folder.remove() }
    let video = try VideoWriter(
      path: folder.file("film.mp4"), width: frames[0].width, height: frames[0].height, rate: 30)
    // ffmpeg's start isn't measured.
    try await Task.sleep(for: .milliseconds(500))
    let clock = ContinuousClock.now
    for frame in frames { try await video.append(frame) }
    try await video.finish()
    return Lap(wall: (ContinuousClock.now - clock) / .milliseconds(1), cpu: 0)
  }

  /// Measures everything; takes minutes.
  ///
  /// - Throws: `RenderError`, also if the plan has only OpenGL and none is available; the errors of
  ///   sample pages and of the remap program; `CancellationError`.
  package func run() async throws -> BenchReport {
    var report = BenchReport()
    report.turn = plan.turnName
    let gpu = try await openGPU(&report)
    var processors: [Int: Renderer] = [:]
    for threads in plan.threads { processors[threads] = try await Renderer(.cpu, threads: threads) }
    let floor = try gpu == nil ? nil : QuadFloor(plan)
    for size in plan.sizes {
      let cases = plan.cases(size, hasGPU: gpu != nil)
      say(
        "\(size.width)×\(size.height): \(cases.count) cases × \(plan.frames) frames × "
          + "\(plan.rounds) rounds")
      let run = try await SizeBench(
        plan: plan, size: size, cases: cases,
        renderers: cases.map { $0.threads.flatMap { processors[$0] } ?? gpu },
        floors: FloorBench(quad: floor, remap: remap, encodeVideo: encodeVideo),
        makeWorkers: makeWorkers)
      try await run.measure(say)
      run.add(to: &report)
      if plan.explains { report.plans += try run.plans() }
      if plan.explains, let gl = gpu?.gl {
        report.pipelines += try await PipelineBench(plan: plan, size: size, renderer: gl)
          .reports(run.pages)
      }
    }
    await gpu?.shutDown()
    await floor?.shutDown()
    return report
  }

  private func openGPU(_ report: inout BenchReport) async throws(RenderError) -> Renderer? {
    guard plan.backends.contains(.gpu) else { return nil }
    do throws(RenderError) {
      let gpu = try await Renderer(
        .gpu, requiresHardware: plan.requiresHardware, device: plan.device)
      report.driver = gpu.info.name
      report.isSoftware = gpu.info.isSoftware
      return gpu
    } catch {
      guard error.code == .device, plan.backends.contains(.cpu), !plan.requiresHardware else {
        throw error
      }
      report.missing.append("OpenGL: \(error.message)")
      return nil
    }
  }

  /// Number of processors of this machine.
  package static var processors: Int { max(sysconf(Int32(_SC_NPROCESSORS_ONLN)), 1) }
}
