import CurlCore
import PageCurl
import TestSupport
import Testing

/// The presets that look as their sources did: bands mixed in encoded values.
@Suite struct SourceLookTests {
  /// A grey page with other greys along its upper and left edges.
  private static func grey(_ value: UInt8, _ width: Int, _ height: Int) -> Page {
    var bytes = [UInt8](repeating: value, count: 4 * width * height)
    for i in 0..<width * height {
      let isEdge = i / width == 0 || i % width < 3
      for c in 0..<3 where isEdge { bytes[4 * i + c] = value / 2 + UInt8(c) }
      bytes[4 * i + 3] = 255
    }
    return Page(Pixmap(width: width, height: height, rgba8: bytes))
  }

  @Test(arguments: [false, true])
  func s4_4_toS4_8_leavesMixesEncodedValues(isFacing: Bool) async throws {
    let (front, next, back) = (
      Self.grey(200, 768, 4), Self.grey(120, 768, 4), Self.grey(90, 768, 4)
    )
    var turn = LeavesTurn.source
    if isFacing { turn.look.back = .picture }
    let pages = try Pages(front: front, next: next, back: back, beside: isFacing ? back : nil)
    let all = try PageTurn(pages, turn)
    let edge = 0.7
    let (fold, reverse) = (edge * 768, (2 * edge - 1) * 768)
    /// The encoded value, 0…255, by the sources' own formulas: each band over what lies below it.
    func value(_ x: Double) -> Double {
      func ramp(_ away: Double, _ width: Double) -> Double {
        away > 0 && away < width ? 1 - 0.6 * (1 - away / width) : 1
      }
      if x < reverse { return (x < 0 ? 90 : 200) * 0.8 * ramp(reverse - x, 40) }
      if x >= fold { return 120 * ramp(x - fold, 40) }
      return (isFacing ? 90 : 0.2 * 200 + 0.8 * 255) * ramp(fold - x, 51)
    }
    for renderer in try await Fixture.all() {
      let frame = try await renderer.frame(all, at: .progress(1 - edge))
      var worst = 0.0
      for x in 0..<frame.width {
        let place = Double(x) + 0.5 + all.canvas.origin.x
        // The two pixels in which the reverse ends show some of either side; pages begin in other greys.
        if abs(place - fold) < 1 || abs(place - reverse) < 1 { continue }
        let page = place < 0 ? place + 768 : place
        if page < 3 || (isFacing && place > reverse && place < reverse + 4) { continue }
        worst = max(worst, abs(frame.channels(2 * frame.width + x).x - value(place)))
      }
      #expect(worst <= 1, "\(renderer.info): \(worst)")
    }
  }

  @Test func s1_15_flipMixesEncodedValues() async throws {
    let (front, next) = (Self.grey(200, 90, 120), Self.grey(120, 90, 120))
    let turn = try PageTurn(Pages(front: front, next: next), FlipTurn.source)
    for renderer in try await Fixture.all() {
      // At 45° the page below has half of 0.3 of black, at 135° the page above; the leaf has 0.06.
      let early = try await renderer.frame(turn, at: .progress(0.25))
      #expect(abs(early.channels(90 * 119 + 50).x - 120 * 0.85) <= 1, "\(renderer.info)")
      #expect(abs(early.channels(90 * 70 + 50).x - 200 * 0.94) <= 1, "\(renderer.info)")
      #expect(early.channels(90 * 20 + 50).x == 200, "\(renderer.info)")
      let late = try await renderer.frame(turn, at: .progress(0.75))
      #expect(abs(late.channels(90 * 1 + 50).x - 200 * 0.85) <= 1, "\(renderer.info)")
      #expect(abs(late.channels(90 * 50 + 50).x - 120 * 0.94) <= 1, "\(renderer.info)")
      #expect(late.channels(90 * 100 + 50).x == 120, "\(renderer.info)")
    }
  }

  @Test(arguments: [LeavesTurn.source as any Turn, FlipTurn.source])
  func overlaysAreCompositedInEncodedValues(turn: any Turn) async throws {
    let pages = try Fixture.pages(66, 88)
    let next = pages.next.pixmap
    let whole = try PageTurn(pages, turn)
    let sheet = try PageTurn(pages, turn, layers: .sheetAndShadow)
    for renderer in try await Fixture.all() {
      for progress in [0.27, 0.43, 0.58, 0.77] {
        let frame = try await renderer.frame(whole, at: .progress(progress))
        let overlay = try await renderer.frame(sheet, at: .progress(progress))
        let geometry = try await renderer.geometry(whole, at: .progress(progress))
        var worst = 0.0
        for i in 0..<66 * 88 where !geometry.isEdge(i) {
          let (over, under, seen) = (overlay.channels(i), next.channels(i), frame.channels(i))
          for c in 0..<3 {
            worst = max(worst, abs(over[c] + (1 - over.w / 255) * under[c] - seen[c]))
          }
        }
        #expect(worst <= 2, "\(renderer.info): \(worst) at \(progress)")
      }
    }
  }
}
