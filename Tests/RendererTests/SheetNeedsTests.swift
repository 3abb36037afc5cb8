import CurlCore
import GLES
import PageCurl
import TestSupport
import Testing

@testable import CurlGL

/// Which parts of the shaders a frame's programs have, and that leaving parts out changes no pixel.
@Suite struct SheetNeedsTests {
  /// A turn with pages, and the format of its frames.
  struct Case: Sendable {
    let name: String
    let turn: PageTurn
    var format = Pixmap.Format.rgba8
  }

  static let (width, height) = (61, 83)
  static let moments = [0.04, 0.3, 0.55, 0.93]

  /// Every turn with its defaults, and with every part of the look.
  static func turns() throws -> [Case] {
    let pages = try Fixture.pages(width, height)
    return try TurnCatalogue.all.flatMap { kind in
      var rich: any Turn = kind.init()
      rich.look.back = .picture
      rich.look.thickness = .pixels(2)
      rich.look.cornerRadius = .pixels(7)
      rich.look.keyLight = KeyLight(share: 0.5, azimuth: 30)
      rich.look.gloss = 0.5
      rich.look.view = .eye(distance: .percent(250))
      return [
        Case(name: kind.name, turn: try PageTurn(pages, kind.init())),
        Case(name: "rich \(kind.name)", turn: try PageTurn(pages, rich)),
      ]
    }
  }

  /// The curl with each part of the look alone, other layers, canvases, pages and formats.
  static func curls() throws -> [Case] {
    let pages = try Fixture.pages(width, height)
    func curl(
      _ name: String, _ pages: Pages = pages, canvas: Canvas? = nil,
      layers: PageTurn.Layers = .all, format: Pixmap.Format = .rgba8,
      _ change: (inout CurlTurn) -> Void = { _ in }
    ) throws -> Case {
      var turn = CurlTurn()
      change(&turn)
      return Case(
        name: name, turn: try PageTurn(pages, turn, canvas: canvas, layers: layers), format: format)
    }
    let background = try Pages(
      front: TestPages.translucent(.front, width: width, height: height),
      next: TestPages.translucent(.next, width: width, height: height),
      background: TestPages.page(.back, width: 97, height: 61))
    let face = Page(TestPages.page(.front, width: width, height: height))
    let flight = try Pages(
      front: face, next: face, flight: [.init(front: face, back: face)])
    return [
      try curl("unlit") { $0.look.isLit = false },
      try curl("sharp") { $0.radius = .pixels(0) },
      try curl("picture") { $0.look.back = .picture },
      try curl("opaque picture") {
        $0.look.back = .picture
        $0.look.showThrough = 0
      },
      try curl("colour") { $0.look.back = .colour(.white) },
      try curl("corners") { $0.look.cornerRadius = .pixels(9) },
      try curl("thick") { $0.look.thickness = .pixels(3) },
      try curl("key light") { $0.look.keyLight = KeyLight(share: 0.7, azimuth: 30) },
      try curl("gloss") {
        $0.look.gloss = 0.8
        $0.look.bounce = 0.5
      },
      try curl("oblique") {
        $0.angle = 180
        $0.look.view = .oblique(shear: SIMD2(0.15, -0.5))
      },
      try curl("eye") { $0.look.view = .eye(distance: .percent(150)) },
      try curl("margin", canvas: Canvas(page: pages.size, margin: Margin(9))),
      try curl("smaller", canvas: Canvas(page: pages.size, width: 23, height: 31, fit: .stretch)),
      try curl("overlay", layers: .sheet), try curl("shadow", layers: .sheetAndShadow),
      try curl("alpha", Fixture.pages(width, height, translucent: true)),
      try curl("background", background) { $0.look.background = .picture },
      try curl("deep", format: .rgba16), try curl("flight", flight),
      Case(
        name: "facing",
        turn: try PageTurn(
          Pages(front: face, next: face, back: face, beside: face), BookCurlTurn())),
    ]
  }

  @Test func framesAreTheSameWithEveryPart() async throws {
    _ = try await Fixture.gpu()
    let renderer = try await Renderer(.gpu)
    let gl = try #require(renderer.gl)
    for it in try Self.turns() + Self.curls() {
      for progress in Self.moments {
        let (drawing, pictures) = try Renderer.resolve(it.turn, .progress(progress))
        func frame(_ extra: SheetNeeds) async throws -> Pixmap {
          try await gl.add(needs: extra)
          return Pixmap(
            width: drawing.width, height: drawing.height,
            storage: try await gl.render(drawing, pictures, format: it.format))
        }
        let narrow = try await frame([])
        // Light makes another picture, and alpha another shadow at the fold of a section.
        let whole = try await frame(SheetNeeds.all.subtracting([.light, .alpha]))
        let worst = narrow.difference(whole).maximum
        #expect(worst <= 1, "\(it.name) at \(progress): \(worst)/255")
      }
    }
    await gl.shutDown()
  }

  @Test func aFilmNeedsTheSameFromItsFirstLiftToItsLast() throws {
    // Leaves that have no page to land on fade where they are seen beyond the spine.
    let beyond = try TurnCatalogue.all.map { kind in
      let pages = try Fixture.pages(Self.width, Self.height)
      let canvas = Canvas(page: pages.size, margin: Margin(20))
      return Case(
        name: "\(kind.name) with a margin", turn: try PageTurn(pages, kind.init(), canvas: canvas))
    }
    for it in try Self.turns() + Self.curls() + beyond {
      var found: Set<SheetNeeds> = []
      for step in 1..<100 {
        let (drawing, pictures) = try Renderer.resolve(it.turn, .progress(Double(step) / 100))
        switch drawing {
        case .curl(let frame, _):
          if frame.hasSheet { found.insert(SheetNeeds(frame, pictures)) }
        case .stack(let stack):
          for sheet in stack.sheets {
            found.insert(SheetNeeds(sheet.frame, sheet.pictures(pictures)))
          }
        }
      }
      #expect(found.count <= 1, "\(it.name): \(found.map(\.defines))")
    }
  }

  private func defines(
    _ piece: ShaderVariant.Piece, layers: PageTurn.Layers = .all, margin: Double = 0,
    _ change: (inout CurlTurn) -> Void = { _ in }
  ) throws -> Set<String> {
    let pages = try Fixture.pages(40, 56)
    var parameters = CurlTurn()
    change(&parameters)
    let turn = try PageTurn(
      pages, parameters, canvas: Canvas(page: pages.size, margin: Margin(margin)), layers: layers)
    let (drawing, pictures) = try Renderer.resolve(turn, .progress(0.4))
    guard case .curl(let frame, _) = drawing else {
      Issue.record("the curl is drawn in layers")
      return []
    }
    let needs = SheetNeeds(frame, pictures)
    return Set(ShaderVariant(frame, piece, needs, .colour8).defines.map(\.name))
      .subtracting([piece.rawValue])
  }

  @Test func thePlainCurlNeedsLittle() throws {
    #expect(try defines(.base) == ["LIT"])
    #expect(try defines(.front) == ["LIT"])
    // Its paper is a picture, for its grain.
    #expect(try defines(.back) == ["LIT", "FADES", "BACK_PICTURE"])
    #expect(try defines(.back) { $0.look.grain = 0 } == ["LIT", "FADES"])
    let opaque = try defines(.back) {
      $0.look.back = .picture
      $0.look.showThrough = 0
    }
    #expect(opaque == ["LIT", "BACK_PICTURE"])
    for piece in [ShaderVariant.Piece.base, .front, .back] {
      #expect(try defines(piece) { $0.look.isLit = false }.isEmpty)
    }
  }

  @Test func eachLookAddsItsOwnPart() throws {
    func added(_ change: @escaping (inout CurlTurn) -> Void) throws -> Set<String> {
      try defines(.back) {
        $0.look.grain = 0
        change(&$0)
      }.subtracting(["LIT", "FADES"])
    }
    #expect(try added { $0.look.cornerRadius = .pixels(4) } == ["CORNERS"])
    #expect(try added { $0.look.thickness = .pixels(2) } == ["THICK"])
    #expect(try added { $0.look.view = .eye(distance: .percent(150)) } == ["TILTED"])
    #expect(try added { $0.look.view = .oblique(shear: SIMD2(0, -0.5)) } == ["TILTED"])
    #expect(try added { $0.look.keyLight = KeyLight(share: 0.5) } == ["KEY"])
    #expect(try added { $0.look.gloss = 0.5 } == ["GLOSS"])
    #expect(try added { $0.look.back = .colour(.white) } == ["BACK_COLOUR"])
    #expect(
      try defines(.back, margin: 3) { $0.look.grain = 0 }
        == ["LIT", "FADES", "EDGES", "TRANSLUCENT"])
    #expect(try defines(.back, layers: .sheet).contains("BASE_NOTHING"))
  }

  @Test func whatAPieceDoesNotShowMakesNoOtherProgram() throws {
    func look(_ turn: inout CurlTurn) {
      turn.look.thickness = .pixels(2)
      turn.look.view = .eye(distance: .percent(150))
      turn.look.gloss = 0.5
      turn.look.back = .colour(.white)
    }
    #expect(try defines(.base, look) == ["LIT"])
    #expect(try defines(.front, look) == ["LIT", "THICK", "TILTED", "GLOSS"])
  }

  @Test func everyNeedHasADefineOfItsOwn() {
    #expect(Set(SheetNeeds.names.map(\.name)).count == SheetNeeds.names.count)
    #expect(SheetNeeds.all.defines.count == SheetNeeds.names.count)
    #expect(SheetNeeds([.key, .tilt]).defines == ["KEY", "TILTED"])
  }
}
