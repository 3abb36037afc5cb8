import CurlCore
import CurlKernels
import TestSupport
import Testing

@testable import CurlDefinition
@testable import CurlRaster

/// The light between nodes, against the exact light of every pixel.
@Suite struct LightFieldTests {
  /// Most by which a power of light may be off.
  ///
  /// Bytes come within 0.56 of the field's light, and the exact painter's within 0.5 of the exact
  /// one: what is left to 2 steps of a byte is 0.94 of 255 · 1.055, a step of white's power.
  private static let most: Float = 0.94 / 269

  /// The largest error where that light is seen: on the front, flat or up to the silhouette, and on the
  /// plane beyond the fold.
  private static func worst(_ painter: FramePainter, _ kind: LightField.Kind) -> Float {
    let frame = painter.frame
    let field = LightField(frame, kind)
    var worst: Float = 0
    for y in 0..<frame.height {
      field.begin(top: y / LightField.rows * LightField.rows)
      unsafe field.runs(y, 0..<frame.width) { run, values in
        for x in run {
          let q = painter.planePoint(x, y)
          let at = painter.foldPoint(q)
          let exact: Float
          switch kind {
          case .flatFront, .frontInRoll:
            let flat = isOnPage(painter, q) ? -painter.halfExtent.x : 0
            if at.x > (kind == .flatFront ? flat : frame.radius) { continue }
            if kind == .frontInRoll && at.x < -painter.halfExtent.x { continue }
            exact = painter.frontLight(frontOver(frame, at.x, at.y))
          default:
            if at.x <= 0 || isHidden(painter, q, at.x) { continue }
            exact = painter.baseLight(at)
          }
          if field.scale == .linear {
            let seen = unsafe values.map { unsafe Float($0[x]) / 32768 } ?? 1
            worst = max(worst, abs(seen - exact))
            continue
          }
          let seen = unsafe values.map { unsafe Float($0[x]) / 65535 } ?? 1
          worst = max(worst, abs(seen - LightPower.of(exact)))
        }
      }
    }
    return worst
  }

  private static func isOnPage(_ painter: FramePainter, _ q: SIMD2<Float>) -> Bool {
    all(q .>= 0) && all(q .<= painter.frame.page)
  }

  /// Whether the roll lies over a place of the plane, at a distance from the fold.
  private static func isHidden(_ painter: FramePainter, _ q: SIMD2<Float>, _ x: Float) -> Bool {
    let frame = painter.frame
    guard x < frame.radius else { return false }
    let root = ((frame.radius - x) * (frame.radius + x)).squareRoot()
    let arc = frame.radius * arctangent(x, root)
    // The page points of its inside and its outside there.
    return isOnPage(painter, q + (arc - x) * frame.normal)
      || isOnPage(painter, q + (.pi * frame.radius - arc - x) * frame.normal)
  }

  @Test(arguments: [0.0, 45, 90, 118, 151, 180, 225, 290])
  func everyPixelsLightIsExactToAByte(angle: Double) throws {
    let page = PreparedPicture(TestPages.page(.front, width: 160, height: 226))
    let pictures = FramePictures(front: page, next: page, back: nil)
    let size = PageSize(width: 160, height: 226)
    for radius in [2.0, 5, 8, 11, 16, 25, 40, 90] {
      var parameters = CurlTurn()
      parameters.angle = angle
      parameters.radius = .pixels(radius)
      parameters.look.background = .colour(.white)
      let margin = Canvas(width: 184, height: 253, origin: SIMD2(-11, -14), step: SIMD2(1, 1))
      for canvas in [Canvas(page: size), margin] {
        let turn = CurlGeometry(parameters, page: size, canvas: canvas)
        for progress in [0.05, 0.15, 0.5, 0.85] {
          let frame = try CurlFrame(turn.scene(.progress(progress)))
          let painter = FramePainter(frame, pictures)
          let front = Self.worst(painter, .flatFront)
          let plane = Self.worst(painter, .plane)
          let what: Comment = "radius \(radius), progress \(progress), \(canvas.width) wide"
          #expect(front <= Self.most, what)
          #expect(plane <= Self.most, what)
        }
      }
    }
  }

  /// Whatever lifts the shadow of a fold of few pixels, and far from all of its edges, where cells are
  /// large.
  @Test(arguments: [0.0, 45, 90, 118, 151, 180, 225, 290], [0.7, 0.95])
  func theLightOfASharpFoldIsExactToAByte(angle: Double, shadow: Double) throws {
    let page = PreparedPicture(TestPages.page(.front, width: 310, height: 226))
    let pictures = FramePictures(front: page, next: page, back: nil)
    let size = PageSize(width: 310, height: 226)
    for radius in [0.0, 0.2, 0.5, 1, 2, 3, 4] {
      for lift in [0.0, 3, 6, 10.24, 18, 40] {
        var parameters = CurlTurn()
        parameters.angle = angle
        parameters.radius = .pixels(radius)
        parameters.look.shadowLift = .pixels(lift)
        parameters.look.shadowAmount = shadow
        parameters.look.cornerRadius = .pixels(lift == 6 ? 25 : 0)
        let turn = CurlGeometry(parameters, page: size, canvas: Canvas(page: size))
        for progress in [0.15, 0.5, 0.85] {
          let frame = try CurlFrame(turn.scene(.progress(progress)))
          let painter = FramePainter(frame, pictures)
          for kind in [LightField.Kind.flatFront, .plane, .frontInRoll] {
            let worst = Self.worst(painter, kind)
            #expect(
              worst <= Self.most, "\(kind), radius \(radius), lift \(lift), progress \(progress)")
          }
        }
      }
    }
  }

  /// Keys from the sun to a window, from all sides, over sheets of all bends, on canvases of all scales.
  @Test(arguments: [0.0, 30, 45, 118, 151, 180, 225, 270])
  func aKeyLightsFieldIsExactToAByte(angle: Double) throws {
    let page = PreparedPicture(TestPages.page(.front, width: 310, height: 226))
    let pictures = FramePictures(front: page, next: page, back: nil)
    let size = PageSize(width: 310, height: 226)
    let canvases = [
      Canvas(page: size),
      Canvas(width: 340, height: 253, origin: SIMD2(-11, -14), step: SIMD2(1, 1)),
      Canvas(width: 233, height: 170, origin: SIMD2(-0.3, 0.4), step: SIMD2(1.33, 1.33)),
      Canvas(width: 400, height: 300, origin: SIMD2(20.25, 10.5), step: SIMD2(0.5, 0.55)),
    ]
    for (i, radius) in [0.0, 0.5, 3, 8, 16, 40, 90].enumerated() {
      for (j, diameter) in [0.5, 2, 6, 12, 30].enumerated() {
        var parameters = CurlTurn()
        parameters.angle = angle
        parameters.radius = .pixels(radius)
        parameters.look.background = .colour(.white)
        parameters.look.cornerRadius = .pixels([0, 12, 30][j % 3])
        parameters.look.shadowLift = (i + j) % 4 == 1 ? .pixels(20) : nil
        parameters.look.keyLight = KeyLight(
          share: [0.3, 0.6, 1][(i + j) % 3], elevation: Double(20 + 23 * (i + j) % 70),
          azimuth: Double((137 * i + 53 * j) % 360), size: diameter)
        let turn = CurlGeometry(parameters, page: size, canvas: canvases[(i + j) % 4])
        let frame = try CurlFrame(turn.scene(.progress([0.15, 0.45, 0.7][(i + 2 * j) % 3])))
        let painter = FramePainter(frame, pictures)
        for kind in [LightField.Kind.flatFront, .plane, .frontInRoll] {
          let worst = Self.worst(painter, kind)
          #expect(worst <= 3e-3, "\(kind), radius \(radius), \(diameter) degrees")
        }
      }
    }
  }

  @Test func fieldsAreTheSameForAllWidthsOfRegisters() throws {
    let size = PageSize(width: 310, height: 226)
    for (i, angle) in [0.0, 118, 225].enumerated() {
      var parameters = CurlTurn()
      parameters.angle = angle
      parameters.radius = .pixels(30)
      parameters.look.cornerRadius = .pixels(Double(10 * i))
      parameters.look.keyLight = KeyLight(share: i == 0 ? 0 : 0.6, size: [12, 0.5, 25][i])
      let turn = CurlGeometry(parameters, page: size, canvas: Canvas(page: size))
      let frame = try CurlFrame(turn.scene(.progress(0.45)))
      for kind in [LightField.Kind.flatFront, .plane, .frontInRoll, .frontBehind] {
        let baseline = Self.values(LightField(frame, kind, width: Int32(CURL_BASELINE.rawValue)))
        for width in Int32(CURL_BASELINE.rawValue)...curl_widest() {
          #expect(Self.values(LightField(frame, kind, width: width)) == baseline)
        }
      }
    }
  }

  /// All that a field holds; 65536 where it is full.
  private static func values(_ field: LightField) -> [Int32] {
    var all: [Int32] = []
    for y in 0..<226 {
      field.begin(top: y / LightField.rows * LightField.rows)
      unsafe field.runs(y, 0..<310) { run, values in
        for x in run { all.append(unsafe values.map { unsafe Int32($0[x]) } ?? 65536) }
      }
    }
    return all
  }
}
