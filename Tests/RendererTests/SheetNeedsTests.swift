import CurlCore
import PageCurl
import TestSupport
import Testing

@testable import CurlGL

/// Which parts of the shaders a frame is compiled with.
@Suite struct SheetNeedsTests {
  private func defines(
    _ piece: ShaderVariant.Piece, layers: PageTurn.Layers = .all, margin: Int = 0,
    pages: Pages? = nil, _ change: (inout CurlParameters) -> Void = { _ in }
  ) throws -> Set<String> {
    let pages = try pages ?? Fixture.pages(40, 56)
    var parameters = CurlParameters()
    change(&parameters)
    let turn = try PageTurn(
      pages, parameters, canvas: Canvas(page: pages.size, margin: Margin(Double(margin))),
      layers: layers)
    guard case .curl(let frame, _) = try Renderer.resolve(turn, .progress(0.4)) else {
      Issue.record("the curl is drawn in layers")
      return []
    }
    return Set(
      ShaderVariant(frame, piece, pages.pictures, .colour8).defines.map(\.name)
    ).subtracting([piece.rawValue])
  }

  @Test func thePlainCurlNeedsLittle() throws {
    #expect(try defines(.base) == ["LIT"])
    #expect(try defines(.front) == ["LIT"])
    #expect(try defines(.back) == ["LIT", "FADES"])
    // Where nothing shines through, nothing fades.
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
    func added(_ change: @escaping (inout CurlParameters) -> Void) throws -> Set<String> {
      try defines(.back, change).subtracting(["LIT", "FADES"])
    }
    #expect(try added { $0.look.cornerRadius = .pixels(4) } == ["CORNERS"])
    #expect(try added { $0.look.thickness = .pixels(2) } == ["THICK"])
    #expect(try added { $0.look.view = .eye(distance: .percent(150)) } == ["TILTED"])
    #expect(try added { $0.look.view = .oblique(shear: SIMD2(0, -0.5)) } == ["TILTED"])
    #expect(try added { $0.look.keyLight = KeyLight(share: 0.5) } == ["KEY"])
    #expect(try added { $0.look.gloss = 0.5 } == ["GLOSS"])
    #expect(try added { $0.look.back = .colour(.white) } == ["BACK_COLOUR"])
    #expect(try defines(.back, margin: 3).contains("EDGES"))
    #expect(try defines(.back, layers: .sheet).contains("BASE_NOTHING"))
  }

  @Test func whatAPieceDoesNotShowMakesNoOtherProgram() throws {
    func look(_ parameters: inout CurlParameters) {
      parameters.look.thickness = .pixels(2)
      parameters.look.view = .eye(distance: .percent(150))
      parameters.look.gloss = 0.5
      parameters.look.back = .colour(.white)
    }
    #expect(try defines(.base, look) == ["LIT"])
    #expect(try defines(.front, look) == ["LIT", "THICK", "TILTED", "GLOSS"])
    #expect(
      LayerVariant.Task.plate(
        paper: .picture, below: .nothing, hasBeneath: false, isEncodedShade: false
      ).mayNeed.isEmpty)
    #expect(LayerVariant.Task.light(isSection: true, isRolledUp: false).mayNeed == .ofShadow)
  }

  @Test func everyNeedHasADefineOfItsOwn() {
    #expect(Set(SheetNeeds.names.map(\.name)).count == SheetNeeds.names.count)
    #expect(SheetNeeds.all.defines.count == SheetNeeds.names.count)
    #expect(SheetNeeds([.key, .tilt]).defines == ["KEY", "TILTED"])
  }
}
