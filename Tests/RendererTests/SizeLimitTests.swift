import CurlCore
import CurlGL
import GLES
import TestSupport
import Testing

@testable import PageCurl

/// Pages beyond what a device's textures hold.
@Suite struct SizeLimitTests {
  @Test(arguments: [(80, 20), (20, 80)])
  func openGLRefusesAPageBeyondItsTexturesAndDrawsTheNextOne(width: Int, height: Int) async throws {
    _ = try await Fixture.gpu()
    let gpu = try await GLRenderer(DeviceRequest(textureLimit: 64))
    let large = try Fixture.turn(try Fixture.pages(width, height), radius: 8)
    do {
      let (drawing, pictures) = try Renderer.resolve(large, .progress(0.4))
      _ = try await gpu.render(drawing, pictures, format: .rgba8)
      Issue.record("a page beyond the limit was drawn")
    } catch let error as GLError {
      #expect(error.kind == .limitExceeded)
      let told = RenderError(error)
      #expect(told.code == .limit)
      for word in ["64 x 64", "texture", "smaller", "--backend cpu"] {
        #expect(told.message.contains(word), "\(told.message)")
      }
    }
    // The refusal leaves the renderer as it was.
    let small = try Fixture.turn(try Fixture.pages(40, 57), radius: 8)
    let (drawing, pictures) = try Renderer.resolve(small, .progress(0.4))
    let drawn = try await gpu.render(drawing, pictures, format: .rgba8)
    let usual = try await Fixture.gpu().frame(small, at: .progress(0.4))
    #expect(drawn == usual.storage)
    await gpu.shutDown()
    // The processor knows no such limit.
    let frame = try await Fixture.cpu().frame(large, at: .progress(0.4))
    #expect(frame.width == width && frame.height == height)
  }

  /// Software, beside other tests, may take longer than the 30 seconds that a frame has.
  @Test func aFrameOf8KIsDrawnByAll() async throws {
    _ = try await Fixture.gpu()
    let (width, height) = (7680, 4320)
    let turn = try Fixture.turn(
      Fixture.pages(width, height), radius: 691, change: { $0.look.isLit = true })
    var device = Renderer.Device.auto
    device.deadline = .seconds(900)
    let gpu = try await Renderer(.gpu, device: device)
    var frames: [[UInt8]] = []
    for renderer in [try await Fixture.cpu(), gpu] {
      let frame = try await renderer.frame(turn, at: .progress(0.4))
      #expect(frame.width == width && frame.height == height)
      frames.append(frame.rgba8)
    }
    await gpu.shutDown()
    var (worst, sum) = (0, 0)
    for (a, b) in zip(frames[0], frames[1]) {
      let step = abs(Int(a) - Int(b))
      worst = max(worst, step)
      sum += step
    }
    #expect(worst <= 4)
    #expect(Double(sum) / Double(4 * width * height) < 0.1)
  }

  @Test func aWideStripOfManyPixelsIsDrawnByTheProcessor() async throws {
    // Wider than any OpenGL's textures.
    let pages = try Fixture.pages(40_000, 3)
    let frame = try await Fixture.cpu().frame(
      try Fixture.turn(pages, radius: 8), at: .progress(0))
    #expect(frame == pages.front.pixmap)
  }
}
