internal import CurlCore
internal import PageCurl
internal import SamplePages

/// One of the processes that draw a turn at the same time: the first case of a plan, repeatedly.
package struct BenchWorker {
  private let renderer: Renderer
  private let turn: PageTurn
  private let frames: Int

  /// Prepares pages and renderer, and draws a first frame; uses the plan's first size, light and
  /// number of threads.
  package init(_ plan: BenchPlan) async throws {
    let size = plan.sizes[0]
    let sample = try SamplePages.make(width: size.width, height: size.height)
    let pages = try Pages(front: sample.front, next: sample.next)
    turn = try plan.turn(pages, isLit: plan.lights[0])
    renderer = try await Renderer(.cpu, threads: plan.threads[0])
    frames = plan.frames
    _ = try await renderer.frame(turn, at: .progress(0.5))
  }

  /// Draws the whole turn.
  package func draw() async throws {
    for i in 0..<frames { _ = try await frame(i) }
  }

  /// Draws the whole turn and returns a hash of its frames.
  package func hash() async throws -> UInt64 {
    var hash = FrameHash()
    for i in 0..<frames { hash.add(try await frame(i)) }
    return hash.value
  }

  private func frame(_ index: Int) async throws -> Pixmap {
    try await renderer.frame(turn, at: PageTurn.moment(ofFrame: index, of: frames))
  }
}

/// 64-bit FNV-1a (draft-eastlake-fnv) over the bytes of frames, the same in every process.
struct FrameHash: Equatable {
  private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  mutating func add(_ frame: Pixmap) {
    var value = value
    for byte in frame.rgba8 { value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
    self.value = value
  }
}
