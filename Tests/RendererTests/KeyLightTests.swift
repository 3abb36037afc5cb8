import CurlCore
import Glibc
import PageCurl
import TestSupport
import Testing

/// The key light against rays to every part of its disc, and against what must hold of it.
@Suite struct KeyLightTests {
  /// Full strength and no sky, so that the light left is the key light's share itself.
  private func turn(
    _ pages: Pages, angle: Double, radius: Double, key: KeyLight, share: Double = 1
  ) throws -> PageTurn {
    try Fixture.turn(pages, angle: angle, radius: radius) {
      $0.look.shadowAmount = 1
      $0.look.shading = 1
      $0.look.keyLight = key
      $0.look.keyLight.share = share
    }
  }

  @Test(arguments: [20.0, 45, 70], [2.0, 12, 30])
  func alongTheAxesTheKeyLightIsExact(elevation: Double, size: Double) async throws {
    for angle in [0.0, 90, 180] {
      for azimuth in [0.0, 65, 180, 250] {
        let key = KeyLight(elevation: elevation, azimuth: azimuth, size: size)
        try await expectRays(key, angle: angle, radius: 10, bound: 0.01)
      }
    }
  }

  @Test(arguments: [20.0, 45, 70], [2.0, 12, 30])
  func elsewhereTheKeyLightIsClose(elevation: Double, size: Double) async throws {
    for angle in [110.0, 151, 200] {
      for (azimuth, radius) in [(20.0, 10.0), (151, 30), (200, 10), (300, 60)] {
        let key = KeyLight(elevation: elevation, azimuth: azimuth, size: size)
        try await expectRays(key, angle: angle, radius: radius, bound: 0.08)
      }
    }
  }

  /// Everywhere within 0.08, and within `bound` on flat paper whose rays to the light stay inside of
  /// the page's ends: 4 R from them, and as far as the lowest of the rays reaches along the rulings
  /// on its way up to the flap.
  ///
  /// A pixel's light may be that of any place within half a pixel of its centre: a small lamp's
  /// shadow is sharper than that.
  private func expectRays(
    _ key: KeyLight, angle: Double, radius: Double, bound: Double
  ) async throws {
    let (width, height) = (160, 226)
    let turn = try turn(Fixture.pages(width, height), angle: angle, radius: radius, key: key)
    let disc = KeyDisc(key)
    for renderer in try await Fixture.all() {
      for time in [0.3, 0.65] {
        let geometry = try await renderer.geometry(turn, at: .time(time))
        let truth = KeyTruth(turn, .time(time), disc)
        let inset = max(4 * radius, truth.reach)
        var random = Random(seed: UInt64(angle + 7 * key.azimuth))
        var (counted, worst, worstInside) = (0, 0.0, 0.0)
        var place = ""
        for _ in 0..<4000 where counted < 24 {
          let x = Int.random(in: 0..<width, using: &random)
          let y = Int.random(in: 0..<height, using: &random)
          let i = width * y + x
          let light = Double(geometry.shadow[i])
          #expect(light >= 0 && light <= 1)
          guard geometry.side[i] >= 0, !geometry.isEdge(i) else { continue }
          // Where there is no doubt, few rays are spent.
          let isPlain = light < 0.02 || light > 0.98
          if isPlain && Int.random(in: 0..<12, using: &random) > 0 { continue }
          counted += 1
          let range = truth.range(x, y)
          let error = max(range.lowerBound - light, light - range.upperBound)
          if error > worst { (worst, place) = (error, "(\(x), \(y)) has \(light), not \(range)") }
          let along = angle == 90 ? Double(x) : Double(y)
          let length = Double(angle == 90 ? width : height)
          let isFlat = geometry.side[i] == 0 || geometry.arc[i] <= 0
          if isFlat && along >= inset && along <= length - inset {
            worstInside = max(worstInside, error)
          }
        }
        #expect(counted >= 12)
        let what: Comment =
          "\(renderer.info), heading \(angle)°, azimuth \(key.azimuth)°, time \(time): \(place)"
        #expect(worst <= 0.08, what)
        #expect(worstInside <= bound, what)
      }
    }
  }

  /// A turn on a long page, lit across the roll, seen in its middle row: distances from the fold and
  /// light, from the roll on.
  private func row(
    _ renderer: Renderer, radius: Double, key: KeyLight, time: Double
  ) async throws -> [(x: Double, light: Double)] {
    let turn = try turn(Fixture.pages(331, 120), angle: 180, radius: radius, key: key)
    let geometry = try await renderer.geometry(turn, at: .time(time))
    let fold = turn.sheet.fold(time: time).point.x
    return (0..<331).compactMap { x in
      let d = Double(x) + 0.5 - fold
      return geometry.side[60 * 331 + x] == 0 && d > radius
        ? (d, Double(geometry.shadow[60 * 331 + x])) : nil
    }
  }

  @Test(arguments: [20.0, 45, 70], [2.0, 12, 30])
  func lightOnlyGrowsAcrossThePenumbra(elevation: Double, size: Double) async throws {
    let key = KeyLight(elevation: elevation, azimuth: 180, size: size)
    for renderer in try await Fixture.all() {
      let row = try await row(renderer, radius: 10, key: key, time: 0.65)
      var last = 0.0
      for (_, light) in row {
        #expect(light >= last - 1e-4)
        last = max(last, light)
      }
      // The lowest part of the lamp may be hidden further than the page reaches.
      let end = 10 / tan((elevation - size / 2) / 2 * .pi / 180)
      #expect(row[0].light < 0.6)
      #expect(last == 1 || (last > 0.9 && end > row[row.count - 1].x))
    }
  }

  @Test(arguments: [30.0, 45])
  func thePenumbraWidensWithHeight(elevation: Double) async throws {
    let key = KeyLight(elevation: elevation, azimuth: 180, size: 6)
    let half = elevation / 2 * .pi / 180
    for renderer in try await Fixture.all() {
      for radius in [12.0, 24, 48] {
        let row = try await row(renderer, radius: radius, key: key, time: 0.65)
        let places = try [0.1, 0.5, 0.9].map { try #require(crossing(row, $0)) }
        // The roll stands 2 atan(R / x) high: at the light's elevation its shadow has its edge, and
        // is R σ / sin²(e/2) wide. From 10 to 90 % of a disc are 0.687 of its diameter.
        let width = 0.687 * radius * (3 * .pi / 180) / (sin(half) * sin(half))
        #expect(
          abs(places[2] - places[0] - width) <= 0.15 * width,
          "\(renderer.info), radius \(radius): \(places[2] - places[0]) for \(width)")
        let edge = radius / tan(half)
        #expect(abs(places[1] - edge) <= 0.5 + 0.02 * edge, "\(renderer.info): \(places[1])")
      }
    }
  }

  /// Where light first reaches a level, between two pixels.
  private func crossing(_ row: [(x: Double, light: Double)], _ level: Double) -> Double? {
    for (a, b) in zip(row, row.dropFirst()) where a.light < level && b.light >= level {
      return a.x + (level - a.light) / (b.light - a.light) * (b.x - a.x)
    }
    return nil
  }

  @Test func lightFromTheOpenSideFallsOnTheNextPageWhole() async throws {
    let pages = try Fixture.pages(160, 226)
    let key = KeyLight(elevation: 30, azimuth: 0, size: 20)
    let turn = try turn(pages, angle: 180, radius: 15, key: key)
    let next = pages.pictures.next.pixmap
    for renderer in try await Fixture.all() {
      let frame = try await renderer.frame(turn, at: .time(0.5))
      for y in 0..<226 {
        for x in 97..<160 {
          let i = 160 * y + x
          #expect(frame.channels(i) == next.channels(i), "\(renderer.info)")
        }
      }
    }
  }

  @Test func noShareIsNoKeyLight() async throws {
    let pages = try Fixture.pages(160, 226)
    let without = try Fixture.turn(pages, radius: 20)
    let none = try Fixture.turn(pages, radius: 20) {
      $0.look.keyLight = KeyLight(share: 0, elevation: 20, azimuth: 10, size: 30)
    }
    for renderer in try await Fixture.all() {
      for time in [0.1, 0.5, 0.9] {
        let a = try await renderer.frame(without, at: .time(time))
        #expect(try await renderer.frame(none, at: .time(time)) == a, "\(renderer.info)")
      }
    }
  }

  @Test func skyAndKeyLightShareTheLight() async throws {
    let pages = try Fixture.pages(160, 226)
    let key = KeyLight(elevation: 40, azimuth: 170, size: 14)
    let turns = try [0.0, 0.3, 1].map {
      try turn(pages, angle: 151, radius: 20, key: key, share: $0)
    }
    for renderer in try await Fixture.all() {
      var shadows: [[Float]] = []
      for turn in turns {
        shadows.append(try await renderer.geometry(turn, at: .time(0.5)).shadow)
      }
      var (worst, lost) = (0 as Float, 0)
      for i in 0..<shadows[0].count {
        let mix = 0.7 * shadows[0][i] + 0.3 * shadows[2][i]
        worst = max(worst, abs(mix - shadows[1][i]))
        if shadows[2][i] < 0.5 { lost += 1 }
      }
      #expect(worst <= 0.003, "\(renderer.info)")
      #expect(lost > 1000)
    }
  }

  @Test(arguments: [0.0, 1])
  func pagesThatLieOpenKeepTheirLight(progress: Double) async throws {
    let pages = try Fixture.pages(160, 226)
    let page = (progress == 0 ? pages.pictures.front : pages.pictures.next).pixmap
    for renderer in try await Fixture.all() {
      for (azimuth, radius) in [(20.0, 0.0), (151, 20), (270, 60)] {
        let turn = try Fixture.turn(pages, radius: radius) {
          $0.look.keyLight = KeyLight(share: 1, elevation: 20, azimuth: azimuth, size: 30)
          $0.look.gloss = 1
          $0.look.bounce = 1
        }
        #expect(
          try await renderer.frame(turn, at: .progress(progress)) == page, "\(renderer.info)")
      }
    }
  }

  @Test(arguments: [151.0, 180, 250])
  func mirroredLightLightsAMirroredTurn(angle: Double) async throws {
    let pages = try Pages(
      front: TestPages.plain(200, width: 160, height: 226),
      next: TestPages.plain(255, width: 160, height: 226))
    func turn(_ angle: Double, _ azimuth: Double) throws -> PageTurn {
      try Fixture.turn(pages, angle: angle, radius: 18) {
        $0.look.keyLight = KeyLight(share: 0.7, elevation: 35, azimuth: azimuth, size: 8)
        $0.look.gloss = 0.5
        $0.look.bounce = 0.3
        // The grain isn't mirrored.
        $0.look.grain = 0
      }
    }
    for renderer in try await Fixture.all() {
      for azimuth in [10.0, 130, 200] {
        let a = try await renderer.frame(try turn(angle, azimuth), at: .time(0.55))
        let b = try await renderer.frame(try turn(180 - angle, 180 - azimuth), at: .time(0.55))
        var difference = Difference()
        for i in 0..<160 * 226 {
          let mirrored = 160 * (i / 160) + 159 - i % 160
          difference.add(a.channels(i), b.channels(mirrored))
        }
        #expect(difference.maximum <= 1, "\(renderer.info), azimuth \(azimuth)")
      }
    }
  }

  @Test func thePageThrowsItsLightBackAtWhatLooksDown() async throws {
    let pages = try Fixture.pages(160, 226)
    func turn(_ bounce: Double) throws -> PageTurn {
      try Fixture.turn(pages, radius: 30) {
        $0.look.shading = 1
        $0.look.bounce = bounce
      }
    }
    for renderer in try await Fixture.all() {
      let without = try await renderer.geometry(try turn(0), at: .time(0.5))
      let with = try await renderer.geometry(try turn(0.4), at: .time(0.5))
      let shares = (0...100).map { RayTracer.pageShare(tilt: -.pi / 2 * Double($0) / 100) }
      var counted = 0
      for i in 0..<without.side.count {
        guard without.side[i] == 2 else {
          #expect(with.shadow[i] == without.shadow[i])
          continue
        }
        counted += 1
        let lean = LightTests.lean(Double(without.arc[i]), 30)
        let share = shares[Int((lean / (.pi / 2) * 100).rounded())]
        let expected = min(Double(without.shadow[i]) + 0.4 * share, 1)
        #expect(abs(Double(with.shadow[i]) - expected) <= 0.008)
      }
      #expect(counted > 1000)
    }
  }

  @Test func glossBrightensBentPaperAlone() async throws {
    // Dark paper: on light paper there is little to brighten.
    let dark = TestPages.plain(80, width: 160, height: 226)
    let pages = try Pages(front: dark, next: dark)
    func turn(_ gloss: Double) throws -> PageTurn {
      try Fixture.turn(pages, angle: 151, radius: 25) {
        $0.look.back = .colour(Colour(red: 0.3, green: 0.3, blue: 0.3))
        $0.look.keyLight = KeyLight(elevation: 40, azimuth: -29, size: 12)
        $0.look.gloss = gloss
      }
    }
    for renderer in try await Fixture.all() {
      // So little gloss that nothing shows, but drawn the same way as the shiny one.
      let matt = try await renderer.frame(try turn(1e-9), at: .time(0.6))
      let plain = try await renderer.frame(try turn(0), at: .time(0.6))
      let furthest = zip(matt.rgba8, plain.rgba8).map { abs(Int($0) - Int($1)) }.max() ?? 0
      #expect(furthest <= 1, "\(renderer.info)")
      let shiny = try await renderer.frame(try turn(1), at: .time(0.6))
      let geometry = try await renderer.geometry(try turn(0), at: .time(0.6))
      var (brighter, darker, flat) = (0, 0, 0)
      for i in 0..<160 * 226 {
        let (a, b) = (matt.channels(i), shiny.channels(i))
        let arc = Double(geometry.arc[i])
        let isBent = geometry.isEdge(i) || (arc > -1 && arc < 25 * (.pi + 1) + 1)
        if !isBent && a != b { flat += 1 }
        if b.x < a.x || b.y < a.y || b.z < a.z { darker += 1 }
        if b.x > a.x + 20 { brighter += 1 }
      }
      #expect(flat == 0 && darker == 0, "\(renderer.info)")
      #expect(brighter > 100, "\(renderer.info)")
    }
  }
}

/// What rays say of the key light at a pixel.
private struct KeyTruth {
  private let reference: ReferenceRenderer
  private let tracer: RayTracer
  private let disc: KeyDisc
  private let fold: Fold
  private let radius: Double
  /// How far along the rulings the light's lowest ray gets on its way up to the flap.
  let reach: Double

  init(_ turn: PageTurn, _ moment: Moment, _ disc: KeyDisc) {
    reference = Fixture.reference(turn, moment)
    let fold = Fixture.fold(turn, moment)
    let radius = turn.sheet.radius
    tracer = RayTracer(
      page: turn.sheet.page, cornerRadius: turn.sheet.cornerRadius, fold: fold, radius: radius)
    self.disc = disc
    self.fold = fold
    self.radius = radius
    reach =
      disc.directions.map {
        2 * radius * abs((SIMD2($0.x, $0.y) * fold.ruling).sum()) / $0.z
      }.max() ?? 0
  }

  /// The least and the most light that any place of a pixel gets: its centre and half a pixel off.
  func range(_ x: Int, _ y: Int) -> ClosedRange<Double> {
    let centre = SIMD2(Double(x) + 0.5, Double(y) + 0.5)
    let top = reference.hits(centre).first
    var lights: [Double] = []
    for offset in [
      .zero, 0.5 * fold.normal, -0.5 * fold.normal, 0.5 * fold.ruling, -0.5 * fold.ruling,
    ] {
      let hit = reference.hits(centre + offset).first
      if (hit?.isBack) == (top?.isBack) { lights.append(light(centre + offset, hit)) }
    }
    return (lights.min() ?? 0)...(lights.max() ?? 1)
  }

  private func light(_ q: SIMD2<Double>, _ hit: ReferenceRenderer.Hit?) -> Double {
    let along = ((q - fold.point) * fold.ruling).sum()
    guard let hit else {
      let x = ((q - fold.point) * fold.normal).sum()
      return tracer.key(disc, x: x, z: 0, along: along, tilt: 0)
    }
    let place = Profile.halfTurn(radius: radius).place(hit.arc)
    // The back looks outwards, as the eased roll does.
    let tilt = hit.isBack ? -LightTests.lean(hit.arc, radius) : place.angle
    return tracer.key(disc, x: place.x, z: place.z, along: along, tilt: tilt)
  }
}

/// Rays against what is known of the simplest cases: the truth has to be right first.
@Suite struct RayTracerTests {
  /// A roll whose ends are far away, the fold at 3,000.
  private let tracer = RayTracer(
    page: PageSize(width: 4000, height: 4000),
    fold: Fold(point: SIMD2(3000, 2000), normal: SIMD2(1, 0)), radius: 20)

  @Test(arguments: [25.0, 45, 70], [2.0, 10, 20])
  func aRollHidesTheDiscBelowItsOwnElevation(elevation: Double, size: Double) {
    let disc = KeyDisc(KeyLight(elevation: elevation, azimuth: 180, size: size), count: 2000)
    let half = size / 2 * .pi / 180
    for step in -6...6 {
      // Places whose roll stands a part of the disc's radius below its centre.
      let u = Double(step) / 5
      let x = 20 / tan((elevation * .pi / 180 - u * half) / 2)
      let seen = tracer.key(disc, x: x, z: 0, along: 0, tilt: 0)
      let v = min(max(u, -1), 1)
      let expected = 0.5 + (v * (1 - v * v).squareRoot() + asin(v)) / .pi
      // A great circle isn't quite a straight line across a disc.
      #expect(abs(seen - expected) <= 0.006)
    }
  }

  @Test func openPaperGetsItsCosine() {
    let disc = KeyDisc(KeyLight(elevation: 40, azimuth: 0, size: 4), count: 2000)
    // The light stands on the lifted side: of the roll's outside, whose normal stands 90° − tilt
    // high on that side, what looks at it gets as much as a flat page or more.
    for degrees in stride(from: 0.0, through: 170, by: 10) {
      let phi = .pi - degrees * .pi / 180
      let place = Profile.halfTurn(radius: 20).place(20 * phi)
      let seen = tracer.key(disc, x: place.x, z: place.z, along: 0, tilt: phi - .pi)
      let cosine = sin((40 + degrees) * .pi / 180)
      #expect(abs(seen - min(max(cosine, 0) / sin(40 * .pi / 180), 1)) <= 0.02)
    }
  }

  @Test func whatLooksDownSeesThePage() {
    for tilt in stride(from: -3.1, through: 3.1, by: 0.31) {
      #expect(abs(RayTracer.pageShare(tilt: tilt) - (1 - cos(tilt)) / 2) <= 0.002)
    }
  }
}
