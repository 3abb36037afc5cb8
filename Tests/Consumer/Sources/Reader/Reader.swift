import PageCurl
import PageTurner

/// Turns a page of its own making by what a finger does.
@main
struct Reader {
  static func main() async throws {
    let size = PageSize(width: 180, height: 240)
    let pages = (0..<3).map { Page(plainPaper(size, 250 - 40 * UInt8($0))) }

    // What is turned, in which view, and how it looks.
    var turner = try Turner(
      Book(pages: pages.count), view: SIMD2(Double(size.width), Double(size.height)))
    let open = OpenBook(page: size)
    let renderer = try await Renderer(.auto)

    // A finger drags the corner to the left, and lets go; times are the host's, in seconds.
    let input: [(time: Double, event: TurnerEvent)] = [
      (0.00, .down(id: 1, SIMD2(170, 200))),
      (0.10, .move(id: 1, SIMD2(140, 195))),
      (0.20, .move(id: 1, SIMD2(90, 180))),
      (0.30, .up(id: 1, SIMD2(40, 175))),
    ]

    var rest = input[...]
    var changed = 0
    for frame in 0..<30 {
      let now = Double(frame) / 30
      while let next = rest.first, next.time <= now {
        rest.removeFirst()
        for output in try turner.handle(next.event, at: next.time) { tell(output) }
      }
      // Time passes too: sheets settle, and what came of it is told.
      for output in try turner.handle(.tick, at: now) { tell(output) }

      let shot = try open.shot(of: turner, at: now) { pages[$0] }
      let picture = try await renderer.frame(shot.turn, at: shot.moment)
      changed += picture == pages[0].pixmap ? 0 : 1
    }
    await renderer.shutDown()
    print("frames unlike the first page: \(changed)")
  }

  static func tell(_ output: TurnerOutput) {
    switch output.kind {
    case .willTurn(let from, let to, _): print("turns from \(from) to \(to)")
    case .didTurn(_, let to, completed: true): print("lies open at \(to)")
    case .didTurn(let from, _, completed: false): print("went back to \(from)")
    default: break
    }
  }

  /// Paper of one grey.
  static func plainPaper(_ size: PageSize, _ grey: UInt8) -> Pixmap {
    let pixel: [UInt8] = [grey, grey, grey, 255]
    let bytes = (0..<size.width * size.height).flatMap { _ in pixel }
    return Pixmap(width: size.width, height: size.height, rgba8: bytes)
  }
}
