import CurlCore
import CurlGL
import GLES
import PageCurl
import TestSupport
import Testing

/// Frames of which only what changes is drawn, against frames drawn whole.
@Suite struct PatchTests {
  @Test(arguments: [0.0, 45, 90, 120, 151, 225, 290, 340], [0.0, 6, 24, 40, 92, 150])
  func patchesShowWhatTheWholeFrameShows(angle: Double, radius: Double) async throws {
    for isLit in [true, false] {
      let turn = try Fixture.turn(
        Fixture.pages(196, 275), angle: angle, radius: radius, lit: isLit)
      for i in 0..<5 { try await expectAlike(turn, PageTurn.moment(ofFrame: i, of: 5)) }
    }
  }

  /// The roll of a page of 2,400 or 8,000 pixels across.
  @Test(arguments: [151.0, 200], [216.0, 720])
  func patchesOfLargeRollsShowWhatTheWholeFrameShows(angle: Double, radius: Double) async throws {
    for isLit in [true, false] {
      let turn = try Fixture.turn(
        Fixture.pages(620, 310), angle: angle, radius: radius, lit: isLit)
      for i in 1..<4 { try await expectAlike(turn, PageTurn.moment(ofFrame: i, of: 5)) }
    }
  }

  /// A shadow as of a larger roll, or of a smaller one.
  @Test(arguments: [
    (24.0, 1.0), (10, 1), (6, 1), (40, 0.8), (92, 1), (6, 0.3), (40, 0.2), (3, 0.6),
  ])
  func shadowsOfOtherSizesAreThoseOfTheWholeFrame(radius: Double, size: Double) async throws {
    for angle in [151.0, 180, 225] {
      let turn = try Fixture.turn(Fixture.pages(196, 275), angle: angle, radius: radius) {
        $0.shadowSize = size
      }
      for i in 1..<6 { try await expectAlike(turn, PageTurn.moment(ofFrame: i, of: 7)) }
    }
  }

  /// Most of what is drawn is something else than the page that lies there.
  @Test(arguments: [30.0, 151, 200, 290])
  func littleMoreIsDrawnThanChanges(angle: Double) async throws {
    let pages = try Fixture.pages(420, 560)
    let turn = try Fixture.turn(pages, angle: angle, radius: 38, lit: false)
    let (front, next) = (pages.front.pixmap.rgba8, pages.next.pixmap.rgba8)
    var (drawn, changed) = (0, 0)
    for i in 1..<8 {
      let moment = PageTurn.moment(ofFrame: i, of: 9)
      let patches = try #require(try patches(turn, moment))
      let frame = try await bytes(turn, moment)
      for y in 0..<560 {
        drawn += 420 - patches.rows.gaps(y).reduce(0) { $0 + $1.count }
        for x in 0..<420 {
          let (i, page) = (4 * (y * 420 + x), patches.showsFront(x, y) ? front : next)
          if frame[i] != page[i] || frame[i + 1] != page[i + 1] || frame[i + 2] != page[i + 2] {
            changed += 1
          }
        }
      }
    }
    // Paper over paper of another page often has its colour.
    #expect(drawn < changed * 3 / 2, "\(drawn) drawn, \(changed) changed")
    #expect(changed > 7 * 420 * 560 / 10)
  }

  @Test(arguments: ["picture", "colour", "cut", "crop", "dark", "bright", "clear", "large"])
  func patchesShowWhatTheWholeFrameShowsInEveryLook(name: String) async throws {
    let pages = name == "large" ? try Fixture.pages(331, 467) : try Fixture.pages(240, 331)
    // The second one has neither the lifted corner nor, most often, the fold.
    let canvas: Canvas? =
      switch name {
      case "cut": Canvas(width: 150, height: 200, origin: SIMD2(40, 70), step: SIMD2(1, 1))
      case "crop": Canvas(width: 60, height: 50, origin: SIMD2(8, 12), step: SIMD2(1, 1))
      default: nil
      }
    let angles = [151.0, 70, 250]
    for (i, radius) in [30.0, 92, 100].enumerated() {
      let turn = try Fixture.turn(pages, angle: angles[i], radius: radius, canvas: canvas) {
        switch name {
        case "picture": $0.back = .picture
        case "colour": $0.back = .colour(Colour(red: 0.9, green: 0.8, blue: 0.3))
        case "dark": $0.shadowAmount = 1
        case "bright": $0.shadowAmount = 0
        case "clear": $0.showThrough = 0.6
        default: break
        }
      }
      for i in 0..<7 { try await expectAlike(turn, PageTurn.moment(ofFrame: i, of: 7)) }
    }
  }

  @Test(arguments: [0.0, 45, 151, 290], [0.0, 6, 92])
  func theEndsOfATurnAreThePages(angle: Double, radius: Double) async throws {
    let pages = try Fixture.pages(196, 275)
    for isLit in [true, false] {
      let turn = try Fixture.turn(pages, angle: angle, radius: radius, lit: isLit)
      let first = try await bytes(turn, .progress(0))
      let last = try await bytes(turn, .progress(1))
      #expect(first == pages.pictures.front.pixmap.rgba8)
      #expect(last == pages.pictures.next.pixmap.rgba8)
    }
  }

  /// Also where light was found for other frames before: nothing of that is looked up.
  @Test(arguments: [(151.0, 24.0), (40, 92)])
  func aRenderersFirstFrameIsLikeItsOthers(angle: Double, radius: Double) async throws {
    let pages = try Fixture.pages(331, 467)
    let turn = try Fixture.turn(pages, angle: angle, radius: radius)
    for other in [0.0, 215] {
      _ = try await bytes(Fixture.turn(pages, angle: other, radius: 60), .progress(0.3))
    }
    let expected = try await bytes(turn, .progress(0.5))
    let renderer = try await Renderer(.gpu)
    let drawing = try Drawing(turn.scene(.progress(0.5)))
    let frame = try await renderer.gl?.render(
      drawing, turn.pages.pictures, format: .rgba8, isWhole: false)
    await renderer.shutDown()
    #expect(frame == .rgba8(expected))
  }

  /// What is read at once has its narrow patches from a list; what goes through a ring is drawn in
  /// its place by other programs.
  @Test(arguments: [(0.0, 24.0), (45, 92), (151, 92), (151, 150), (290, 12)])
  func listedPixelsAreThoseOfPatchesInTheirPlace(angle: Double, radius: Double) async throws {
    _ = try await Fixture.softwareGL()
    let gl = try await GLRenderer(DeviceRequest(policy: .softwareOnly))
    let pages = try Fixture.pages(331, 467)
    try await gl.keep(to: .ring(framesPerRead: 1), width: 331, height: 467)
    for (isLit, back) in [
      (true, Look.Back.mirrored), (false, .mirrored), (true, .picture),
      (false, .colour(Colour(red: 0.9, green: 0.8, blue: 0.3))),
    ] {
      let turn = try Fixture.turn(pages, angle: angle, radius: radius, lit: isLit) {
        $0.back = back
      }
      for i in 1..<5 {
        let drawing = try Drawing(turn.scene(PageTurn.moment(ofFrame: i, of: 6)))
        let listed = try await gl.render(drawing, pages.pictures, format: .rgba8)
        let inPlace = try await gl.withFrame(drawing, pages.pictures, layout: .rgba8) { bytes in
          var copy: [UInt8] = []
          for i in bytes.indices { copy.append(bytes[i]) }
          return copy
        }
        #expect(listed == .rgba8(inPlace), "\(back) at \(i)")
      }
    }
    await gl.shutDown()
  }

  @Test func whatPatchesCannotShowIsDrawnWhole() throws {
    let looks: [(inout CurlParameters) -> Void] = [
      { $0.cornerRadius = .pixels(20) }, { $0.thickness = .pixels(3) },
      { $0.shadowSize = 5 }, { $0.shadowLift = .pixels(60) },
      { $0.keyLight.share = 0.5 }, { $0.view = .eye(distance: .percent(200)) },
    ]
    for look in looks {
      let turn = try Fixture.turn(Fixture.pages(160, 226), radius: 20, change: look)
      #expect(try patches(turn, .progress(0.5)) == nil)
    }
    let turn = try Fixture.turn(Fixture.pages(160, 226), radius: 24)
    #expect(try patches(turn, .progress(0.5)) != nil)
  }

  /// A page's bytes where nothing is drawn, as in the whole frame, and no other than its last step
  /// elsewhere, edges included.
  private func expectAlike(
    _ turn: PageTurn, _ moment: Moment, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let known = try patches(turn, moment)
    let patches = try #require(known, "at \(moment)", sourceLocation: sourceLocation)
    let parts = try await bytes(turn, moment)
    let whole = try await bytes(turn, moment, isWhole: true)
    let (width, height) = (turn.canvas.width, turn.canvas.height)
    var copied = 0
    for y in 0..<height {
      for run in patches.rows.gaps(y) {
        for i in 4 * (y * width + run.lowerBound)..<4 * (y * width + run.upperBound)
        where parts[i] != whole[i] { copied += 1 }
      }
    }
    let worst = zip(parts, whole).map { abs(Int($0) - Int($1)) }.max() ?? 255
    #expect(copied == 0, "\(copied) copied channels at \(moment)", sourceLocation: sourceLocation)
    #expect(worst <= 1, "\(worst)/255 at \(moment)", sourceLocation: sourceLocation)
  }

  private func bytes(_ turn: PageTurn, _ moment: Moment, isWhole: Bool = false) async throws
    -> [UInt8]
  {
    let gl = try await Fixture.softwareGL()
    let drawing = try Drawing(turn.scene(moment))
    guard
      case .rgba8(let bytes) = try await gl.render(
        drawing, turn.pages.pictures, format: .rgba8, isWhole: isWhole)
    else { return [] }
    return bytes
  }

  private func patches(_ turn: PageTurn, _ moment: Moment) throws -> SheetPatches? {
    guard case .curl(let frame, _) = try Drawing(turn.scene(moment)) else { return nil }
    return SheetPatches(frame)
  }
}

extension Fixture {
  /// OpenGL in software; cancels the test where there is none.
  static func softwareGL() async throws -> GLRenderer {
    let renderer = try await gpu()
    guard let gl = renderer.gl, renderer.info.isSoftware else {
      try Test.cancel("OpenGL runs on a GPU here, which draws frames whole")
    }
    return gl
  }
}
