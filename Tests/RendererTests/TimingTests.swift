import CurlCore
import CurlGL
import PageCurl
import Testing

/// Frames that tell how long their parts took.
@Suite struct TimingTests {
  @Test(arguments: [Pixmap.Format.rgba8, .rgba16])
  func aTimedFrameIsTheFrame(format: Pixmap.Format) async throws {
    let turn = try Fixture.turn(Fixture.pages(160, 226), radius: 20)
    for renderer in try await Fixture.all() {
      let plain = try await renderer.frame(turn, at: .progress(0.4), format: format)
      for _ in 0..<3 {
        let (frame, phases) = try await renderer.timedFrame(
          turn, at: .progress(0.4), format: format)
        #expect(frame == plain)
        #expect((phases == nil) == (renderer.info.backend == .cpu))
        guard let phases else { continue }
        #expect(phases.draw > .zero && phases.readback > .zero)
        if let gpuDraw = phases.gpuDraw { #expect(gpuDraw > .zero) }
      }
    }
  }
}
