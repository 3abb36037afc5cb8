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
}
