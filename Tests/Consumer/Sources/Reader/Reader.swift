import PageCache
import PageCurl
import PageTurner

/// Turns pages that come when they can by what a finger does.
@main
struct Reader {
  static func main() async throws {
    // Pages of its own making: each drawn when it's near, and kept while it is.
    let size = PageSize(width: 180, height: 240)
    let source = DrawnPages("paper", count: 3) { page, _, pixels in
      for i in pixels.indices { pixels[i] = i % 4 == 3 ? 255 : 250 - 40 * UInt8(page) }
    }
    let store = PageStore(source, size: size)
    try await store.load(at: 0)

    // What is turned, in which view, and how it looks; a turn waits for its pages.
    var rules = TurnerConfiguration()
    rules.awaitsPages = true
    let view = SIMD2(Double(size.width), Double(size.height))
    var turner = try Turner(Book(pages: await store.list.count), view: view, rules)
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
    var pages: [PageKey: Page] = [:]
    var changed = 0
    for frame in 0..<30 {
      let now = Double(frame) / 30
      var told: [TurnerOutput] = []
      while let next = rest.first, next.time <= now {
        rest.removeFirst()
        told += try turner.handle(next.event, at: next.time)
      }
      // Time passes too: sheets settle, and what came of it is told.
      told += try turner.handle(.tick, at: now)
      // The store hears what is needed, and draws a page when there is time.
      await store.note(told, of: turner)
      for event in await store.work(at: now, isMoving: turner.phase != .idle) {
        let more = try turner.handle(event, at: now)
        await store.note(more, of: turner)
        told += more
      }
      for output in told { tell(output) }

      // A page is made once for as long as its picture is kept, and read before it's seen, the
      // nearest first.
      let shown = turner.stop.flatMap { turner.book.stop($0).pages.first } ?? 0
      let list = await store.list
      let near = await store.pages.sorted { abs($0 - shown) < abs($1 - shown) }
      var kept: [PageKey: Page] = [:]
      for number in near {
        if let page = pages[list[number]] {
          kept[list[number]] = page
        } else {
          kept[list[number]] = Page(await store.picture(of: number))
        }
      }
      pages = kept
      try await renderer.prepare(near.compactMap { pages[list[$0]] })

      // A page that isn't there yet is bare paper.
      let shot = try open.shot(of: turner, at: now) { pages[list[$0]] }
      let picture = try await renderer.frame(shot.turn, at: shot.moment)
      let isFirst = await store.picture(of: 0) == picture
      changed += isFirst ? 0 : 1
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
}
