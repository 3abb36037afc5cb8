import CurlCore
import CurlLight
import TestSupport
import Testing

@testable import CurlCPU

/// The light between nodes, against the exact light of every pixel.
@Suite struct LightFieldTests {
  /// Most by which a power of light may be off.
  ///
  /// Bytes come within 0.56 of the field's light, and the exact painter's within 0.5 of the exact
  /// one: what is left to 2 steps of a byte is 0.94 of 255 · 1.055, a step of white's power.
  private static let most: Float = 0.94 / 269

  /// The largest error where that light is seen: on the flat front, on the sheet up to its silhouette,
  /// and on the plane beyond the roll, or beside the page beyond the fold.
  private static func worst(_ painter: FramePainter, _ kind: LightField.Kind) -> Float {
    let frame = painter.frame
    let field = LightField(painter, kind)
    var worst: Float = 0
    for y in 0..<frame.height {
      field.begin(top: y / LightField.rows * LightField.rows)
      unsafe field.runs(y, 0..<frame.width) { run, values in
        for x in run {
          let at = painter.foldPoint(painter.planePoint(x, y))
          let exact: Float
          switch kind {
          case .front, .sheet:
            if at.x > (kind == .front ? -painter.reach.x : frame.radius) { continue }
            exact = painter.frontLight(frontOver(frame, at.x, at.y))
          default:
            let q = painter.planePoint(x, y)
            let isBeside = any(q .< 0) || any(q .> frame.page)
            if at.x < (isBeside ? 1e-6 : frame.radius) { continue }
            exact = painter.baseLight(at)
          }
          let seen = unsafe values.map { unsafe Float($0[x]) / 65535 } ?? 1
          worst = max(worst, abs(seen - LightPower.of(exact)))
        }
      }
    }
    return worst
  }

  @Test(arguments: [0.0, 45, 90, 118, 151, 180, 225, 290])
  func everyPixelsLightIsExactToAByte(angle: Double) throws {
    let page = PreparedPicture(TestPages.page(.front, width: 160, height: 226))
    let pictures = FramePictures(front: page, next: page, back: nil)
    let size = PageSize(width: 160, height: 226)
    for radius in [2.0, 5, 8, 11, 16, 25, 40, 90] {
      var parameters = CurlParameters()
      parameters.angle = angle
      parameters.radius = .pixels(radius)
      let canvas = Canvas(width: 184, height: 253, origin: SIMD2(-11, -14), step: SIMD2(1, 1))
      let turn = CurlTurn(parameters, page: size, canvas: canvas)
      for progress in [0.05, 0.15, 0.5, 0.85] {
        let frame = try CurlFrame(turn.scene(.progress(progress)))
        let painter = FramePainter(frame, pictures)
        let front = Self.worst(painter, .front)
        let sheet = Self.worst(painter, .sheet)
        let plane = Self.worst(painter, .plane)
        #expect(front <= Self.most, "front, radius \(radius), progress \(progress)")
        #expect(sheet <= Self.most, "sheet, radius \(radius), progress \(progress)")
        #expect(plane <= Self.most, "plane, radius \(radius), progress \(progress)")
      }
    }
  }

  /// What is found between two distances at once is every pixel's light; of a sheet without a shadow
  /// all of it is full.
  @Test(arguments: [0.7, 0], [0.0, 151, 225])
  func aStripHasAllBlocksBetweenTwoDistances(shadow: Double, angle: Double) throws {
    let size = PageSize(width: 331, height: 467)
    var parameters = CurlParameters()
    parameters.angle = angle
    parameters.radius = .pixels(30)
    parameters.shadowAmount = shadow
    let turn = CurlTurn(parameters, page: size, canvas: Canvas(page: size))
    let frame = try CurlFrame(turn.scene(.progress(0.45)))
    let page = PreparedPicture(TestPages.page(.front, width: 331, height: 467))
    let painter = FramePainter(frame, FramePictures(front: page, next: page, back: nil))
    let field = LightField(frame, .plane)
    let distances = 1.0...40
    var seen = 0
    var worst: Float = 0
    var darkest: Float = 1
    for top in stride(from: 0, to: 467, by: LightField.rows) {
      field.begin(top: top)
      let columns = field.fill(distances) ?? 0..<0
      for y in top..<min(top + LightField.rows, 467) {
        for x in 0..<331 {
          let at = painter.foldPoint(painter.planePoint(x, y))
          guard distances.contains(Double(at.x)) else { continue }
          seen += 1
          #expect(columns.contains(x))
          var value: UInt16 = 0
          field.withValues { value = $0[(y - top) * field.stride + x] }
          let exact = LightPower.of(painter.baseLight(at))
          worst = max(worst, abs(Float(value) / 65535 - exact))
          darkest = min(darkest, exact)
        }
      }
    }
    #expect(worst <= Self.most)
    #expect((darkest < 0.9) == (shadow > 0))
    #expect(seen > 3000)
    // Nothing there: no block.
    field.begin(top: 0)
    #expect(field.fill(1e6...2e6) == nil)
  }
}
