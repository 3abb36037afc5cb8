import CurlCore
import PageCurl
import TestSupport
import Testing

@testable import CurlCPU
@testable import CurlRaster

/// Random turns, looks, pages and scales against the definition, pixel by pixel.
///
/// Tests of one look at a time miss faults that need two.
@Suite struct RandomFrameTests {
  @Test(arguments: 0..<8)
  func bytesAreTheDefinitionsWithinOne(part: Int) throws {
    for seed in 60 * part..<60 * (part + 1) {
      let frame = try RandomFrame(seed: UInt64(seed))
      let rows = 0..<frame.drawing.height
      guard
        case .rgba8(let seen) = CPURenderer.render(
          frame.drawing, frame.pictures, rows: rows, format: .rgba8)
      else { throw Missing() }
      let expected = CPURenderer.renderPixelwise(frame.drawing, frame.pictures, rows: rows)
      #expect(worst(seen, expected) <= 1, "\(frame.description)")
    }
  }

  @Test(arguments: 0..<8)
  func deepChannelsAreTheDefinitionsWithin64(part: Int) throws {
    for seed in 1000 + 30 * part..<1000 + 30 * (part + 1) {
      let frame = try RandomFrame(seed: UInt64(seed))
      let rows = 0..<frame.drawing.height
      guard
        case .rgba16(let seen) = CPURenderer.render(
          frame.drawing, frame.pictures, rows: rows, format: .rgba16)
      else { throw Missing() }
      let expected = CPURenderer.renderPixelwise16(frame.drawing, frame.pictures, rows: rows)
      #expect(worst(seen, expected) <= 64, "\(frame.description)")
    }
  }

  private func worst<Channel: BinaryInteger>(_ a: [Channel], _ b: [Channel]) -> Int {
    guard a.count == b.count else { return .max }
    return zip(a, b).map { abs(Int($0) - Int($1)) }.max() ?? .max
  }

  private struct Missing: Error {}
}

/// A frame whose turn, look, pages, scale and moment a number decides.
private struct RandomFrame {
  let drawing: Drawing
  let pictures: FramePictures
  let description: String

  init(seed: UInt64) throws {
    var random = Random(seed: seed)
    let turn = Self.turn(&random)
    let page = PageSize(width: 96, height: 134)
    let margin = Self.one(of: [0.0, 0, 15, 40], &random)
    let scales: [(Double, Double)] = [
      (1, 1), (1, 1), (0.45, 0.45), (0.8, 0.8), (1.7, 1.7), (4.1, 4.1), (1.3, 0.6), (0.7, 1.9),
      (2.3, 3.1),
    ]
    let scale = Self.one(of: scales, &random)
    let step = SIMD2<Double>(scale.0, scale.1)
    let width: Double = (Double(page.width) + 2 * margin) / step.x
    let height: Double = (Double(page.height) + 2 * margin) / step.y
    let canvas = Canvas(
      width: Int(width.rounded(.up)), height: Int(height.rounded(.up)),
      origin: SIMD2(-margin, -margin), step: step)
    let alpha = Int.random(in: 0..<3, using: &random)
    func picture(_ style: TestPages.Style) -> PreparedPicture {
      let (width, height) = (page.width, page.height)
      let map: Pixmap
      switch alpha {
      case 0: map = TestPages.page(style, width: width, height: height)
      case 1: map = TestPages.cutOut(style, width: width, height: height)
      default: map = TestPages.translucent(style, width: width, height: height)
      }
      return PreparedPicture(map)
    }
    pictures = FramePictures(front: picture(.front), next: picture(.next), back: picture(.back))
    let progress = Double.random(in: 0..<1, using: &random)
    var stage = TurnStage(page: page, canvas: canvas)
    stage.translucent = pictures.translucent
    drawing = try Drawing(turn.scene(.progress(progress), on: stage, base: .next))
    description =
      "\(seed): alpha \(alpha), margin \(margin), step \(step), progress \(progress), \(turn)"
  }

  private static func one<Value>(of values: [Value], _ random: inout Random) -> Value {
    values[Int.random(in: 0..<values.count, using: &random)]
  }

  private static func turn(_ random: inout Random) -> any Turn {
    let angle =
      Bool.random(using: &random)
      ? one(of: [0.0, 45, 90, 180, -90], &random) : Double.random(in: -180..<180, using: &random)
    let radius = Length.pixels(one(of: [0.0, 0.5, 2, 6, 9, 14, 30, 60], &random))
    let turns: [any Turn] = [
      SpanTests.changed(CurlTurn()) { ($0.angle, $0.radius) = (angle, radius) },
      SpanTests.changed(BookCurlTurn()) { $0.radius = radius },
      SpanTests.changed(RollTurn()) { ($0.angle, $0.radius) = (angle, radius) },
      HingeTurn(), BendTurn(), LeavesTurn(), CornerFoldTurn(), FlipTurn(), CardTurn(),
      EffectTurn(), CoverTurn(),
    ]
    var turn = one(of: turns, &random)
    turn.look = look(&random)
    return turn
  }

  private static func look(_ random: inout Random) -> Look {
    var look = Look()
    let shares: [(WritableKeyPath<Look, Double>, [Double])] = [
      (\.showThrough, [0, 0.5, 1]), (\.grain, [0, 1]), (\.shadowAmount, [0, 1]),
      (\.shadowSize, [0.1, 1, 2]), (\.contactShadow, [0, 1]), (\.shading, [0, 1]),
      (\.bounce, [0, 1]), (\.sheen, [0, 0.5]), (\.gloss, [0.5, 1]), (\.keyLight.share, [0.3, 1]),
    ]
    for (share, values) in shares where Int.random(in: 0..<10, using: &random) < 3 {
      look[keyPath: share] = one(of: values, &random)
    }
    look.isLit = Int.random(in: 0..<10, using: &random) > 0
    let brown = Colour(red: 0.9, green: 0.5, blue: 0.3)
    let clear = Colour(red: 0.9, green: 0.5, blue: 0.3, alpha: 0.5)
    let backs: [Look.Back] = [.mirrored, .mirrored, .picture, .colour(brown), .colour(clear)]
    look.back = one(of: backs, &random)
    let tints: [Double?] = [nil, nil, nil, 0, 0.4, 1]
    look.tintAmount = one(of: tints, &random)
    look.cornerRadius = .pixels(one(of: [0.0, 0, 0, 0, 3, 14, 60], &random))
    look.thickness = .pixels(one(of: [0.0, 0, 0, 0, 0.3, 1.5, 4], &random))
    let views: [Look.View] = [
      .above, .above, .above, .eye(distance: .percent(60), centre: SIMD2(-0.2, 0.7)),
      .eye(distance: .percent(300), centre: SIMD2(0.5, 0.1)), .oblique(shear: SIMD2(0.3, -0.5)),
      .oblique(shear: SIMD2(-0.2, 0.4)),
    ]
    look.view = one(of: views, &random)
    look.background = .colour(one(of: [.clear, .white, brown, clear], &random))
    return look
  }
}
