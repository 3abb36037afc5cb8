package import CurlCore
internal import PageCurl
internal import SamplePages

/// One of the processes that draw a turn at the same time: the first case of a plan, repeatedly.
package struct BenchWorker {
  private let frames: Int
  private let draw: (Int) async throws -> LookFrame

  /// Prepares pages and renderer, and draws a first frame; uses the plan's first size, light and
  /// number of threads.
  package init(_ plan: BenchPlan) async throws {
    let size = plan.sizes[0]
    let sample = try SamplePages.make(width: size.width, height: size.height)
    let pages = try Pages(front: sample.front, next: sample.next)
    let turn = try plan.turn(pages, isLit: plan.lights[0])
    let renderer = try await Renderer(.cpu, threads: plan.threads[0])
    let frames = plan.frames
    self.frames = frames
    draw = {
      .pixels(try await renderer.frame(turn, at: PageTurn.moment(ofFrame: $0, of: frames)))
    }
    _ = try await renderer.frame(turn, at: .progress(0.5))
  }

  /// Prepares a look's pages and a renderer with one thread, and draws a first frame.
  package init(_ look: LookCase, _ size: PageSize) async throws {
    let turn = try look.turn(size)
    let renderer = try await Renderer(.cpu, threads: 1)
    frames = LookCase.moments.count
    draw = { try await look.frame(turn, $0, renderer) }
    _ = try await draw(0)
  }

  /// Draws the whole turn.
  package func draw() async throws {
    for i in 0..<frames { _ = try await draw(i) }
  }

  /// Draws the whole turn and returns a hash of its frames.
  package func hash() async throws -> UInt64 {
    var hash = FrameHash()
    for i in 0..<frames { hash.add(try await draw(i)) }
    return hash.value
  }
}

/// 64-bit FNV-1a (draft-eastlake-fnv) over the bytes of frames, the same in every process.
struct FrameHash: Equatable {
  private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  mutating func add(_ frame: Pixmap) {
    switch frame.storage {
    case .rgba8(let bytes): add(bytes)
    case .rgba16(let words): add(words)
    }
  }

  mutating func add(_ frame: LookFrame) {
    switch frame {
    case .pixels(let pixmap): add(pixmap)
    case .bytes(let bytes): add(bytes)
    }
  }

  private mutating func add(_ channels: [some FixedWidthInteger]) {
    var value = value
    for channel in channels { value = (value ^ UInt64(channel)) &* 0x0000_0100_0000_01b3 }
    self.value = value
  }
}
