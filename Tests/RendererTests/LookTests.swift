import CurlCore
import PageCurl
import TestSupport
import Testing

/// What the back shows, in numbers: plain pages folded flat in the middle, without any shadow.
@Suite struct LookTests {
  /// Linear light 0…1 of the flap, seen on both renderers.
  ///
  /// Three numbers and no SIMD3: see `Pixmap.channels`.
  private func expectFlap(
    _ expected: [Double], front: UInt8 = 64, back: UInt8? = nil, alpha: UInt8 = 255,
    change: (inout CurlTurn) -> Void
  ) async throws {
    let level = UInt8(Int(front) * Int(alpha) / 255)
    let pages = try Pages(
      front: TestPages.plain(level, width: 40, height: 30, alpha: alpha),
      next: TestPages.plain(255, width: 40, height: 30),
      back: back.map { TestPages.plain($0, width: 40, height: 30) })
    let turn = try Fixture.turn(pages, angle: 180, radius: 0) {
      $0.look.shadowAmount = 0
      $0.look.paper = .white
      change(&$0)
    }
    for renderer in try await Fixture.all() {
      let frame = try await renderer.frame(turn, at: .time(0.5))
      let seen = frame.channels(15 * 40 + 8)
      for i in 0..<3 {
        let stored = SRGB.encode(expected[i]) * 255
        #expect(abs(seen[i] - stored) <= 1, "\(renderer.info), channel \(i): \(seen[i])")
      }
    }
  }

  private func light(_ level: Double) -> Double { SRGB.decode(level / 255) }

  @Test func theMirroredBackIsTintedWhite() async throws {
    let grey = 0.12 * light(64) + 0.88
    try await expectFlap([grey, grey, grey]) { _ in }
  }

  @Test func showThroughIsWhatTheTintLeaves() async throws {
    let grey = 0.5 * light(64) + 0.5
    try await expectFlap([grey, grey, grey]) { $0.look.showThrough = 0.5 }
  }

  @Test func theTintsColourIsMixedInLinearLight() async throws {
    let red = 0.75 * light(64) + 0.25
    let dark = 0.75 * light(64)
    try await expectFlap([red, dark, dark]) {
      $0.look.tint = Colour(red: 1, green: 0, blue: 0)
      $0.look.tintAmount = 0.25
    }
  }

  @Test func aTintWithAlphaIsLessOfTheTint() async throws {
    let grey = 0.56 * light(64) + 0.44
    try await expectFlap([grey, grey, grey]) {
      $0.look.tint = Colour(red: 1, green: 1, blue: 1, alpha: 0.5)
      $0.look.tintAmount = 0.88
    }
  }

  @Test func theFrontShinesThroughAPicture() async throws {
    let grey = 0.88 * light(200) + 0.12 * light(64)
    try await expectFlap([grey, grey, grey], back: 200) { $0.look.back = .picture }
  }

  @Test func theFrontShinesThroughAColour() async throws {
    let (lit, dark) = (0.7 + 0.3 * light(64), 0.3 * light(64))
    try await expectFlap([lit, dark, dark]) {
      $0.look.back = .colour(Colour(red: 1, green: 0, blue: 0))
      $0.look.showThrough = 0.3
    }
  }

  @Test func aTranslucentSheetMixesWithWhatLiesUnderIt() async throws {
    // The flap over the sheet itself over the white next page, each with alpha 128/255.
    let alpha = 128.0 / 255
    let ink = light(Double(Int(64) * 128 / 255) / alpha)
    let flap = 0.12 * ink + 0.88
    let under = alpha * ink + (1 - alpha)
    let seen = alpha * flap + (1 - alpha) * under
    try await expectFlap([seen, seen, seen], alpha: 128) { _ in }
  }

  @Test func halfASheetCastsHalfAShadow() async throws {
    let whole = try await shadow(alpha: 255)
    let half = try await shadow(alpha: 128)
    let none = try await shadow(alpha: 0)
    #expect(whole < 0.9 && none == 1)
    #expect(abs((1 - half) - (1 - whole) * 128 / 255) < 0.003)
  }

  /// Light left on the next page two radii from the fold of a sheet of some alpha.
  private func shadow(alpha: UInt8) async throws -> Double {
    let pages = try Pages(
      front: TestPages.plain(0, width: 160, height: 120, alpha: alpha),
      next: TestPages.plain(255, width: 160, height: 120))
    let turn = try Fixture.turn(pages, angle: 180, radius: 10)
    var seen: [Double] = []
    for renderer in try await Fixture.all() {
      let geometry = try await renderer.geometry(turn, at: .time(0.5))
      seen.append(Double(geometry.shadow[60 * 160 + 100]))
    }
    #expect((seen.max() ?? 0) - (seen.min() ?? 0) < 0.001)
    return seen[0]
  }

  @Test(arguments: [0.25, 0.5, 1.0])
  func theShadowReachesAsFarAsItsSizeSays(size: Double) async throws {
    let turn = try Fixture.turn(Fixture.pages(331, 120), angle: 180, radius: 10) {
      $0.look.shadowSize = size
      $0.look.shadowAmount = 1
    }
    for renderer in try await Fixture.all() {
      let geometry = try await renderer.geometry(turn, at: .time(0.5))
      let fold = turn.sheet.fold(time: 0.5).point.x
      // V(x / (2 · size)) of an endless roll: it ends 5 R · 2 · size from the fold.
      for x in Int(fold) + 12..<331 {
        let d = (Double(x) + 0.5 - fold) / (2 * size)
        let cosine = (d * d - 100) / (d * d + 100)
        let expected = min(max((cosine + 12.0 / 13) / (24.0 / 13), 0), 1)
        #expect(abs(Double(geometry.shadow[60 * 331 + x]) - expected) <= 0.03)
      }
    }
  }
}
