import CurlCore
import ImageFiles
import PageCurl
import TestSupport
import Testing

@testable import CurlCPU
@testable import CurlGL

/// Noise of the rounding to 8 bits.
@Suite struct DitherTests {
  /// A grey page with a mark in a corner, on which shadows are long ramps.
  private static func grey(_ level: UInt8, _ width: Int, _ height: Int) -> Page {
    var bytes = [UInt8](repeating: level, count: 4 * width * height)
    for i in 0..<width * height { bytes[4 * i + 3] = 255 }
    for y in 5..<20 { for x in 5..<12 { bytes[4 * (y * width + x)] = 20 } }
    return Page(Pixmap(width: width, height: height, rgba8: bytes))
  }

  private static func turn(_ change: (inout CurlTurn) -> Void = { _ in }) throws -> PageTurn {
    try Fixture.turn(
      Pages(front: grey(128, 240, 320), next: grey(130, 240, 320)), radius: 24
    ) {
      // The paper's grain would dither the back.
      $0.look.grain = 0
      change(&$0)
    }
  }

  @Test(arguments: EveryTurnTests.turns)
  func framesStayWithinAStepOfDeepOnes(entry: EveryTurnTests.Entry) async throws {
    let pages = try Fixture.pages(97, 131)
    var turn = try PageTurn(pages, entry.turn)
    turn.dithers = true
    for renderer in try await Fixture.all() {
      for progress in [0.0, 0.25, 0.58, 1] {
        let deep = try await renderer.frame(turn, at: .progress(progress), format: .rgba16).rgba16
        let frame = try await renderer.frame(turn, at: .progress(progress)).rgba8
        let most = zip(frame, deep).map { abs(Double($0) - Double($1) / 257) }.max() ?? 0
        #expect(most <= 1.6, "\(renderer.info) at \(progress): \(most) off")
      }
      #expect(try await renderer.frame(turn, at: .progress(0)) == pages.front.pixmap)
      #expect(try await renderer.frame(turn, at: .progress(1)) == pages.next.pixmap)
    }
  }

  @Test(arguments: [CurlTurn() as any Turn, FlipTurn(), CoverTurn(), RollTurn(), LeavesTurn()])
  func everyColourThatIsUntouchedStays(unlit: any Turn) async throws {
    // Every value of each channel.
    var bytes: [UInt8] = []
    for i in 0..<256 * 256 {
      bytes += [UInt8(i % 256), UInt8(i / 256), UInt8((7 * i + i / 256) % 256), 255]
    }
    let page = Page(Pixmap(width: 256, height: 256, rgba8: bytes))
    var unlit = unlit
    unlit.look.isLit = false
    var turn = try PageTurn(Pages(front: page, next: page), unlit)
    turn.dithers = true
    for renderer in try await Fixture.all() {
      for progress in [0.0, 0.3, 0.7] {
        let deep = try await renderer.frame(turn, at: .progress(progress), format: .rgba16).rgba16
        let frame = try await renderer.frame(turn, at: .progress(progress)).rgba8
        var (untouched, changed): (Int, [Int]) = (0, [])
        for i in stride(from: 0, to: bytes.count, by: 4) {
          let channels = i..<i + 4
          guard channels.allSatisfy({ deep[$0] == 257 * UInt16(bytes[$0]) }) else { continue }
          untouched += 1
          if channels.contains(where: { frame[$0] != bytes[$0] }) { changed.append(i / 4) }
        }
        #expect(
          changed.isEmpty && untouched > 10_000,
          "\(renderer.info) at \(progress): \(changed.prefix(4))")
      }
    }
  }

  @Test func shadowsKeepTheirMeans() async throws {
    var turn = try Self.turn()
    for renderer in try await Fixture.all() {
      let deep = try await renderer.frame(turn, at: .progress(0.5), format: .rgba16)
      var errors: [Double] = []
      for dithers in [false, true] {
        turn.dithers = dithers
        let frame = try await renderer.frame(turn, at: .progress(0.5))
        // Means of blocks, about what an eye blurs; blocks of pages unchanged have no error.
        var (sum, count) = (0.0, 0.0)
        for y in stride(from: 0, to: 320, by: 8) {
          for x in stride(from: 0, to: 240, by: 8) {
            var off = 0.0
            for i in 0..<64 {
              let at = 4 * ((y + i / 8) * 240 + x + i % 8) + 1
              off += Double(frame.rgba8[at]) - Double(deep.rgba16[at]) / 257
            }
            if off != 0 { (sum, count) = (sum + off * off / 4096, count + 1) }
          }
        }
        #expect(count > 200)
        errors.append((sum / count).squareRoot())
      }
      #expect(errors[1] < 0.5 * errors[0], "\(renderer.info): \(errors)")
    }
  }

  @Test func renderersAndThreadsAgree() async throws {
    var turn = try Self.turn {
      $0.look.background = .colour(Colour(red: 0.5, green: 0.5, blue: 0.55, alpha: 1))
      $0.look.contactShadow = 0.45
    }
    turn.dithers = true
    let (drawing, pictures) = try Renderer.resolve(turn, .progress(0.4))
    let (whole, height) = (try await Fixture.cpu().frame(turn, at: .progress(0.4)), drawing.height)
    for cut in [1, 7, 64, height - 3] {
      let parts = [0..<cut, cut..<height].map { rows -> [UInt8] in
        guard
          case .rgba8(let bytes) = CPURenderer.render(drawing, pictures, rows: rows, format: .rgba8)
        else { return [] }
        return bytes
      }
      #expect(parts[0] + parts[1] == whole.rgba8)
    }
    try await Fixture.expectParity(turn, frames: 5)
  }

  @Test func pixelsWithAlphaGetNone() async throws {
    var turn = try Fixture.turn(
      Fixture.pages(97, 131, translucent: true), radius: 12, layers: .sheet)
    for renderer in try await Fixture.all() {
      turn.dithers = false
      let plain = try await renderer.frame(turn, at: .progress(0.5))
      turn.dithers = true
      let frame = try await renderer.frame(turn, at: .progress(0.5))
      var (clear, opaque) = (0, 0)
      for i in 0..<97 * 131 {
        let isSame = (4 * i..<4 * i + 4).allSatisfy { frame.rgba8[$0] == plain.rgba8[$0] }
        if plain.rgba8[4 * i + 3] < 255 {
          #expect(isSame)
          clear += 1
        } else if !isSame {
          opaque += 1
        }
      }
      #expect(clear > 100 && opaque > 100, "\(clear) with alpha, \(opaque) changed")
    }
  }
}
