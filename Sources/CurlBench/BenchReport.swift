package import CurlCore
internal import PageCurl

/// Results of a run of measurements.
package struct BenchReport: Sendable {
  /// The floors of one size.
  package struct FloorSet: Sendable {
    /// Size of the pages.
    package let size: PageSize
    /// The measured floors, in the order of ``Floor``.
    package let floors: [(floor: Floor, wall: Timing, cpu: Timing?)]

    /// A floor's mean clock time, milliseconds; nil if it wasn't measured.
    package func mean(_ floor: Floor) -> Double? { floors.first { $0.floor == floor }?.wall.mean }
  }

  /// How the CPU path draws one frame.
  package struct PlanReport: Sendable {
    /// Size of the page and of the frame.
    package let size: PageSize
    package let isLit: Bool
    /// One line per part: its form, and why no narrower form applies.
    package let lines: [String]
    /// Bytes of tables, and of each thread's light.
    package let tableBytes: Int
    package let lightBytes: Int
  }

  /// Full name of the driver; nil without OpenGL.
  package var driver: String?
  /// Whether OpenGL runs in software.
  package var isSoftware = false
  /// Cases, in the order of the plan.
  package var cases: [CaseReport] = []
  /// The floors of each size.
  package var floors: [FloorSet] = []
  /// How frames are read back from OpenGL, by size and layout; empty unless the plan explains.
  package var pipelines: [PipelineReport] = []
  /// How the CPU path draws progress 0.5, by size and light; empty unless the plan explains.
  package var plans: [PlanReport] = []
  /// Measurements that failed, with reasons.
  package var missing: [String] = []
  /// Name of the turn.
  package var turn = CurlTurn.name

  /// Names of the cases with wrong pictures, or whose threads and processes drew other bytes.
  package var wrong: [String] {
    cases.filter { !$0.parity.isRight || $0.workers?.isSame == false }.map(\.name)
  }

  /// Speed of a GPU case relative to each CPU case of its size and light, clock time.
  package func speedUps(_ gpu: CaseReport) -> [(name: String, ratio: Double)] {
    guard gpu.benchCase.backend == .gpu else { return [] }
    return cases.filter {
      $0.benchCase.backend == .cpu && $0.benchCase.size == gpu.benchCase.size
        && $0.benchCase.isLit == gpu.benchCase.isLit
    }.map { ($0.name, $0.wall.mean / gpu.wall.mean) }
  }
}

/// Results of one case.
package struct CaseReport: Sendable {
  /// Phases of a frame in OpenGL, milliseconds.
  package struct Phases: Sendable, Equatable {
    /// The GPU's own time for drawing; nil if the driver can't measure it.
    package var gpuDraw: Timing?
    /// Time from the first command until the GPU has drawn.
    package var draw: Timing
    /// Time from the end of drawing until the pixels are in memory.
    package var readback: Timing
  }

  /// The case.
  package let benchCase: BenchCase
  /// Renderer: `CPU path`, or the GPU's name, marked if it is software.
  package let renderer: String
  /// Whether the renderer is OpenGL in software.
  package let isSoftware: Bool
  /// Number of frames of the turn.
  package let frames: Int
  /// Number of rounds.
  package let rounds: Int
  /// Clock time.
  package let wall: Timing
  /// Processor time.
  package let cpu: Timing
  /// Phases of a frame; nil for the CPU path.
  package let phases: Phases?
  /// Frame time relative to each floor's.
  package let timesFloor: [FloorRatio]
  /// Frame time relative to OpenCV's remap; nil if that wasn't measured.
  package let timesRemap: LapRatio?
  /// Check of the frames.
  package let parity: Parity
  /// Gain of several threads compared with as many processes; nil for one thread, and for OpenGL.
  package let workers: WorkerGroupReport?

  /// Name of the case.
  package var name: String { benchCase.name }
  /// Frames per second, clock time.
  package var framesPerSecond: Double { 1000 / wall.mean }
  /// The simplest floor of the same kind: a copy, or a textured quad that is read back.
  package var ownFloor: FloorRatio? {
    let own: Floor = benchCase.backend == .gpu ? .quad : .copy
    return timesFloor.first { $0.floor == own }
  }
}

/// Frame time relative to a floor's.
package struct FloorRatio: Sendable, Equatable {
  /// The floor.
  package let floor: Floor
  /// Ratio of clock times.
  package let wall: Double
  /// Ratio of processor times; nil if the floor's is unknown or too short.
  package let cpu: Double?

  /// Ratios of a case's mean times to a floor's.
  init(_ floor: Floor, wall: (Timing, Timing), cpu: (Timing, Timing?)) {
    self.floor = floor
    self.wall = wall.0.mean / wall.1.mean
    self.cpu = cpu.1.flatMap { $0.mean > 0 ? cpu.0.mean / $0.mean : nil }
  }
}

/// Trivial work of the same size: a lower bound for any renderer.
package enum Floor: String, Sendable, CaseIterable {
  /// The frame's bytes copied once in memory, one thread.
  case copy
  /// A full-screen textured quad, bilinear, drawn by the same OpenGL and read back.
  case quad
  /// A cleared frame read back from the same OpenGL.
  case readback
  /// The frame encoded as a PNG, one thread.
  case png
  /// The frame encoded as a frame of an MP4 by ffmpeg's x264, in another process.
  case x264
  /// OpenCV's remap of the page with maps made beforehand, one thread.
  case remap
}
