import CurlCore
import Glibc
import PageCurl
import TestSupport
import Testing

/// Light on the roll's outside as it eases out into the flap, and its sheen.
@Suite struct RollEaseTests {
  private static let size = PageSize(width: 240, height: 200)

  /// A frame of one colour on both sides, whose fold is at 48, as linear light by distance from
  /// the fold.
  private func row(
    _ level: UInt8, radius: Double, on renderer: Renderer, _ change: (inout Look) -> Void
  ) async throws -> [(x: Double, light: Double)] {
    let page = Page(TestPages.plain(level, width: 240, height: 200))
    var curl = CurlTurn()
    curl.angle = 180
    curl.radius = .pixels(radius)
    curl.look.back = .colour(Colour(red: Double(level) / 255, green: 0, blue: 0))
    curl.look.showThrough = 0
    curl.look.bounce = 0
    curl.look.sheen = 0
    change(&curl.look)
    let turn = try PageTurn(Pages(front: page, next: page), curl)
    let frame = try await renderer.frame(turn, at: .time(0.8), format: .rgba16)
    return (0..<240).map { x in
      (Double(x) + 0.5 - 48, SRGB.decode(frame.channels(240 * 100 + x).x / 255))
    }
  }

  /// The lean of an eased roll's upper side at a distance from the fold, straight from above.
  private func lean(_ x: Double, _ radius: Double) -> Double {
    let way = x > 0 ? asin(min(x / radius, 1)) : x / radius
    return way >= 1 ? way : pow(max(1 + way, 0) / 2, 2)
  }

  @Test("The roll's light falls off beyond its end, without a step or a kink, to full light")
  func eases() async throws {
    for renderer in try await Fixture.all() {
      let row = try await row(255, radius: 30, on: renderer) { $0.shading = 1 }
      let flap = row.filter { $0.x > -46 && $0.x < 28 }
      for (x, light) in flap {
        let lean = lean(x, 30)
        let sky =
          cos(lean) >= 12.0 / 13
          ? cos(lean) : (1 + 12.0 / 13 * cos(lean) - 5.0 / 13 * sin(lean)) / (24.0 / 13)
        #expect(abs(light - sky) <= 0.004, "\(renderer.info) at \(x): \(light), \(sky)")
      }
      #expect(flap.contains { $0.x < 0 && $0.light < 0.99 })
      #expect(flap.allSatisfy { $0.x > -31 || $0.light == 1 })
      let steps = zip(flap, flap.dropFirst()).map { $1.light - $0.light }
      #expect(steps.allSatisfy { $0 <= 1e-4 })
      let bends = zip(steps, steps.dropFirst()).map { abs($1 - $0) }
      // The true roll is the steepest at its silhouette.
      #expect(zip(flap, bends).allSatisfy { $0.x > 20 || $1 < 0.003 })
    }
  }

  @Test("A sharp fold has a crease of one per cent of the page's width")
  func crease() async throws {
    for renderer in try await Fixture.all() {
      let row = try await row(255, radius: 0, on: renderer) {
        $0.shadowAmount = 0
        $0.cornerRadius = .pixels(0)
      }
      let light = row.filter { $0.x > -40 && $0.x < 0 }
      #expect(light.filter { $0.x > -2 }.contains { $0.light < 0.9 }, "\(renderer.info)")
      #expect(light.filter { $0.x < -4 }.allSatisfy { $0.light == 1 }, "\(renderer.info)")
    }
  }

  @Test("Sheen is a share of white where paper leans, most at 35°; flat paper has none")
  func sheen() async throws {
    for renderer in try await Fixture.all() {
      let matt = try await row(60, radius: 40, on: renderer) { _ in }
      let shiny = try await row(60, radius: 40, on: renderer) { $0.sheen = 0.5 }
      for (a, b) in zip(matt, shiny) where a.x > -46 && a.x < 38 {
        let (c, s) = (cos(lean(a.x, 40)), sin(lean(a.x, 40)))
        let share = 0.5 * 27 / 4 * s * s * c * c * c * c
        // Light is that of the matt roll.
        let own = SRGB.decode(60.0 / 255)
        let expected = a.light / own * (own + share * (1 - own))
        #expect(abs(b.light - expected) <= 0.004, "\(renderer.info) at \(a.x)")
        if a.x < -41 { #expect(a.light == b.light) }
      }
      let peak = try #require(shiny.filter { $0.x > -46 && $0.x < 38 }.max { $0.light < $1.light })
      // Light falls with the lean, so the brightest place leans a little less.
      #expect(abs(lean(peak.x, 40) * 180 / .pi - 33) < 3)
    }
  }

  @Test("A page that winds itself up has the same sheen; rigid leaves have none")
  func sheenOfRolls() async throws {
    let page = Page(TestPages.plain(60, width: 240, height: 60))
    let pages = try Pages(front: page, next: page)
    func frame(
      _ turn: any Turn, sheen: Double, _ renderer: Renderer
    ) async throws -> (Pixmap, PageTurn) {
      var turn = turn
      turn.look.back = .colour(Colour(red: 60 / 255.0, green: 0, blue: 0))
      (turn.look.showThrough, turn.look.sheen) = (0, sheen)
      let drawn = try PageTurn(pages, turn)
      return (try await renderer.frame(drawn, at: .progress(0.45), format: .rgba16), drawn)
    }
    var roll = RollTurn()
    roll.radius = .pixels(24)
    for renderer in try await Fixture.all() {
      let (matt, turn) = try await frame(roll, sheen: 0, renderer)
      let (shiny, _) = try await frame(roll, sheen: 0.5, renderer)
      guard case .profile(_, let fold) = turn.scene(.progress(0.45)).leaves[0].surface else {
        Issue.record("the roll is no profile")
        return
      }
      let own = SRGB.decode(60.0 / 255)
      var most = 0.0
      for x in 0..<240 where abs(Double(x) + 0.5 - fold.point.x) < 22 {
        let s = (Double(x) + 0.5 - fold.point.x) / 24
        let share = 0.5 * 27 / 4 * s * s * (1 - s * s) * (1 - s * s)
        let (a, b) = (matt.channels(240 * 30 + x).x, shiny.channels(240 * 30 + x).x)
        let expected = SRGB.decode(a / 255) / own * (own + share * (1 - own))
        #expect(abs(SRGB.decode(b / 255) - expected) <= 0.012, "\(renderer.info) at \(x)")
        most = max(most, b - a)
      }
      #expect(most > 90, "\(renderer.info): \(most)")
      for turn in [HingeTurn(), BendTurn()] as [any Turn] {
        let plain = try await frame(turn, sheen: 0, renderer).0
        #expect(try await frame(turn, sheen: 0.5, renderer).0 == plain)
      }
    }
  }
}
