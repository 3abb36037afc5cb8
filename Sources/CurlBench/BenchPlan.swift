package import CurlCore
package import PageCurl

/// What is measured, and how often.
package struct BenchPlan: Sendable {
  /// Sizes of the pages in pixels.
  package var sizes: [PageSize]
  /// Which renderers: `.cpu`, `.gpu`.
  package var backends: [Renderer.Backend]
  /// Threads of the CPU path, one case each.
  package var threads: [Int]
  /// With light, without it, or both.
  package var lights: [Bool]
  /// Moments of the turn, spread evenly from its start to its end.
  package var frames: Int
  /// How often each case runs its turn.
  package var rounds: Int
  /// Refuses OpenGL in software.
  package var requiresHardware: Bool
  /// Which GPU, and the way to it.
  package var device = Renderer.Device.auto
  /// What is drawn; light is the cases' own.
  package var turn: any Turn
  /// Streams a turn in every layout, and tells which way frames come back from OpenGL and why.
  package var explains = false

  /// A plan from its parts.
  package init(
    sizes: [PageSize], backends: [Renderer.Backend], threads: [Int], lights: [Bool], frames: Int,
    rounds: Int, requiresHardware: Bool = false, turn: any Turn = Self.usualTurn
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

  /// The heading of the turn, degrees.
  package static let angle = 151.0
  /// The radius of its roll, per cent of the page's width.
  package static let radius = 9.0

  /// The cases of a size, in the order in which they take turns.
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

  /// The curl that is drawn where nothing else is asked for.
  package static var usualTurn: CurlParameters {
    var parameters = CurlParameters()
    parameters.angle = angle
    parameters.radius = .percent(radius)
    return parameters
  }

  /// The turn's name.
  package var turnName: String { type(of: turn).name }

  /// The turn that is drawn.
  func turn(_ pages: Pages, isLit: Bool) throws(RenderError) -> PageTurn {
    var turn = turn
    turn.look.isLit = isLit
    return try PageTurn(pages, turn)
  }
}

/// One thing that is measured: a renderer, a size, a light.
package struct BenchCase: Sendable, Equatable {
  /// The pages' size.
  package let size: PageSize
  /// Whether there is light and shadow.
  package let isLit: Bool
  /// Threads of the CPU path; nil for OpenGL.
  package let threads: Int?
  /// The turn's name.
  package var turn = CurlParameters.name

  /// `.cpu` or `.gpu`.
  package var backend: Renderer.Backend { threads == nil ? .gpu : .cpu }

  /// A name that stays the same from version to version, such as `cpu-1t-1024x1366-lit`.
  package var name: String {
    let renderer = threads.map { "cpu-\($0)t" } ?? "gpu"
    // The curl was there before any other turn, and its cases have no name for it.
    let turn = turn == CurlParameters.name ? "" : "-\(turn)"
    return "\(renderer)-\(size.width)x\(size.height)-\(isLit ? "lit" : "unlit")\(turn)"
  }
}
