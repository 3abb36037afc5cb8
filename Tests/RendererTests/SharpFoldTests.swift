import CurlCore
import CurlGL
import PageCurl
import TestSupport
import Testing

@testable import CurlCPU
@testable import CurlRaster

/// Lit folds of few pixels' radius, painted in pieces and patches, against the definition.
@Suite struct SharpFoldTests {
  /// Rolls that bend within few pixels, and one that doesn't quite, page pixels.
  private static let radii = [0.0, 0.2, 0.5, 1, 2, 3, 4, 5]

  /// A sheet's light and what lies about it.
  enum Look: String, CaseIterable {
    case plain, lifted, faint, deep, tinted, picture, clearMargin, ground, halfGround

    var margin: Int {
      switch self {
      case .clearMargin, .ground: 17
      case .halfGround: 9
      default: 0
      }
    }

    func change(_ parameters: inout CurlTurn) {
      switch self {
      case .plain, .clearMargin: break
      case .lifted: parameters.look.shadowLift = .pixels(14)
      case .faint: parameters.look.shadowSize = 0.2
      case .deep:
        parameters.look.shadowAmount = 1
        parameters.look.shadowLift = .pixels(9)
      case .tinted:
        parameters.look.back = .colour(Colour(red: 0.9, green: 0.8, blue: 0.3))
        parameters.look.showThrough = 0.4
      case .picture: parameters.look.back = .picture
      case .ground: parameters.look.background = .colour(.white)
      case .halfGround:
        parameters.look.background = .colour(Colour(red: 0.5, green: 0.2, blue: 0.7, alpha: 0.5))
      }
    }
  }

  private static func turn(_ pages: Pages, _ look: Look, angle: Double, radius: Double) throws
    -> PageTurn
  {
    let (size, margin) = (pages.size, look.margin)
    let canvas = Canvas(
      width: size.width + 2 * margin, height: size.height + 2 * margin,
      origin: SIMD2(repeating: -Double(margin)), step: SIMD2(1, 1))
    return try Fixture.turn(
      pages, angle: angle, radius: radius, canvas: canvas, change: look.change)
  }

  private static func bytes(_ drawing: Drawing, _ pages: Pages, _ rows: Range<Int>) -> [UInt8] {
    let storage = CPURenderer.render(drawing, pages.pictures, rows: rows, format: .rgba8)
    guard case .rgba8(let bytes) = storage else { return [] }
    return bytes
  }

  private static func worst(_ pages: Pages, _ scene: Scene) throws -> Int {
    let drawing = try Drawing(scene)
    let rows = 0..<drawing.height
    let expected = CPURenderer.renderPixelwise(drawing, pages.pictures, rows: rows)
    let seen = bytes(drawing, pages, rows)
    #expect(seen.count == expected.count)
    return zip(seen, expected).map { abs(Int($0) - Int($1)) }.max() ?? 255
  }

  @Test(arguments: Look.allCases, [0.0, 45, 90, 118, 151, 180, 225, 290])
  func piecesAreThePixelsThemselvesWithinAByte(look: Look, angle: Double) throws {
    let pages = try Fixture.pages(160, 226)
    for radius in Self.radii {
      let turn = try Self.turn(pages, look, angle: angle, radius: radius)
      for progress in [0.03, 0.2, 0.5, 0.85] {
        let worst = try Self.worst(pages, turn.scene(.progress(progress)))
        #expect(worst <= 1, "radius \(radius), progress \(progress)")
      }
    }
  }

  /// Most of a larger page lies far from any edge of its light.
  @Test(arguments: [(151.0, 0.0), (151, 1.5), (60, 0), (200, 0.5), (290, 3)])
  func largePagesAreThePixelsThemselvesWithinAByte(angle: Double, radius: Double) throws {
    let pages = try Fixture.pages(620, 510)
    for look in [Look.plain, .faint, .lifted] {
      let turn = try Self.turn(pages, look, angle: angle, radius: radius)
      for progress in [0.25, 0.6] {
        let worst = try Self.worst(pages, turn.scene(.progress(progress)))
        #expect(worst <= 1, "\(look), progress \(progress)")
      }
    }
  }

  @Test(arguments: [0.1, 0.5, 0.9])
  func aCornerIsThePixelsThemselvesWithinAByte(grab: Double) throws {
    let pages = try Fixture.pages(331, 467)
    var corner = CornerFoldTurn()
    corner.path = DragPath(grab: grab, lift: 0.3)
    let turn = try PageTurn(pages, corner)
    for progress in [0.02, 0.15, 0.4, 0.7, 0.97] {
      let worst = try Self.worst(pages, turn.scene(.progress(progress)))
      #expect(worst <= 1, "progress \(progress)")
    }
  }

  @Test(arguments: [Look.plain, .lifted, .ground], [0.0, 1.5])
  func anySplitIntoRowsGivesTheSameBytes(look: Look, radius: Double) throws {
    let pages = try Fixture.pages(160, 226)
    let turn = try Self.turn(pages, look, angle: 151, radius: radius)
    let drawing = try Drawing(turn.scene(.progress(0.45)))
    let whole = Self.bytes(drawing, pages, 0..<drawing.height)
    for cuts in [[1, 2, 63, 64, 65], [31, 100], [128]] {
      let edges = [0] + cuts + [drawing.height]
      let parts = zip(edges, edges.dropFirst()).flatMap { Self.bytes(drawing, pages, $0..<$1) }
      #expect(parts == whole)
    }
  }
}
