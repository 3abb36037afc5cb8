import CurlCore
import PageCurl
import TestSupport
import Testing

/// Cameras: one inverse for all, against rays and against what must hold of every view.
@Suite struct CameraTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var view: CurlTurn.View
    var testDescription: String { name }
  }

  static let views = [
    Case(name: "a near eye", view: .eye(distance: .percent(120))),
    Case(
      name: "an eye off the page's centre",
      view: .eye(distance: .percent(80), centre: SIMD2(0.8, 0.1))),
    Case(name: "oblique", view: .oblique(shear: SIMD2(0.4, -0.3))),
  ]

  private func turn(
    _ pages: Pages, _ view: CurlTurn.View, angle: Double = 151, radius: Double,
    lit: Bool = false, canvas: Canvas? = nil
  ) throws -> PageTurn {
    try Fixture.turn(pages, angle: angle, radius: radius, lit: lit, canvas: canvas) {
      $0.look.view = view
      $0.look.back = .picture
      $0.look.background = .colour(Colour(red: 0.2, green: 0.4, blue: 0.6))
      $0.look.contactShadow = 0
    }
  }

  @Test(arguments: views, [45.0, 151, 180])
  func renderersMeetTheReferenceInEveryView(_ it: Case, angle: Double) async throws {
    let turn = try turn(Fixture.pages(120, 170), it.view, angle: angle, radius: 14)
    try await Fixture.expectReference(turn, at: [.time(0.35), .time(0.65)])
  }

  @Test(arguments: views)
  func renderersMeetTheReferenceOnALargerCanvas(_ it: Case) async throws {
    // What is lifted is seen beyond the page.
    let canvas = Canvas(width: 150, height: 200, origin: SIMD2(-40.3, -33.7), step: SIMD2(1.3, 1.2))
    let turn = try turn(Fixture.pages(120, 170), it.view, radius: 18, canvas: canvas)
    try await Fixture.expectReference(turn, at: [.time(0.5)])
  }

  @Test(arguments: views)
  func aFlatFoldLooksTheSameFromEverywhere(_ it: Case) async throws {
    let pages = try Fixture.pages(120, 170)
    let above = try turn(pages, .above, radius: 0)
    let seen = try turn(pages, it.view, radius: 0)
    for renderer in try await Fixture.all() {
      let a = try await renderer.frame(above, at: .time(0.4))
      let b = try await renderer.frame(seen, at: .time(0.4))
      // Edges are cut into as many parts as the view asks for.
      let geometry = try await renderer.geometry(above, at: .time(0.4))
      let comparison = FrameComparison(a, b, reference: geometry)
      #expect(comparison.interior.maximum <= 1, "\(renderer.info)")
      #expect(comparison.edges.maximum <= 10, "\(renderer.info)")
    }
  }

  @Test(arguments: views, [12.0, 40])
  func materialPointsAreExactInEveryView(_ it: Case, radius: Double) async throws {
    for renderer in try await Fixture.all() {
      let bound = renderer.info.backend == .cpu ? 0.02 : 0.15
      for angle in [0.0, 135, 151, 225] {
        let turn = try turn(Fixture.pages(160, 226), it.view, angle: angle, radius: radius)
        for time in [0.3, 0.6] {
          let geometry = try await renderer.geometry(turn, at: .time(time))
          let reference = Fixture.reference(turn, .time(time))
          var worst = 0.0
          var counted = 0
          for i in 0..<geometry.side.count where !geometry.isEdge(i) && geometry.side[i] > 0 {
            let (x, y) = (Double(i % 160) + 0.5, Double(i / 160) + 0.5)
            guard let hit = Fixture.steadyHit(reference, x, y) else { continue }
            counted += 1
            #expect(hit.isBack == (geometry.side[i] == 2))
            let d = SIMD2<Double>(geometry.uv[i]) - hit.point
            worst = max(worst, (d * d).sum().squareRoot())
          }
          #expect(counted > 200)
          #expect(worst <= bound, "\(renderer.info), heading \(angle)°, time \(time): \(worst)")
        }
      }
    }
  }

  @Test(arguments: views, [0.0, 135, 151, 225])
  func everySheetPixelIsSeenAtItsCentre(_ it: Case, angle: Double) async throws {
    let turn = try turn(Fixture.pages(160, 226), it.view, angle: angle, radius: 25)
    let profile = Profile.halfTurn(radius: 25)
    for renderer in try await Fixture.all() {
      for time in [0.2, 0.5, 0.9] {
        let geometry = try await renderer.geometry(turn, at: .time(time))
        let fold = turn.sheet.fold(time: time)
        var worst = 0.0
        var counted = 0
        for i in 0..<geometry.side.count where geometry.side[i] > 0 {
          counted += 1
          let p = SIMD2<Double>(geometry.uv[i]) - fold.point
          let place = profile.place((p * fold.normal).sum())
          let above = fold.point + place.x * fold.normal + (p * fold.ruling).sum() * fold.ruling
          let d =
            seen(above, place.z, turn.sheet.camera)
            - SIMD2(Double(i % 160) + 0.5, Double(i / 160) + 0.5)
          worst = max(worst, (d * d).sum().squareRoot())
        }
        #expect(counted > 500)
        #expect(worst <= 0.01, "\(renderer.info), time \(time): \(worst)")
      }
    }
  }

  /// Where height z over `p` is seen, as the cameras' documentation has it.
  private func seen(_ p: SIMD2<Double>, _ z: Double, _ camera: Camera) -> SIMD2<Double> {
    switch camera {
    case .orthographic: p
    case .perspective(let centre, let distance):
      centre + (p - centre) * (distance / (distance - z))
    case .oblique(let shear): p + z * shear
    }
  }

  @Test func aDistantEyeSeesWhatIsSeenFromAbove() async throws {
    let pages = try Fixture.pages(160, 226)
    let above = try turn(pages, .above, radius: 25, lit: true)
    let eye = CurlTurn.View.eye(distance: .pixels(160e6), centre: SIMD2(0.2, 0.9))
    let distant = try turn(pages, eye, radius: 25, lit: true)
    for renderer in try await Fixture.all() {
      for time in [0.2, 0.6, 0.95] {
        let a = try await renderer.frame(above, at: .time(time))
        let b = try await renderer.frame(distant, at: .time(time))
        #expect(difference(a, b).maximum <= 1, "\(renderer.info), time \(time)")
      }
    }
  }

  @Test(arguments: views, [151.0, 20])
  func bothEndsAreThePagesByteForByteInEveryView(_ it: Case, angle: Double) async throws {
    let pages = try Fixture.pages(120, 171)
    let canvas = Canvas(width: 180, height: 231, origin: SIMD2(-30, -30), step: SIMD2(1, 1))
    for renderer in try await Fixture.all() {
      for radius in [0.0, 12, 60] {
        let turn = try turn(pages, it.view, angle: angle, radius: radius, lit: true)
        let wide = try self.turn(
          pages, it.view, angle: angle, radius: radius, lit: true, canvas: canvas)
        for (progress, page) in [(0.0, pages.pictures.front), (1, pages.pictures.next)] {
          let moment = Moment.progress(progress)
          let what = "\(renderer.info), radius \(radius), progress \(progress)"
          let frame = try await renderer.frame(turn, at: moment)
          expectSame(frame, page.pixmap, what)
          let framed = try await renderer.frame(wide, at: moment)
          expectSame(framed, framedPicture(page.pixmap, canvas), what + ", with margins")
        }
      }
    }
  }

  /// Expects the same bytes, and says where they aren't.
  private func expectSame(_ a: Pixmap, _ b: Pixmap, _ what: String) {
    let wrong = (0..<a.width * a.height).filter { a.channels($0) != b.channels($0) }
    let first = wrong.first.map { "(\($0 % a.width), \($0 / a.width)) is \(a.channels($0))" }
    #expect(wrong.isEmpty, "\(what): \(wrong.count) pixels, first \(first ?? "")")
  }

  /// A page on an aligned canvas over the tests' background.
  private func framedPicture(_ page: Pixmap, _ canvas: Canvas) -> Pixmap {
    let source = page.rgba8
    var bytes: [UInt8] = []
    for y in 0..<canvas.height {
      for x in 0..<canvas.width {
        let (px, py) = (x + Int(canvas.origin.x), y + Int(canvas.origin.y))
        if px >= 0, py >= 0, px < page.width, py < page.height {
          let i = 4 * (py * page.width + px)
          bytes += source[i..<i + 4]
        } else {
          bytes += [51, 102, 153, 255]
        }
      }
    }
    return Pixmap(width: canvas.width, height: canvas.height, rgba8: bytes)
  }

  /// Flap 120 high: above nine tenths of either eye's distance.
  static let nearEyes = [100.0, 40]

  @Test(arguments: nearEyes)
  func whatIsTooNearTheEyeIsNotDrawn(distance: Double) async throws {
    let view = CurlTurn.View.eye(distance: .pixels(distance), centre: SIMD2(0.4, 0.6))
    let turn = try turn(Fixture.pages(160, 226), view, radius: 60, lit: true)
    for renderer in try await Fixture.all() {
      for time in [0.1, 0.4, 0.8, 1.1] {
        let geometry = try await renderer.geometry(turn, at: .time(time))
        let reference = Fixture.reference(turn, .time(time))
        var wrong = 0
        for i in 0..<geometry.side.count {
          #expect(geometry.coverage[i] >= 0 && geometry.coverage[i] <= 1.0001)
          #expect(geometry.shadow[i] >= 0 && geometry.shadow[i] <= 1)
          if geometry.side[i] > 0 {
            #expect(geometry.arc[i].isFinite && geometry.z[i] <= Float(0.9 * distance) + 0.01)
          }
          if geometry.isEdge(i) { continue }
          let hit = reference.hits(
            reference.planePoint(Double(i % 160) + 0.5, Double(i / 160) + 0.5)
          ).first
          let side: Float = hit.map { $0.isBack ? 2 : 1 } ?? 0
          if side != max(geometry.side[i], 0) { wrong += 1 }
        }
        #expect(wrong == 0, "\(renderer.info), time \(time)")
        #expect(try await renderer.frame(turn, at: .time(time)).isOpaque)
      }
    }
  }

  @Test(arguments: nearEyes)
  func cpuAndGPUAgreeOnWhatIsTooNear(distance: Double) async throws {
    let view = CurlTurn.View.eye(distance: .pixels(distance), centre: SIMD2(0.4, 0.6))
    let turn = try turn(Fixture.pages(240, 331), view, radius: 60, lit: true)
    try await Fixture.expectParity(turn, frames: 7)
  }

  @Test(arguments: [
    CurlTurn.View.oblique(shear: SIMD2(0, 3)),
    .eye(distance: .pixels(60), centre: SIMD2(-100, 100)),
  ])
  func rulingsSeenFarAsideAreDrawnWhole(view: CurlTurn.View) async throws {
    // A ruling a pixel away lies at another height, which is seen many pixels along.
    let canvas = Canvas(width: 70, height: 90, origin: SIMD2(-5, -5), step: SIMD2(1, 1))
    let turn = try Fixture.turn(Fixture.pages(60, 80), angle: 0, radius: 5.4, canvas: canvas) {
      $0.look.view = view
      $0.look.background = .colour(.white)
      $0.look.contactShadow = 0
    }
    try await Fixture.expectParity(turn, frames: 5)
  }

  @Test(arguments: views, [12.0, 60])
  func cpuAndGPUAgreeInEveryView(_ it: Case, radius: Double) async throws {
    let turn = try turn(Fixture.pages(240, 331), it.view, radius: radius, lit: true)
    try await Fixture.expectParity(turn, frames: 7)
  }

  private func difference(_ a: Pixmap, _ b: Pixmap) -> Difference {
    var difference = Difference()
    for i in 0..<a.width * a.height { difference.add(a.channels(i), b.channels(i)) }
    return difference
  }
}

/// The reference's cameras against each other: the truth has to be right first.
@Suite struct ReferenceCameraTests {
  private func reference(_ camera: Camera, thickness: Double = 0) throws -> ReferenceRenderer {
    let turn = try Fixture.turn(Fixture.pages(96, 130), radius: 14, lit: false)
    var scene = turn.scene(.time(0.5))
    scene.camera = camera
    scene.leaves[0].thickness = thickness
    let pictures = turn.pages.pictures
    return ReferenceRenderer(
      scene, [.front: pictures.front.pixmap, .next: pictures.next.pixmap])
  }

  private func expectAlike(
    _ a: ReferenceRenderer, _ b: ReferenceRenderer, within bound: Double,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    var counted = 0
    for y in stride(from: 0.5, to: 130, by: 1.3) {
      for x in stride(from: 0.5, to: 96, by: 1.3) {
        let (p, q) = (a.hits(SIMD2(x, y)), b.hits(SIMD2(x, y)))
        #expect(p.count == q.count, sourceLocation: sourceLocation)
        for (one, other) in zip(p, q) {
          counted += 1
          let d = one.point - other.point
          let isSame =
            abs(d.x) + abs(d.y) <= bound && abs(one.height - other.height) <= bound
            && one.isBack == other.isBack && one.isEdge == other.isEdge
          #expect(isSame, sourceLocation: sourceLocation)
        }
      }
    }
    #expect(counted > 2000, sourceLocation: sourceLocation)
  }

  @Test func aDistantEyeAndNoShearAreTheViewFromAbove() throws {
    for thickness in [0.0, 4] {
      let above = try reference(.orthographic, thickness: thickness)
      let sheared = try reference(.oblique(shear: .zero), thickness: thickness)
      expectAlike(above, sheared, within: 0)
      let distant = Camera.perspective(centre: SIMD2(30, 90), distance: 1e9)
      expectAlike(above, try reference(distant, thickness: thickness), within: 1e-3)
      // A far eye far off to one side sees a parallel view.
      let shear = SIMD2(0.4, -0.3)
      let aside = Camera.perspective(centre: SIMD2(48, 65) - shear * 1e9, distance: 1e9)
      expectAlike(
        try reference(.oblique(shear: shear), thickness: thickness),
        try reference(aside, thickness: thickness), within: 1e-3)
    }
  }

  @Test func everyPointIsSeenWhereItsRayMeetsThePlane() throws {
    let cameras: [Camera] = [
      .orthographic, .perspective(centre: SIMD2(80, 10), distance: 75),
      .oblique(shear: SIMD2(0.4, -0.3)), .oblique(shear: SIMD2(-2.5, 1)),
    ]
    let fold = Fixture.fold(
      try Fixture.turn(Fixture.pages(96, 130), radius: 14), .time(0.5))
    for camera in cameras {
      let reference = try reference(camera)
      var counted = 0
      for y in stride(from: 0.5, to: 130, by: 1.7) {
        for x in stride(from: 0.5, to: 96, by: 1.7) {
          for hit in reference.hits(SIMD2(x, y)) {
            counted += 1
            let place = Profile.halfTurn(radius: 14).place(hit.arc)
            #expect(abs(place.z - hit.height) < 1e-9)
            let along = ((hit.point - fold.point) * fold.ruling).sum()
            let above = fold.point + place.x * fold.normal + along * fold.ruling
            let d = camera.project(above, height: place.z) - SIMD2(x, y)
            #expect(abs(d.x) + abs(d.y) < 1e-9)
          }
        }
      }
      #expect(counted > 1000)
    }
  }
}
