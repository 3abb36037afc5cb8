import CurlCore
import Glibc
import PageCurl
import TestSupport
import Testing

@testable import CurlDefinition
@testable import CurlRaster

/// Light and shadow against rays and against what must hold of them.
@Suite struct LightTests {
  /// Full strength, so that the light left is the sky's share itself.
  private func turn(_ pages: Pages, angle: Double, radius: Double) throws -> PageTurn {
    try Fixture.turn(pages, angle: angle, radius: radius) {
      $0.look.shadowAmount = 1
      $0.look.shading = 1
      ($0.look.bounce, $0.look.sheen) = (0, 0)
    }
  }

  @Test(arguments: [0.0, 90, 180], [8.0, 20])
  func alongTheAxesTheSkyIsExact(angle: Double, radius: Double) async throws {
    try await expectRays(angle: angle, radius: radius, inside: 4 * radius, bound: 0.01, rays: 256)
  }

  @Test(arguments: [0.0, 110, 135, 151, 180, 200], [12.0, 40, 150])
  func elsewhereTheSkyIsClose(angle: Double, radius: Double) async throws {
    try await expectRays(angle: angle, radius: radius, inside: 0, bound: 0.08, rays: 64)
  }

  /// The lean of the eased roll's upper side: that of the roll where it leans by 1 radian or more.
  static func lean(_ arc: Double, _ radius: Double) -> Double {
    let lean = Double.pi - arc / radius
    return lean >= 1 ? lean : pow(max(1 + lean, 0) / 2, 2)
  }

  /// 64 × 64 rays are themselves good to 0.009, 256 × 256 to 0.002.
  private func expectRays(
    angle: Double, radius: Double, inside: Double, bound: Double, rays: Int
  ) async throws {
    let pages = try Fixture.pages(331, 467)
    let turn = try turn(pages, angle: angle, radius: radius)
    var random = Random(seed: UInt64(angle * 1000 + radius))
    for renderer in try await Fixture.all() {
      for time in [0.2, 0.5, 0.85] {
        let geometry = try await renderer.geometry(turn, at: .time(time))
        let fold = turn.sheet.fold(time: time)
        let tracer = RayTracer(page: pages.size, fold: fold, radius: radius, count: rays)
        var counted = 0
        for _ in 0..<4000 where counted < 60 {
          let x = Int.random(in: 0..<331, using: &random)
          let y = Int.random(in: 0..<467, using: &random)
          let i = 331 * y + x
          let along = angle == 90 ? Double(x) : Double(y)
          let length = angle == 90 ? 331.0 : 467.0
          guard geometry.side[i] >= 0, !geometry.isEdge(i) else { continue }
          if inside > 0, along < inside || along > length - inside { continue }
          let d = Fixture.distance(fold, x, y)
          // Where there is no doubt, few rays are spent.
          if (d > 5 * radius || geometry.shadow[i] == 1) && counted % 8 != 0 { continue }
          let q = SIMD2(Double(x) + 0.5, Double(y) + 0.5) - fold.point
          let tau = (q * fold.ruling).sum()
          let truth: Double
          switch geometry.side[i] {
          case 0: truth = tracer.sky(x: d, z: 0, along: tau, tilt: 0)
          case 1:
            let s = Double(geometry.arc[i])
            let place = Profile.halfTurn(radius: radius).place(s)
            truth = tracer.sky(x: place.x, z: place.z, along: tau, tilt: place.angle)
          default:
            // The back looks outwards: its normal is the front's, turned round.
            let place = Profile.halfTurn(radius: radius).place(Double(geometry.arc[i]))
            let lean = Self.lean(Double(geometry.arc[i]), radius)
            truth = tracer.sky(x: place.x, z: place.z, along: tau, tilt: -lean)
          }
          counted += 1
          #expect(
            abs(truth - Double(geometry.shadow[i])) <= bound,
            "\(renderer.info), time \(time), (\(x), \(y)), side \(geometry.side[i]): rays \(truth)")
        }
        #expect(counted >= 20)
      }
    }
  }

  @Test func theRollsOutsideSeesTheSkyAboveIt() async throws {
    let turn = try turn(Fixture.pages(331, 467), angle: 180, radius: 60)
    let (c0, s0) = (12.0 / 13, 5.0 / 13)
    for renderer in try await Fixture.all() {
      let geometry = try await renderer.geometry(turn, at: .time(0.6))
      var counted = 0
      for i in 0..<geometry.side.count where geometry.side[i] == 2 {
        counted += 1
        let phi = .pi - Self.lean(Double(geometry.arc[i]), 60)
        let expected =
          phi <= .pi - acos(c0) ? (1 - c0 * cos(phi) - s0 * sin(phi)) / (2 * c0) : -cos(phi)
        #expect(abs(Double(geometry.shadow[i]) - expected) <= 0.001)
      }
      #expect(counted > 10000)
    }
  }

  @Test func theShadowFallsOffWithoutATideline() async throws {
    let turn = try turn(Fixture.pages(331, 467), angle: 180, radius: 20)
    for renderer in try await Fixture.all() {
      let geometry = try await renderer.geometry(turn, at: .time(0.5))
      let fold = turn.sheet.fold(time: 0.5)
      let row = 331 * 233
      var last: Float = 0
      for x in Int(fold.point.x) + 21..<331 {
        let d = Float(Double(x) + 0.5 - fold.point.x)
        let light = geometry.shadow[row + x]
        #expect(light >= last - 1e-4)
        last = light
        // Half the sky under the silhouette; the closed form of an endless roll elsewhere.
        let cosine = (d * d - 400) / (d * d + 400)
        let expected = min(max((cosine + 12.0 / 13) / (24.0 / 13), 0), 1)
        #expect(abs(light - expected) <= 0.01)
        if d >= 100 { #expect(light == 1) }
      }
      #expect(last == 1)
    }
  }

  @Test(
    "Away from the flap's edges the shadow falls off in one go, and as rays tell",
    arguments: [0.0, 30, 45, 61, 90, 110, 151], [0.7, 0.9, 1.1])
  func theShadowBesideTheFlapHasOneLobe(angle: Double, time: Double) throws {
    let (size, radius) = (PageSize(width: 331, height: 467), 20.0)
    var parameters = CurlTurn()
    parameters.angle = angle
    parameters.radius = .pixels(radius)
    parameters.look.shadowAmount = 1
    // Wide enough for the sheet to be on it beyond time 1.
    let canvas = Canvas(width: 1131, height: 1267, origin: SIMD2(-400, -400), step: SIMD2(1, 1))
    let turn = CurlGeometry(parameters, page: size, canvas: canvas)
    let page = PreparedPicture(TestPages.page(.front, width: 331, height: 467))
    let frame = try CurlFrame(turn.scene(.time(time)))
    let painter = FramePainter(frame, FramePictures(front: page, next: page, back: nil))
    let fold = turn.fold(time: time)
    let tracer = RayTracer(page: size, fold: fold, radius: radius, count: 64)
    /// Along the normal and along the ruling.
    func parts(_ v: SIMD2<Double>) -> SIMD2<Double> {
      SIMD2((v * fold.normal).sum(), (v * fold.ruling).sum())
    }
    try #require(frame.shadowAmount > 0)
    /// Beyond time 1 the shadow fades with the sheet.
    func sky(_ place: SIMD2<Double>) -> Double {
      1 - Double(1 - painter.baseLight(SIMD2<Float>(place))) / Double(frame.shadowAmount)
    }
    let axes = [SIMD2(1.0, 0), SIMD2(0, 1), SIMD2(-1, 0), SIMD2(0, -1)]
    let corners = [SIMD2(331.0, 467), SIMD2(0, 467), SIMD2(0, 0), SIMD2(331, 0)]
    var lines = 0
    for (k, outwards) in axes.enumerated() {
      // The side of the page that looks to this axis.
      let ends = (corners[(k + 3) % 4], corners[k])
      for share in [0.1, 0.3, 0.5, 0.7, 0.9] {
        let place = parts(ends.0 + share * (ends.1 - ends.0) - fold.point)
        guard place.x > .pi * radius else { continue }
        let start = SIMD2(.pi * radius - place.x, place.y)
        let normal = SIMD2(-1, 1) * parts(outwards)
        for way in [normal] + axes.map(parts) where (way * normal).sum() > 0.4 {
          lines += 1
          let seen = (0...60).map { sky(start + 2 * Double($0) * way) }
          let slopes = (0...56).map { seen[$0 + 4] - seen[$0] }
          let steepest = slopes.indices.max { slopes[$0] < slopes[$1] } ?? 0
          var least = slopes[steepest]
          for slope in slopes[steepest...] {
            least = min(least, slope)
            #expect(
              slope - least <= 0.01 * slopes[steepest],
              "from \(start) along \(way): falls off by \(slopes)")
          }
          for i in stride(from: 0, through: 60, by: 12) {
            let at = start + 2 * Double(i) * way
            let rays = tracer.sky(x: at.x, z: 0, along: at.y, tilt: 0)
            #expect(abs(seen[i] - rays) <= 0.03, "at \(at): \(seen[i]), rays \(rays)")
          }
        }
      }
    }
    #expect(lines >= 20)
  }

  @Test func aFlatFoldCastsAShadowFromItsLift() async throws {
    let turn = try Fixture.turn(Fixture.pages(331, 467), angle: 180, radius: 0) {
      $0.look.shadowLift = .pixels(20)
    }
    for renderer in try await Fixture.all() {
      let geometry = try await renderer.geometry(turn, at: .time(0.3))
      let fold = turn.sheet.fold(time: 0.3)
      let row = 331 * 233
      let x = Int(fold.point.x)
      #expect(geometry.shadow[row + x + 2] < 0.75)
      #expect(geometry.shadow[row + x + 60] == 1)
      // In front of the flap's free edge lies the same page's own shadow.
      let edge = geometry.side[row..<row + 331].firstIndex(of: 2) ?? row
      try #require(edge > row)
      #expect(geometry.shadow[edge - 1] < 0.95)
    }
  }

  @Test func lightComesAndGoesByRamps() throws {
    let size = PageSize(width: 331, height: 467)
    var parameters = CurlTurn()
    parameters.radius = .pixels(40)
    let turn = CurlGeometry(parameters, page: size, canvas: Canvas(page: size))
    #expect(turn.scene(.time(0.5)).light.strength == 1)
    #expect(turn.scene(.time(1)).light.strength == 1)
    let middle = (1 + turn.endTime) / 2
    #expect(abs(turn.scene(.time(middle)).light.strength - 0.5) < 1e-9)
    // A roll too small to cast its shadow from its own height fades like a flat fold.
    parameters.radius = .pixels(0.5)
    let small = CurlGeometry(parameters, page: size, canvas: Canvas(page: size))
    #expect(abs(small.scene(.time(0.95 * small.endTime)).light.strength - 0.5) < 1e-9)
    parameters.radius = .pixels(0)
    let fold = CurlGeometry(parameters, page: size, canvas: Canvas(page: size))
    #expect(fold.scene(.time(0)).light.strength == 0)
    #expect(abs(fold.scene(.time(0.025)).light.strength - 0.5) < 1e-9)
    #expect(fold.scene(.time(0.9)).light.strength == 1)
    #expect(abs(fold.scene(.time(0.95)).light.strength - 0.5) < 1e-9)
  }
}
