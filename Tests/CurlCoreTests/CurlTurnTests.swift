import CurlCore
import Testing

@Suite struct CurlTurnTests {
  /// The name that a change is refused by; nil where it isn't.
  static func refusal(_ change: (inout CurlTurn) -> Void) -> String? {
    var parameters = CurlTurn()
    change(&parameters)
    do throws(ParameterError) {
      try parameters.check()
      return nil
    } catch {
      return error.parameter
    }
  }

  @Test("Everything about lamp, view and paper is refused out of its range by its name")
  func refused() {
    #expect(Self.refusal { $0.look.cornerRadius = .pixels(-1) } == "cornerRadius")
    #expect(Self.refusal { $0.look.thickness = .percent(2e6) } == "thickness")
    #expect(Self.refusal { $0.look.keyLight.share = 1.1 } == "keyLight's share")
    #expect(Self.refusal { $0.look.keyLight.elevation = 14.9 } == "keyLight's elevation")
    #expect(Self.refusal { $0.look.keyLight.azimuth = .infinity } == "keyLight's azimuth")
    #expect(Self.refusal { $0.look.keyLight.size = 0.4 } == "keyLight's size")
    #expect(Self.refusal { $0.look.bounce = -0.1 } == "bounce")
    #expect(Self.refusal { $0.look.gloss = .nan } == "gloss")
    #expect(Self.refusal { $0.look.paper = Colour(red: 0, green: 2, blue: 0) } == "paper's green")
    #expect(Self.refusal { $0.look.view = .eye(distance: .pixels(0)) } == "view's distance")
    #expect(
      Self.refusal { $0.look.view = .eye(distance: .pixels(9), centre: SIMD2(0, 101)) }
        == "view's centre y")
    #expect(Self.refusal { $0.look.view = .oblique(shear: SIMD2(-3.1, 0)) } == "view's shear x")
  }

  @Test("The ends of every range are in it")
  func ends() {
    #expect(Self.refusal { $0.look.keyLight = KeyLight(share: 1, elevation: 20, size: 0.5) } == nil)
    #expect(Self.refusal { $0.look.keyLight = KeyLight(share: 0, elevation: 90, size: 30) } == nil)
    #expect(Self.refusal { $0.look.view = .eye(distance: .pixels(0.1)) } == nil)
    #expect(Self.refusal { $0.look.view = .eye(distance: .percent(1e9)) } == nil)
    #expect(Self.refusal { $0.look.view = .oblique(shear: SIMD2(3, -3)) } == nil)
    #expect(Self.refusal { $0.look.bounce = 1 } == nil)
    #expect(Self.refusal { $0.look.thickness = .pixels(1e6) } == nil)
  }
}
