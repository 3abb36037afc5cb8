import CurlCore
import PageCurl
import TestSupport
import Testing

/// Several sheets of a curl at once.
@Suite struct FlightTests {
  enum Kind: String, CaseIterable {
    case book, curl, leaves

    var turn: any Turn {
      switch self {
      case .book: BookCurlTurn()
      case .curl: CurlTurn()
      case .leaves: LeavesTurn()
      }
    }
    var isFacing: Bool { self != .curl }
  }

  static func turn(_ kind: Kind, lit: Bool) throws -> PageTurn {
    var turn = kind.turn
    turn.look.isLit = lit
    turn.look.back = .picture
    return try PageTurn(FoldTurnTests.pages(isFacing: kind.isFacing, flight: 2), turn)
  }

  @Test("Leaves rolled up together shade each other softly", arguments: [Kind.book, .curl])
  func rolledUpTogether(kind: Kind) async throws {
    let (w, h) = FoldTurnTests.size
    let white = Page(Pixmap(width: w, height: h, rgba8: .init(repeating: 255, count: 4 * w * h)))
    let pages = try Pages(
      front: white, next: white, back: white, beside: kind.isFacing ? white : nil,
      flight: [.init(front: white, back: white), .init(front: white, back: white)])
    var turn = kind.turn
    turn.look.back = .picture
    for renderer in try await Fixture.all() {
      var compared = 0
      var worst = 0
      for step in 1..<10 {
        let motions = [0.06, 0.03, 0].map { LeafMotion(progress: Double(step) / 11 + $0) }
        let all = try PageTurn(pages, turn, motions: motions)
        let moment = Moment.progress(motions[0].progress)
        let frame = try await renderer.frame(all, at: moment)
        let geometry = try await renderer.geometry(all, at: moment)
        for y in 0..<h {
          for x in 1..<frame.width {
            let (i, j) = (y * frame.width + x, y * frame.width + x - 1)
            // Neighbours on the back of one leaf, away from its outline.
            guard geometry.side[i] == 2, geometry.side[j] == 2, geometry.coverage[i] == 1,
              geometry.coverage[j] == 1, abs(geometry.arc[i] - geometry.arc[j]) < 2.5
            else { continue }
            compared += 1
            let (a, b) = (Int(frame.channels(i)[0]), Int(frame.channels(j)[0]))
            worst = max(worst, abs(a - b))
          }
        }
      }
      #expect(compared > 2000 && worst <= 30, "\(worst) of \(compared)")
    }
  }

  @Test(arguments: [Kind.book, .curl])
  func theNearestSheetOfTheNestIsSeen(kind: Kind) async throws {
    let (w, h) = FoldTurnTests.size
    func plain(_ colour: Int) -> Page {
      let level: [UInt8] = [
        UInt8(20 * colour), UInt8(255 - 20 * colour), UInt8(colour % 3 * 90), 255,
      ]
      return Page(Pixmap(width: w, height: h, rgba8: (0..<w * h).flatMap { _ in level }))
    }
    let pages = try Pages(
      front: plain(0), next: plain(1), back: plain(2), beside: kind.isFacing ? plain(3) : nil,
      flight: [
        .init(front: plain(4), back: plain(5)), .init(front: plain(6), back: plain(7)),
      ])
    var turn = kind.turn
    turn.look.isLit = false
    turn.look.back = .picture
    let all = try PageTurn(pages, turn)
    let scene = all.scene(.progress(0.5))
    #expect(scene.leaves.count == 3)
    // One reference a sheet, the earliest first.
    let sheets = scene.leaves.reversed().map { leaf in
      var alone = scene
      alone.ground = []
      alone.leaves = [leaf]
      return ReferenceRenderer(alone, [:])
    }
    let (fronts, backs) = ([0, 4, 6], [2, 5, 7])
    func colour(_ q: SIMD2<Double>) -> Int {
      let hits = sheets.map { $0.hits(q) }
      // What has turned over lies in the order of reading, what lies flat the other way round.
      for i in (0..<3).reversed() where hits[i].contains(where: \.isBack) { return backs[i] }
      for i in 0..<3 where !hits[i].isEmpty { return fronts[i] }
      return q.x < 0 ? 3 : 1
    }
    let frames = try await Fixture.all().asyncMap { try await $0.frame(all, at: .progress(0.5)) }
    let n = 16
    var seen: Set<Int> = []
    for i in stride(from: 0, to: frames[0].width * h, by: 7) {
      var counts = [Double](repeating: 0, count: 8)
      for s in 0..<n * n {
        let offset = SIMD2(Double(s % n) + 0.5, Double(s / n) + 0.5) / Double(n)
        let pixel = SIMD2(Double(i % frames[0].width), Double(i / frames[0].width))
        counts[colour(scene.canvas.origin + pixel + offset)] += 1 / Double(n * n)
      }
      seen.formUnion((0..<8).filter { counts[$0] == 1 })
      for (f, frame) in frames.enumerated() {
        let stored = frame.channels(i)
        for channel in 0..<3 {
          var mean = 0.0
          for colour in 0..<8 {
            let levels = [
              20.0 * Double(colour), 255 - 20 * Double(colour), Double(colour % 3 * 90),
            ]
            mean += counts[colour] * SRGB.decode(levels[channel] / 255)
          }
          // An edge's area is exact in straight pieces; where three meet it is nearly.
          let slack = counts.contains { $0 > 0.999 } ? 0.012 : 0.12
          let away = abs(SRGB.decode(stored[channel] / 255) - mean)
          #expect(away <= slack, "renderer \(f), pixel \(i), \(away)")
        }
      }
    }
    // All of them are seen somewhere, but for what lies under others.
    #expect(seen.count >= 6, "\(seen)")
  }

  @Test(arguments: Kind.allCases)
  func cpuAndGPUAgree(kind: Kind) async throws {
    try await Fixture.expectParity(Self.turn(kind, lit: true), frames: 9)
  }

  @Test(arguments: Kind.allCases)
  func nothingPops(kind: Kind) async throws {
    let turn = try Self.turn(kind, lit: true)
    let renderer = try await Fixture.cpu()
    // Starts and landings of three leaves, a fifth of a leaf's time apart, and all between.
    let events = [0, 0.2, 0.4, 1, 1.2, 1.4].map { $0 / 1.4 }
    let around = events.flatMap { [$0 - 5e-8, $0 + 5e-8] }.map { min(max($0, 0), 1) }
    let evenly = (1..<20).map { Double($0) / 20 }
    let search = try await JumpSearch(turn, on: renderer, moments: (around + evenly).sorted())
    #expect(search.worst < 1, "\(search.worst)/255 \(search.place)")
  }

  @Test(arguments: Kind.allCases)
  func bothEndsAreThePagesByteForByte(kind: Kind) async throws {
    let turn = try Self.turn(kind, lit: true)
    let pages = turn.pages
    var (first, last) = (pages.front.picture.pixmap, pages.next.picture.pixmap)
    if let beside = pages.beside, let back = pages.flight.last?.back {
      first = FoldTurnTests.spread(beside, pages.front)
      last = FoldTurnTests.spread(back, pages.next)
    }
    for renderer in try await Fixture.all() {
      #expect(try await renderer.frame(turn, at: .progress(0)) == first, "\(renderer.info)")
      #expect(try await renderer.frame(turn, at: .progress(1)) == last, "\(renderer.info)")
    }
  }
}

extension Array {
  /// The results of an asynchronous function, one after the other.
  fileprivate func asyncMap<T>(_ transform: (Element) async throws -> T) async rethrows -> [T] {
    var results: [T] = []
    for element in self { results.append(try await transform(element)) }
    return results
  }
}
