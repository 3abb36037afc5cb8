package import CurlCore
package import PageCurl

/// Cases to measure, and the number of rounds.
package struct BenchPlan: Sendable {
  /// Sizes of the pages, pixels.
  package var sizes: [PageSize]
  /// Renderers: `.cpu`, `.gpu`.
  package var backends: [Renderer.Backend]
  /// Numbers of threads of the CPU path, one case each.
  package var threads: [Int]
  /// Lights to measure: true with light and shadow, false without.
  package var lights: [Bool]
  /// Number of moments of the turn, evenly spaced from its start to its end.
  package var frames: Int
  /// Number of rounds per case.
  package var rounds: Int
  /// Whether OpenGL in software is rejected.
  package var requiresHardware: Bool
  /// Choice of the GPU, and of the way to OpenGL.
  package var device = Renderer.Device.auto
  /// The turn; the cases determine its light.
  package var turn: any Turn
  /// Whether to report how the CPU path draws, and how and why OpenGL's frames are read back.
  package var explains = false

  /// A plan from its parts.
  package init(
    sizes: [PageSize], backends: [Renderer.Backend], threads: [Int], lights: [Bool], frames: Int,
    rounds: Int, requiresHardware: Bool = false, turn: any Turn = Self.defaultTurn
  ) {
    self.sizes = sizes
    self.backends = backends
    self.threads = threads
    self.lights = lights
    self.frames = frames
    self.rounds = rounds
    self.requiresHardware = requiresHardware
    self.turn = turn
  }

  /// Heading of the default turn, degrees.
  package static let angle = 151.0
  /// Radius of the default turn's roll, per cent of the page's width.
  package static let radius = 9.0

  /// The cases of a size, in the order in which they alternate.
  func cases(_ size: PageSize, hasGPU: Bool) -> [BenchCase] {
    var cases: [BenchCase] = []
    for lit in lights {
      if backends.contains(.cpu) {
        cases += threads.map { BenchCase(size: size, isLit: lit, threads: $0, turn: turnName) }
      }
      if backends.contains(.gpu) && hasGPU {
        cases.append(BenchCase(size: size, isLit: lit, threads: nil, turn: turnName))
      }
    }
    return cases
  }

  /// The default curl.
  package static var defaultTurn: CurlTurn {
    var parameters = CurlTurn()
    parameters.angle = angle
    parameters.radius = .percent(radius)
    return parameters
  }

  /// Name of the turn.
  package var turnName: String { type(of: turn).name }

  /// The turn with pages and a light.
  func turn(_ pages: Pages, isLit: Bool) throws(RenderError) -> PageTurn {
    var turn = turn
    turn.look.isLit = isLit
    return try PageTurn(pages, turn)
  }
}

/// A measured case: a renderer, a size, a light.
package struct BenchCase: Sendable, Equatable {
  /// Size of the pages.
  package let size: PageSize
  /// Whether light and shadow are drawn.
  package let isLit: Bool
  /// Threads of the CPU path; nil for OpenGL.
  package let threads: Int?
  /// Name of the turn.
  package var turn = CurlTurn.name

  /// `.cpu` or `.gpu`.
  package var backend: Renderer.Backend { threads == nil ? .gpu : .cpu }

  /// A name that is stable across versions, such as `cpu-1t-1024x1366-lit`.
  package var name: String {
    let renderer = threads.map { "cpu-\($0)t" } ?? "gpu"
    // The curl is older than all other turns, so names of its cases lack the turn.
    let turn = turn == CurlTurn.name ? "" : "-\(turn)"
    return "\(renderer)-\(size.width)x\(size.height)-\(isLit ? "lit" : "unlit")\(turn)"
  }
}
