import CurlCore
import Doctor
import PageCurl
import Testing

@Suite("The test picture")
struct PictureCheckTests {
  @Test("Both renderers draw it right")
  func renderers() async throws {
    let cpu = try await Fixture.cpu()
    for renderer in try await Fixture.all() {
      let other = renderer.info.backend == .gpu ? cpu : nil
      let report = await PictureCheck.report(renderer, against: other)
      #expect(report.isRight, "\(report)")
      #expect(report.findings.count == (other == nil ? 8 : 10))
    }
  }

  @Test("Nearly all of it is known without a renderer, and every zone of it")
  func knowledge() {
    var zones: [TestPicture.Zone: Int] = [:]
    for y in 0..<320 {
      for x in 0..<240 {
        if let zone = TestPicture.known(x, y)?.zone { zones[zone, default: 0] += 1 }
      }
    }
    let known = zones.values.reduce(0, +)
    #expect(known > 240 * 320 * 3 / 4)
    for zone in TestPicture.Zone.allCases {
      let count = zones[zone] ?? 0
      #expect(count > 3000, "\(zone)")
    }
  }

  @Test("A renderer that is shut down fails the check")
  func failure() async throws {
    let renderer = try await Renderer(.cpu)
    let report = await PictureCheck.report(renderer)
    #expect(report.isRight)
    let gpu: Renderer
    do { gpu = try await Renderer(.gpu) } catch { return }
    await gpu.shutDown()
    let failed = await PictureCheck.report(gpu)
    #expect(!failed.isRight && failed.failure != nil)
  }

  @Test("No wrong picture passes", arguments: Damage.allCases)
  func damage(_ damage: Damage) async throws {
    let renderer = try await Fixture.cpu()
    let frame = try await renderer.frame(try TestPicture.turn(), at: TestPicture.moment)
    let right = PictureCheck.zones(frame)
    #expect(right.allSatisfy { $0.isRight })
    let zones = PictureCheck.zones(damage.done(to: frame))
    #expect(zones.contains { !$0.isRight }, "\(zones)")
  }

  @Test("Without its light, and a tenth of its turn later, the picture is another")
  func wrongScene() async throws {
    let renderer = try await Fixture.cpu()
    let turn = try TestPicture.turn()
    for change: @Sendable (inout CurlTurn) -> Void in [
      { $0.look.shadowAmount = 0 }, { $0.look.shading = 0 }, { $0.look.isLit = false },
      { $0.angle = 0 },
      { $0.angle = 175 }, { $0.radius = .pixels(13) }, { $0.look.tintAmount = 0.8 },
    ] {
      var parameters = turn.sheet.parameters
      change(&parameters)
      let frame = try await renderer.frame(
        PageTurn(turn.pages, parameters), at: TestPicture.moment)
      let zones = PictureCheck.zones(frame)
      #expect(zones.contains { !$0.isRight }, "\(parameters)")
    }
    let later = try await renderer.frame(turn, at: .time(0.42))
    let zones = PictureCheck.zones(later)
    #expect(zones.contains { !$0.isRight })
  }

  @Test("One channel of one pixel off by one isn't equal")
  func equality() async throws {
    let renderer = try await Fixture.cpu()
    let frame = try await renderer.frame(try TestPicture.turn(), at: .progress(0))
    #expect(PictureCheck.equality("", frame, frame).isRight)
    var bytes = frame.rgba8
    bytes[40_001] ^= 1
    let other = Pixmap(width: frame.width, height: frame.height, rgba8: bytes)
    let finding = PictureCheck.equality("", other, frame)
    #expect(!finding.isRight && finding.detail == "1 pixels differ")
    let smaller = Pixmap(width: 1, height: 1, rgba8: [0, 0, 0, 0])
    #expect(!PictureCheck.equality("", smaller, frame).isRight)
    let zones = PictureCheck.zones(smaller)
    #expect(zones.allSatisfy { !$0.isRight })
  }
}

/// What a broken driver might do to a picture.
enum Damage: CaseIterable {
  case upsideDown, mirrored, turned, redAndBlueExchanged, oneStepOfGreen, oneRowDown,
    oneColumnRight, nearlyOpaque, blank, darker, shadowLess

  func done(to frame: Pixmap) -> Pixmap {
    let (width, height) = (frame.width, frame.height)
    let old = frame.rgba8
    var bytes = old
    for y in 0..<height {
      for x in 0..<width {
        let (fromX, fromY) =
          switch self {
          case .upsideDown: (x, height - 1 - y)
          case .mirrored: (width - 1 - x, y)
          case .turned: (width - 1 - x, height - 1 - y)
          case .oneRowDown: (x, max(y - 1, 0))
          case .oneColumnRight: (max(x - 1, 0), y)
          default: (x, y)
          }
        let from = 4 * (fromY * width + fromX)
        var pixel = Array(old[from..<from + 4])
        switch self {
        case .redAndBlueExchanged: pixel.swapAt(0, 2)
        case .oneStepOfGreen: pixel[1] = pixel[1] == 255 ? 254 : pixel[1] + 1
        case .nearlyOpaque: pixel[3] = 254
        case .blank: pixel = [0, 0, 0, 0]
        case .darker: for i in 0..<3 { pixel[i] = UInt8(Double(pixel[i]) * 0.98) }
        case .shadowLess where x > 152 && y < 200:
          pixel = x < 190 ? [250, 240, 215, 255] : [170, 205, 245, 255]
        default: break
        }
        bytes.replaceSubrange(4 * (y * width + x)..<4 * (y * width + x) + 4, with: pixel)
      }
    }
    return Pixmap(width: width, height: height, rgba8: bytes)
  }
}
