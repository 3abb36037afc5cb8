package import CurlCore
internal import PageCurl

/// What a run of measurements found.
package struct BenchReport: Sendable {
  /// One size's floors.
  package struct FloorSet: Sendable {
    /// The size.
    package let size: PageSize
    /// The floors that could be measured, in the order of ``Floor``.
    package let floors: [(floor: Floor, wall: Timing, cpu: Timing?)]

    /// A floor's mean milliseconds on the clock; nil where it couldn't be measured.
    package func mean(_ floor: Floor) -> Double? { floors.first { $0.floor == floor }?.wall.mean }
  }

  /// The driver's whole name; nil without OpenGL.
  package var driver: String?
  /// Whether OpenGL runs in software.
  package var isSoftware = false
  /// Cases, in the order of the plan.
  package var cases: [CaseReport] = []
  /// The floors of each size.
  package var floors: [FloorSet] = []
  /// How frames come back from OpenGL, by size and layout; empty where that wasn't asked for.
  package var pipelines: [PipelineReport] = []
  /// What couldn't be measured, and why.
  package var missing: [String] = []
  /// The name of the turn that was drawn.
  package var turn = CurlParameters.name

  /// The names of the cases whose pictures are wrong, or not those of as many processes.
  package var wrong: [String] {
    cases.filter { !$0.parity.isRight || $0.crowd?.isSame == false }.map(\.name)
  }

  /// How many times as fast as each CPU case of its size and light a GPU case is, on the clock.
  package func speedUps(_ gpu: CaseReport) -> [(name: String, ratio: Double)] {
    guard gpu.it.backend == .gpu else { return [] }
    return cases.filter {
      $0.it.backend == .cpu && $0.it.size == gpu.it.size && $0.it.isLit == gpu.it.isLit
    }.map { ($0.name, $0.wall.mean / gpu.wall.mean) }
  }
}

/// What was found of one case.
package struct CaseReport: Sendable {
  /// The parts of a frame that OpenGL draws, milliseconds.
  package struct Phases: Sendable, Equatable {
    /// The GPU's own time for drawing; nil where the driver can't tell.
    package var gpuDraw: Timing?
    /// From the first command until the GPU had drawn.
    package var draw: Timing
    /// Packing of the pixels on the GPU; nil where there is none.
    package var packing: Timing?
    /// From then until the pixels were in memory.
    package var readback: Timing
  }

  /// The case.
  package let it: BenchCase
  /// What drew, for people: `CPU path`, or the GPU's name, in software so labelled.
  package let renderer: String
  /// Whether it was OpenGL in software.
  package let isSoftware: Bool
  /// Frames of the turn.
  package let frames: Int
  /// How often the turn was drawn.
  package let rounds: Int
  /// On the clock.
  package let wall: Timing
  /// Of the processors.
  package let cpu: Timing
  /// The parts of a frame; nil on the CPU path.
  package let phases: Phases?
  /// How many times each floor's time a frame takes.
  package let timesFloor: [FloorRatio]
  /// How many times the time of OpenCV's remap a frame takes; nil where that wasn't run.
  package let timesRemap: Lap?
  /// Whether the frames are right.
  package let parity: Parity
  /// What several threads gain against as many processes; nil of one thread, and of OpenGL.
  package let crowd: CrowdReport?

  /// The case's name.
  package var name: String { it.name }
  /// Frames a second, on the clock.
  package var framesPerSecond: Double { 1000 / wall.mean }
  /// The floor that does the least of the same kind: a copy, or a textured quad that is read back.
  package var ownFloor: FloorRatio? {
    let own: Floor = it.backend == .gpu ? .quad : .copy
    return timesFloor.first { $0.floor == own }
  }
}

/// How many times a floor's time a frame takes.
package struct FloorRatio: Sendable, Equatable {
  /// The floor.
  package let floor: Floor
  /// On the clock.
  package let wall: Double
  /// Of the processors; nil where the floor's isn't known, or too short to be told.
  package let cpu: Double?

  /// Of a case's times by a floor's, means of both.
  init(_ floor: Floor, wall: (Timing, Timing), cpu: (Timing, Timing?)) {
    self.floor = floor
    self.wall = wall.0.mean / wall.1.mean
    self.cpu = cpu.1.flatMap { $0.mean > 0 ? cpu.0.mean / $0.mean : nil }
  }
}

/// Work of the same size that does next to nothing: what any renderer takes at least.
package enum Floor: String, Sendable, CaseIterable {
  /// The frame's bytes copied once in memory, one thread.
  case copy
  /// A full-screen textured quad, bilinear, drawn by the same OpenGL and read back.
  case quad
  /// A cleared frame read back from the same OpenGL.
  case readback
  /// The frame encoded as a PNG, one thread.
  case png
  /// The frame encoded as a frame of an MP4 by ffmpeg's x264, beside this process.
  case x264
  /// OpenCV's remap of the page with maps made beforehand, one thread.
  case remap
}
