import CurlCore
import TestSupport
import Testing

/// Leaves that move by themselves, and leaves that lie at a book's ends.
@Suite("Leaf motions") struct LeafMotionTests {
  private static let page = PageSize(width: 600, height: 800)

  @Test("Motions as a flight would have them give that flight's scene")
  func asInFlight() {
    for name in TurnCatalogue.namesForFlights where name != "flip" {
      guard let turn = TurnCatalogue.turn(named: name)?.init() else { continue }
      let stagger = turn.value(of: "stagger", on: Self.page) ?? 0
      var stage = TurnStage(page: Self.page, isFacing: type(of: turn).turnsSpreads, leaves: 3)
      let flight = Stagger(count: 3, duration: 1, delay: stagger)
      for step in 1..<12 {
        let progress = Double(step) / 12
        stage.motions = nil
        let whole = turn.scene(.progress(progress), on: stage, base: .next)
        stage.motions = (0..<3).map {
          LeafMotion(progress: flight.progress(of: $0, at: progress * flight.totalDuration))
        }
        let alone = turn.scene(.progress(0.5), on: stage, base: .next)
        #expect(whole.leaves == alone.leaves, "\(name) at \(progress)")
        #expect(whole.ground == alone.ground, "\(name) at \(progress)")
      }
    }
  }

  @Test("Half pages that move by themselves stand at their own angles")
  func halves() {
    var stage = TurnStage(page: Self.page, leaves: 2)
    let turn = FlipTurn()
    stage.motions = [LeafMotion(progress: 0.75), LeafMotion(progress: 0.25)]
    let scene = turn.scene(.progress(0.5), on: stage, base: .next)
    let maps = [135.0, 45].map { Surface.projective(turn.map($0, on: Self.page)) }
    for map in maps { #expect(scene.leaves.contains { $0.surface == map }) }
  }

  @Test(
    "Eased as films are, a leaf's free edge sinks softly onto the facing page",
    arguments: [HingeTurn(), BendTurn(), BookCurlTurn()] as [any Turn])
  func settling(turn: any Turn) throws {
    let stage = TurnStage(page: Self.page, isFacing: true)
    /// Height of the free edge's highest corner, in widths of the page.
    func height(_ time: Double) throws -> Double {
      let progress = Easing.paper.value(at: time)
      let scene = turn.scene(.progress(progress), on: stage, base: .next)
      guard case .profile(let profile, let fold) = try #require(scene.leaves.first).surface else {
        return 0
      }
      let corners = [SIMD2(600.0, 0), SIMD2(600, 800)]
      return corners.map { profile.place((($0 - fold.point) * fold.normal).sum()).z }.max()! / 600
    }
    let heights = try (0...300).map { try height(0.7 + 0.001 * Double($0)) }
    // Lifted a little when most of the time is over, and at rest in the end.
    #expect(heights[150] > 0.03 && (0.003..<0.03).contains(heights[250]))
    #expect(abs(heights[300]) < 1e-9)
    let falls = zip(heights, heights.dropFirst()).map { $0 - $1 }
    #expect(falls.allSatisfy { $0 > 0 })
    // It touches down without speed: each step is shorter than the one before.
    #expect(zip(falls, falls.dropFirst()).dropFirst(150).allSatisfy { $0 > $1 })
    #expect((falls.last ?? 1) < 1e-4)
  }

  /// Where a sheet's point is seen.
  private func seen(_ point: SIMD2<Double>, _ surface: Surface) -> SIMD2<Double>? {
    guard case .profile(let profile, let fold) = surface else { return nil }
    let away = ((point - fold.point) * fold.normal).sum()
    let along = ((point - fold.point) * fold.ruling).sum()
    return fold.point + (away > 0 ? profile.place(away).x : away) * fold.normal
      + along * fold.ruling
  }

  @Test("A held point goes with the hand, as far as the paper stays whole and no corner leaps")
  func held() throws {
    var random = Random(seed: 5)
    for turn in [BookCurlTurn(), CornerFoldTurn()] as [any Turn] {
      var stage = TurnStage(page: Self.page, isFacing: true)
      for _ in 0..<2000 {
        let motion = LeafMotion(
          progress: random.number(in: 1e-6...1 - 1e-6), grab: random.number(in: 0.05...0.95),
          across: random.number(in: -500...500))
        stage.motions = [motion]
        let scene = turn.scene(.progress(motion.progress), on: stage, base: .next)
        let sheet = try #require(scene.leaves.last)
        let held = SIMD2<Double>(600, 800 * (motion.grab ?? 0))
        let point = try #require(seen(held, sheet.surface))
        let across = point.y - held.y
        let straight: Double = 600 * (1 - 2 * motion.progress)
        #expect(abs(point.x - straight) < 1e-6, "\(motion)")
        #expect(abs(across) <= abs(motion.across) + 1e-6)
        #expect(across * motion.across >= -1e-6)
        // The spine stays where it is: no point of it lies beyond the fold.
        guard case .profile(_, let fold) = sheet.surface else { continue }
        for end in [SIMD2(0.0, 0), SIMD2(0, 800)] {
          #expect(((end - fold.point) * fold.normal).sum() < 1e-6, "\(motion)")
        }
        // What isn't taken would have gone too far.
        guard abs(across) < abs(motion.across) - 1e-6 else { continue }
        let corner = motion.across > 0 ? held.y : 800 - held.y
        let square: Double = 600 * 600 + corner * corner - point.x * point.x
        let rim: Double = square.squareRoot() - corner
        let isTaut = abs(across) > 0.97 * rim - 1e-6
        let way = point - held
        let lift: Double = corner * abs(way.y) / (way * way).sum().squareRoot()
        let miss: Double = abs(lift - 2 * abs(way.x))
        #expect(isTaut || miss < 1e-3, "\(motion)")
      }
    }
  }

  @Test("Beyond a book's ends there is a leaf where a page is to be lifted, and else none")
  func ends() throws {
    let single = Book(pages: 3)
    let lifted = try #require(single.roles(early: 2, late: nil))
    #expect(lifted.front == .page(2) && lifted.back == .mirrored(2) && lifted.recto == nil)
    #expect(single.roles(early: nil, late: 0) == nil)
    let facing = Book(pages: 5, layout: .facing(cover: false))
    let first = try #require(facing.roles(early: nil, late: 0))
    #expect(first.back == .page(0) && first.front == .blank && first.verso == nil)
    #expect(first.recto == .page(1))
    #expect(facing.roles(early: 2, late: nil) == nil, "the last page lies on the left alone")
    let covered = Book(pages: 5, layout: .facing(cover: true))
    #expect(covered.roles(early: nil, late: 0) == nil)
    #expect(covered.roles(early: 1, late: 2) == covered.roles(from: 1, to: 2))
  }

  @Test("A book that starts over has a leaf from its last stop to its first")
  func loop() throws {
    let book = Book(pages: 6, layout: .facing(cover: false))
    let roles = try #require(book.roles(early: 2, late: 0))
    #expect(roles.front == .page(5) && roles.back == .page(0))
    #expect(roles.verso == .page(4) && roles.recto == .page(1))
    let single = try #require(Book(pages: 3).roles(early: 2, late: 0))
    #expect(single.front == .page(2) && single.back == .mirrored(2) && single.recto == .page(0))
  }
}
