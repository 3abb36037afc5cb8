import CurlCore
import PageCurl
import TestSupport
import Testing

/// Edges are smooth and sharp: about one pixel wide along their normal, at their exact place.
@Suite struct EdgeTests {
  /// Width in output pixels that an edge may have; an ideal one comes out between 0.9 and 1.
  static let widths = 0.5...1.5
  /// How far from its true place it may lie, output pixels.
  static let offset = 0.05

  @Test(arguments: TurnEdge.allCases, [0.0, 30, 45, 90, 151, 225])
  func edgesAreOnePixelWide(edge: TurnEdge, angle: Double) async throws {
    let pages = try Pages(
      front: TestPages.plain(edge.front, width: 110, height: 150),
      next: TestPages.plain(255, width: 110, height: 150))
    for renderer in try await Fixture.all() {
      for step in [0.7, 1, 1.7] {
        // Several moments on shifted canvases: one frame of an edge along an axis has one distance
        // per row alone.
        var ramp = EdgeRamp()
        for progress in [0.2137, 0.3371, 0.4523, 0.5718, 0.6853] {
          let canvas = Canvas(
            width: Int(158 / step), height: Int(200 / step),
            origin: SIMD2(-24 - progress, -25 + progress), step: SIMD2(step, step))
          let turn = try PageTurn(
            pages, edge.parameters(angle: angle, radius: 20), canvas: canvas)
          let moment = Moment.progress(progress)
          let frame = try await renderer.frame(turn, at: moment, format: .rgba16)
          ramp.add(frame, edge, turn.sheet, time: turn.sheet.time(moment))
        }
        let fit = ramp.fit
        #expect(ramp.near >= 20)
        #expect(Self.widths.contains(fit.width), "\(renderer.info), step \(step): \(fit.width)")
        #expect(abs(fit.offset) <= Self.offset, "\(renderer.info), step \(step): \(fit.offset)")
        #expect(fit.residual <= 0.05, "\(renderer.info), step \(step): \(fit.residual)")
      }
    }
  }

  @Test func jaggedBlurredAndShiftedEdgesAreTold() {
    var (jagged, blurred, shifted) = (EdgeRamp(), EdgeRamp(), EdgeRamp())
    for i in -300...300 {
      let d = Double(i) / 100
      jagged.add(distance: d, coverage: d < 0 ? 1 : 0)
      blurred.add(distance: d, coverage: min(max(0.5 - d / 2, 0), 1))
      shifted.add(distance: d, coverage: min(max(0.3 - d, 0), 1))
    }
    #expect(jagged.fit.width < 0.1)
    #expect(abs(blurred.fit.width - 2) < 0.01 && abs(blurred.fit.offset) < 0.01)
    #expect(abs(shifted.fit.width - 1) < 0.01 && abs(shifted.fit.offset + 0.2) < 0.01)
  }
}
