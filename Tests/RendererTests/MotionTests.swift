import CurlCore
import PageCurl
import TestSupport
import Testing

/// A turn of 240 frames moves smoothly: nothing changes far from the sheet, and nothing pops.
@Suite struct MotionTests {
  static let frames = 240
  /// The share of light that shadow and shading take.
  static let amount = 0.7

  struct Case: Sendable, CustomTestStringConvertible {
    var angle: Double
    var radius: Double
    var width = 120
    var height = 171
    var testDescription: String { "heading \(angle)°, radius \(radius), \(width)×\(height)" }
  }

  static let cases = [
    Case(angle: 151, radius: 0), Case(angle: 151, radius: 12), Case(angle: 151, radius: 10.8),
    Case(angle: 180, radius: 12), Case(angle: 290, radius: 0),
    Case(angle: 225, radius: 14.4, width: 160, height: 226),
  ]

  @Test(arguments: cases)
  func onlyTheHullOfSheetAndShadowChanges(it: Case) async throws {
    let pages = try Fixture.pages(it.width, it.height)
    let turn = try Fixture.turn(pages, angle: it.angle, radius: it.radius)
    try await expectStillness(turn, on: try await Fixture.cpu())
    if it.angle == 151 && it.radius == 12 {
      try await expectStillness(turn, on: try await Fixture.gpu())
    }
  }

  private func expectStillness(_ turn: PageTurn, on renderer: Renderer) async throws {
    let (front, next) = (turn.pages.pictures.front.pixmap, turn.pages.pictures.next.pixmap)
    let (width, height) = (front.width, front.height)
    let (before, after) = (front.rgba8, next.rgba8)
    var still = 0
    for i in 0..<Self.frames {
      let moment = PageTurn.moment(ofFrame: i, of: Self.frames)
      let bytes = try await renderer.frame(turn, at: moment).rgba8
      let hull = Hull(turn, moment)
      var wrong = 0
      for y in 0..<height {
        for x in 0..<width {
          let d = Fixture.distance(hull.fold, x, y)
          let page = d > hull.end ? after : d < hull.start ? before : []
          if page.isEmpty { continue }
          still += 1
          let j = 4 * (y * width + x)
          if bytes[j..<j + 4] != page[j..<j + 4] { wrong += 1 }
        }
      }
      #expect(wrong == 0, "\(renderer.info), frame \(i)")
    }
    #expect(still > Self.frames * width * height / 5)
  }

  /// Where, from the fold line along its normal, sheet and light may change anything.
  struct Hull {
    let fold: Fold
    /// Before this lies the untouched front.
    let start: Double
    /// After this lies the untouched next page.
    let end: Double

    /// The hull at a moment.
    ///
    /// The sheet ends with the roll, R from the fold; the roll's shadow 5 ρ from the axis of the
    /// circle that casts it, as 2 atan(ρ/x) is then the elevation at which the sky begins,
    /// 2 atan(1/5). The flap's free edge stands 2 ρ high, its shadow ends 2 ρ / tan(2 atan(1/5)) =
    /// 4.8 ρ before it. Half a pixel's diagonal is a pixel's own reach.
    init(_ turn: PageTurn, _ moment: Moment) {
      fold = Fixture.fold(turn, moment)
      let (radius, line) = (turn.sheet.radius, fold)
      let lifted = turn.pages.size.corners.map { (($0 - line.point) * line.normal).sum() }.max()
      let far = max(lifted ?? 0, 0)
      let lift = max(radius, 0.01 * Double(turn.pages.size.width))
      let rho = max(radius, lift / 2)
      let axisX = radius - rho
      let length = .pi * radius - axisX
      let turned = Profile.halfTurn(radius: rho).place(min(far / length, 1) * .pi * rho).x
      let edge = min(axisX + turned - max(far - length, 0), axisX, 0)
      start = edge - 4.8 * rho - 1
      end = max(radius, axisX + 5 * rho) + 0.71
    }
  }

  @Test(arguments: cases)
  func lightAndEdgesMoveWithoutPops(it: Case) async throws {
    let turn = try whiteTurn(it)
    for renderer in try await Fixture.all() {
      if renderer.info.backend == .gpu && (it.angle != 151 || it.radius != 12) { continue }
      let motion = try await Motion(on: renderer) { _ in turn }
      #expect(motion.all <= 1, "\(renderer.info): \(motion.all) of the bound, \(motion.allWorst)")
      #expect(
        motion.free <= 1, "\(renderer.info): \(motion.free) of the bound, \(motion.freeWorst)")
      #expect(motion.freeBlocks > Self.frames * 100)
    }
  }

  @Test func aPopIsTold() async throws {
    // A seventh of the light's strength goes from one frame to the next; or all of it.
    let it = Case(angle: 151, radius: 12)
    let (whole, less) = (try whiteTurn(it), try whiteTurn(it, amount: 0.6))
    let none = try whiteTurn(it, amount: 0)
    let cpu = try await Fixture.cpu()
    let weaker = try await Motion(on: cpu) { $0 < 120 ? whole : less }
    #expect(weaker.free > 1.5)
    let gone = try await Motion(on: cpu) { $0 < 120 ? whole : none }
    #expect(gone.free > 10 && gone.all > 1.5)
  }

  /// White pages: geometry and light alone show.
  private func whiteTurn(_ it: Case, amount: Double = amount) throws -> PageTurn {
    let white = TestPages.plain(255, width: it.width, height: it.height)
    return try Fixture.turn(
      Pages(front: white, next: white), angle: it.angle, radius: it.radius
    ) {
      $0.look.tintAmount = 1
      $0.look.shadowAmount = amount
      $0.look.shading = amount
    }
  }
}

/// How far second differences in time of the means of 8 × 8 blocks may go, in linear light.
///
/// Linear light, since a block's mean is then linear in what each edge covers. All light lies
/// between 1 − amount and 1. The fold moves u pixels a frame along its normal n; what lies on the
/// flap, and the flap's edges, move by 2u.
///
/// An edge between lights that differ by at most `amount`, with normal m and moving v along it,
/// changes the mean by at most amount · v · chord / 64 a frame, and the longest chord over 64 is
/// 1 / (8 max(|m.x|, |m.y|)). A second difference is the change of that from one frame to the next,
/// at most all of it: as the edge enters or leaves. The outline's side with normal a lies on the
/// flap with m = a − 2(a·n)n and moves 2u |a·n| along m; the silhouette has m = n and moves u.
/// Where two edges meet in a block, each crosses only a part of it.
///
/// Where no edge comes near in three frames, light alone changes: f(x − vt) along n, x the distance
/// from the fold. A second difference is then at most v² |M″|, M the block's mean, and M″ is the
/// mean over the block of f″: along each chord f′ changes by at most its steepest slope S (f′ has
/// one peak), and of chords the block is 8 (|n.x| + |n.y|) wide: v² S (|n.x| + |n.y|) / 8. The
/// slopes are those of the closed forms, c = 12/13 the cosine at which the sky begins:
/// - next page, roll of radius ρ: V = cos ε/2c + ½, cos ε = (x² − ρ²)/(x² + ρ²), steepest at
///   x = ρ/√3: 0.704/ρ; at x = 1 + ρ − R where that lies beyond (the visible page begins there).
/// - any page under the flap's edge, 2ρ high, d away: cos ε = d/√(d² + 4ρ²), slope
///   4ρ²/(d² + 4ρ²)^1.5 / 2c, steepest at the edge, but blocks begin a pixel from it; v = 2u.
/// - bent paper: V of the angle φ changes by at most 1/2c a radian, φ by 1/√(R² − x²) a pixel; a pixel
///   before the silhouette φ's is 1/√(2R − 1). What lies in the bend is under the flap as well:
///   it adds.
///
/// While the light's own ramp runs, strength s(i) over N frames, s(3 − 2s): its curvature is at
/// most 6/N², its slope 1.5/N, and (sL)″ = s″L + 2s′L′ + sL″ with L ≤ 1.
private struct MotionBound {
  /// Of a block that edges may cross.
  private(set) var all = 0.0
  /// Of one that no edge comes near.
  private(set) var free = 0.0

  init(_ turn: PageTurn, time: Double) {
    let curl = turn.sheet
    let amount = MotionTests.amount
    let way = curl.fold(time: 0).point - curl.fold(time: 1).point
    let framesPerTime = Double(MotionTests.frames - 1) / curl.endTime
    let u = (way * way).sum().squareRoot() / framesPerTime
    let n = curl.fold(time: 0).normal
    let lift = max(curl.radius, 0.01 * Double(turn.pages.size.width))
    let rho = max(curl.radius, lift / 2)

    let c = 12.0 / 13
    let x = max(rho / 3.0.squareRoot(), 1 + rho - curl.radius)
    let roll = 4 * x * rho * rho / ((x * x + rho * rho) * (x * x + rho * rho)) / (2 * c)
    let h = 4 * rho * rho
    let flap = h / ((1 + h) * (1 + h).squareRoot()) / (2 * c)
    let bend = curl.radius > 1 ? 1 / (2 * c) / (2 * curl.radius - 1).squareRoot() : 0
    let curvature = max(u * u * roll, 4 * u * u * flap) + u * u * bend
    free = amount * curvature * (abs(n.x) + abs(n.y)) / 8

    var ramp = 0.0
    let castsFromRaisedHeight = lift > 2 * curl.radius
    let start = curl.radius == 0 ? 0.9 * curl.endTime : 1
    // Three frames count: a ramp that one of them meets.
    if time > start { ramp = framesPerTime * (curl.endTime - start) }
    if castsFromRaisedHeight && time < 0.05 + 2 / framesPerTime { ramp = framesPerTime * 0.05 }
    if ramp > 0 {
      let change = max(u * roll, 2 * u * flap) + u * bend
      free += amount * (6 / (ramp * ramp) + 2 * 1.5 / ramp * min(change, 1))
    }

    var edge = u / max(abs(n.x), abs(n.y))
    for side in [SIMD2(1.0, 0), SIMD2(0, 1)] {
      let along = (side * n).sum()
      let m = side - 2 * along * n
      edge = max(edge, 2 * u * abs(along) / max(abs(m.x), abs(m.y)))
    }
    all = amount * edge / 8 + free
  }
}

/// The second differences of a turn, as shares of their bounds.
private struct Motion {
  private(set) var all = 0.0
  private(set) var allWorst = ""
  private(set) var free = 0.0
  private(set) var freeWorst = ""
  /// Blocks without edges that were counted.
  private(set) var freeBlocks = 0

  /// Draws all frames, frame `i` of `turn(i)`.
  init(on renderer: Renderer, turn: (Int) throws -> PageTurn) async throws {
    let table = (0...65535).map { SRGB.decode(Double($0) / 65535) }
    var earlier: [[Block]] = []
    for i in 0..<MotionTests.frames {
      let turn = try turn(i)
      let moment = PageTurn.moment(ofFrame: i, of: MotionTests.frames)
      let frame = try await renderer.frame(turn, at: moment, format: .rgba16)
      let geometry = try await Fixture.cpu().geometry(turn, at: moment)
      let blocks = Self.blocks(frame.rgba16, geometry, table)
      if earlier.count == 2 {
        count(earlier[0], earlier[1], blocks, MotionBound(turn, time: turn.sheet.time(moment)), i)
        earlier.removeFirst()
      }
      earlier.append(blocks)
    }
  }

  private mutating func count(
    _ first: [Block], _ second: [Block], _ third: [Block], _ bound: MotionBound, _ frame: Int
  ) {
    for i in third.indices {
      let (a, b, c) = (first[i], second[i], third[i])
      let difference = abs(a.mean - 2 * b.mean + c.mean)
      if difference / bound.all > all {
        all = difference / bound.all
        allWorst = "\(difference) in block \(i), frame \(frame)"
      }
      guard let side = a.side, side == b.side, side == c.side else { continue }
      freeBlocks += 1
      if difference / bound.free > free {
        free = difference / bound.free
        freeWorst = "\(difference) in block \(i), frame \(frame)"
      }
    }
  }

  private struct Block {
    /// Mean linear light.
    var mean: Double
    /// The side that it and all its neighbours show; nil for several.
    var side: Float?
  }

  private static func blocks(_ values: [UInt16], _ geometry: FrameGeometry, _ table: [Double])
    -> [Block]
  {
    let (width, height) = (geometry.width, geometry.height)
    var blocks: [Block] = []
    for top in stride(from: 0, through: height - 8, by: 8) {
      for left in stride(from: 0, through: width - 8, by: 8) {
        var sum = 0.0
        for y in top..<top + 8 {
          for x in left..<left + 8 { sum += table[Int(values[4 * (y * width + x)])] }
        }
        var side: Float? = geometry.side[top * width + left]
        for y in max(top - 1, 0)..<min(top + 9, height) {
          for x in max(left - 1, 0)..<min(left + 9, width)
          where geometry.side[y * width + x] != side { side = nil }
        }
        blocks.append(Block(mean: sum / 64, side: side))
      }
    }
    return blocks
  }
}
