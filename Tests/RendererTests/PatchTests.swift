import CurlCore
import CurlGL
import PageCurl
import TestSupport
import Testing

/// Frames of which only what changes is drawn, against frames drawn whole.
@Suite struct PatchTests {
  @Test(arguments: [0.0, 45, 90, 135, 151, 180, 225, 290], [0.0, 3, 12, 40, 100, 400])
  func patchesShowWhatTheWholeFrameShows(angle: Double, radius: Double) async throws {
    for isLit in [true, false] {
      let turn = try Fixture.turn(
        Fixture.pages(331, 467), angle: angle, radius: radius, lit: isLit)
      for i in 0..<7 { try await expectAlike(turn, PageTurn.moment(ofFrame: i, of: 7)) }
    }
  }

  @Test(arguments: ["picture", "colour", "cut", "small shadow", "high shadow", "dark"])
  func patchesShowWhatTheWholeFrameShowsInEveryLook(name: String) async throws {
    let pages = try Fixture.pages(240, 331)
    let canvas =
      name == "cut"
      ? Canvas(width: 150, height: 200, origin: SIMD2(40, 70), step: SIMD2(1, 1)) : nil
    let turn = try Fixture.turn(pages, radius: 30, canvas: canvas) { parameters in
      switch name {
      case "picture": parameters.back = .picture
      case "colour": parameters.back = .colour(Colour(red: 0.9, green: 0.8, blue: 0.3))
      case "small shadow": parameters.shadowSize = 0.1
      case "high shadow": parameters.shadowLift = .pixels(200)
      case "dark": parameters.shadowAmount = 1
      default: break
      }
    }
    for i in 0..<7 { try await expectAlike(turn, PageTurn.moment(ofFrame: i, of: 7)) }
  }

  @Test func whatPatchesCannotShowIsDrawnWhole() async throws {
    let looks: [(inout CurlParameters) -> Void] = [
      { $0.cornerRadius = .pixels(20) }, { $0.thickness = .pixels(3) },
      { $0.keyLight.share = 0.5 }, { $0.view = .eye(distance: .percent(200)) },
    ]
    for look in looks {
      let turn = try Fixture.turn(Fixture.pages(160, 226), radius: 20, change: look)
      #expect(try patches(turn, .progress(0.5)) == nil)
    }
    let turn = try Fixture.turn(Fixture.pages(160, 226), radius: 20)
    #expect(try patches(turn, .progress(0.5)) != nil)
  }

  /// A page's bytes where nothing is drawn, and what the whole frame has there.
  private func expectAlike(
    _ turn: PageTurn, _ moment: Moment, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let renderer = try await Fixture.gpu()
    guard let gl = renderer.gl, renderer.info.isSoftware else { return }
    let patches = try #require(try patches(turn, moment), sourceLocation: sourceLocation)
    let drawing = try Drawing(turn.scene(moment))
    let pictures = turn.pages.pictures
    guard
      case .rgba8(let parts) = try await gl.render(drawing, pictures, format: .rgba8),
      case .rgba8(let whole) = try await gl.render(
        drawing, pictures, format: .rgba8, isWhole: true)
    else {
      Issue.record("bytes were asked for", sourceLocation: sourceLocation)
      return
    }
    let geometry = try await Fixture.cpu().geometry(turn, at: moment)
    let (width, height) = (turn.canvas.width, turn.canvas.height)
    var copied = 0
    var (worst, worstEdge) = (0, 0)
    for y in 0..<height {
      for run in patches.rows.gaps(y) {
        for i in 4 * (y * width + run.lowerBound)..<4 * (y * width + run.upperBound)
        where parts[i] != whole[i] { copied += 1 }
      }
      for x in 0..<width {
        for j in 0..<4 {
          let i = 4 * (y * width + x) + j
          let difference = abs(Int(parts[i]) - Int(whole[i]))
          if geometry.isEdge(y * width + x) {
            worstEdge = max(worstEdge, difference)
          } else {
            worst = max(worst, difference)
          }
        }
      }
    }
    #expect(copied == 0, "\(copied) copied channels at \(moment)", sourceLocation: sourceLocation)
    #expect(worst <= 1, "\(worst)/255 off the edges at \(moment)", sourceLocation: sourceLocation)
    #expect(worstEdge <= 24, "\(worstEdge)/255 at edges, \(moment)", sourceLocation: sourceLocation)
  }

  private func patches(_ turn: PageTurn, _ moment: Moment) throws -> SheetPatches? {
    guard case .curl(let frame, _) = try Drawing(turn.scene(moment)) else { return nil }
    return SheetPatches(frame)
  }
}
