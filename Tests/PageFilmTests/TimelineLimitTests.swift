import ImageFiles
import PageCurl
import PageTurner
import TestSupport
import Testing

@testable import PageFilm

@Suite("Limits of timelines and scripts")
struct TimelineLimitTests {
  @Test("A turner takes as many pages as a book of files may have")
  func pages() {
    #expect(TurnerConfiguration().mostPages == Limits()[.pages])
  }

  @Test(
    "Turns are numbered in one way",
    arguments: [
      "-9223372036854775808", "9223372036854775808", "00", "+0", "-0", "1000001", "1.0", "",
    ])
  func turns(_ name: String) async throws {
    let error = #expect(throws: JSONFault.self) {
      try TimelineFile(
        name: "t", bytes: Array("{\"turns\":{\"\(name)\":{}}}".utf8), .curl, Limits())
    }
    #expect(error?.what.contains("turns are numbered") ?? false)
    #expect(error?.field == "turns.\(name)" && error?.line == 1)
  }

  @Test("Keyframes of many turns, and crossings of many thresholds, have a limit")
  func keyframes() throws {
    let keys = (0..<400).map { "{\"time\":\($0),\"value\":\($0 % 2)}" }.joined(separator: ",")
    let turns = (0..<400).map { "\"\($0)\":{\"turn\":\"curl\"}" }.joined(separator: ",")
    let own = (0..<400).map { "\"\($0)\":{\"thresholds\":[]}" }.joined(separator: ",")
    let plain = (0..<400).map { "\"\($0)\":{\"frames\":3}" }.joined(separator: ",")
    func read(_ turns: String) throws(JSONFault) -> TimelineFile {
      try TimelineFile(
        name: "t", bytes: Array("{\"tracks\":{\"progress\":[\(keys)]},\"turns\":{\(turns)}}".utf8),
        .curl, [.events: 100_000])
    }
    #expect(try read(plain).overrides.count == 400)
    #expect(try read(plain).overrides[7]?.tracks.first?.keys.count == 400)
    #expect(try read(turns).overrides[7]?.tracks.isEmpty == true)
    let error = #expect(throws: JSONFault.self) { try read(own) }
    #expect(error?.exceeded?.name == .events)
    let thresholds = (0..<50).map { "{\"name\":\"\($0)\",\"at\":0.5}" }.joined(separator: ",")
    let file = try TimelineFile(
      name: "t",
      bytes: Array(
        "{\"duration\":1,\"repeat\":1000000,\"frames\":9,\"thresholds\":[\(thresholds)]}".utf8),
      .curl, Limits())
    let page = PageSize(width: 10, height: 10)
    let take = try file.take(
      file.shared, file.shared.turn(on: page), on: page, frames: nil, 30, isAlone: true)
    let reel = try Reel(Book(pages: 2), takes: [take], pages: { _ in throw CancellationError() })
    #expect(throws: LimitExceeded.self) { try FilmEvent.events(of: reel, 30, Limits()) }
  }

  @Test("An order of pages says what a list of them says, and doesn't grow with them")
  func order() {
    var random = Random(seed: 9)
    var order = PageOrder(files: 9)
    var list = (0..<9).map { PageOrder.Entry(file: $0) }
    for _ in 0..<3000 {
      let at = Int.random(in: 0...list.count, using: &random)
      let count = Int.random(in: 1...4, using: &random)
      switch Int.random(in: 0..<9, using: &random) {
      case 0, 1:
        order.perform(.insert(at: at, count: count))
        list.insert(contentsOf: repeatElement(.init(file: nil), count: count), at: at)
      case 2...3 where at + count <= list.count:
        order.perform(.delete(at: at, count: count))
        list.removeSubrange(at..<at + count)
      case 4 where at < list.count:
        order.perform(.update(at: at))
        list[at].isReady = false
      case 5...7 where at < list.count:
        order.note(at, count == 1 ? .stale : .ready)
        list[at].isReady = count != 1
      case 8 where count == 1 || list.count > 60:
        let pages = Int.random(in: 0...14, using: &random)
        order.perform(.reload(count: pages))
        list = (0..<pages).map { .init(file: $0 < 9 ? $0 : nil) }
      default: break
      }
      #expect(order.count == list.count)
      #expect((-1...list.count).map { order[$0] } == [nil] + list + [nil])
    }
    // Twenty billion pages.
    for number in 0..<20_000 { order.perform(.insert(at: number, count: 1_000_000)) }
    #expect(order.count == list.count + 20_000_000_000)
  }
}
