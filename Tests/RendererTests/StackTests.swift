import CurlCPU
import CurlCore
import PageCurl
import TestSupport
import Testing

/// Scenes of layers against the single curl's own way, on both renderers.
@Suite struct StackTests {
  @Test(arguments: [(151.0, 30.0, true), (180, 12, false), (45, 60, true), (270, 0, true)])
  func aCurlInLayersIsTheCurl(angle: Double, radius: Double, lit: Bool) async throws {
    for renderer in try await Fixture.all() {
      let turn = try Fixture.turn(Fixture.pages(160, 226), angle: angle, radius: radius, lit: lit)
      var layered = Layered(look: turn.turn.look)
      layered.curl = turn.sheet.parameters
      for progress in [0, 0.15, 0.4, 0.8, 1] {
        let whole = try await renderer.frame(turn, at: .progress(progress))
        let stack = try await renderer.frame(
          PageTurn(turn.pages, layered), at: .progress(progress))
        #expect(difference(whole, stack) <= 1, "\(renderer.info) at \(progress)")
      }
    }
  }

  private func difference(_ a: Pixmap, _ b: Pixmap) -> Double {
    var difference = Difference()
    for i in 0..<a.width * a.height { difference.add(a.channels(i), b.channels(i)) }
    return difference.maximum
  }

  /// A curl whose scene says what lies under it, and so is drawn in layers.
  struct Layered: Turn {
    static let name = "layered"
    static let summary = ""
    static let parameters: [TurnParameter<Layered>] = []
    var look = Look()
    var curl = CurlParameters()

    init() {}
    init(look: Look) { self.look = look }
    func check() throws(ParameterError) {}
    func scene(_ moment: Moment, on stage: TurnStage, base: Base) -> Scene {
      var scene = curl.scene(moment, on: stage, base: base)
      scene.ground = [
        Leaf(front: Face(.picture(.next)), back: Face(.mirrored), surface: .projective(.identity))
      ]
      return scene
    }
  }
}
