import CurlCore
import TestSupport
import Testing

@testable import CurlDefinition
@testable import CurlRaster

/// The sheet's kernels: the processor's own instructions against plain Swift, and both against the
/// `FramePainter`.
@Suite struct SheetKernelTests {
  private static func pictures(_ width: Int, _ height: Int) -> FramePictures {
    func prepared(_ style: TestPages.Style) -> PreparedPicture {
      PreparedPicture(TestPages.page(style, width: width, height: height))
    }
    return FramePictures(front: prepared(.front), next: prepared(.next), back: prepared(.back))
  }

  /// Noise, whose every texel differs from its neighbours.
  private static func noise(_ width: Int, _ height: Int, seed: UInt64) -> FramePictures {
    var state = seed
    func page() -> PreparedPicture {
      var bytes = [UInt8](repeating: 255, count: 4 * width * height)
      for i in bytes.indices where i % 4 != 3 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        bytes[i] = state >> 63 == 0 ? UInt8(truncatingIfNeeded: state >> 40) : 0
      }
      return PreparedPicture(Pixmap(width: width, height: height, rgba8: bytes))
    }
    return FramePictures(front: page(), next: page(), back: page())
  }

  private static func turn(
    _ pictures: FramePictures, angle: Double, radius: Double, margin: Int = 0,
    step: SIMD2<Double> = SIMD2(1, 1), change: (inout CurlTurn) -> Void = { _ in }
  ) -> CurlGeometry {
    var parameters = CurlTurn()
    parameters.angle = angle
    parameters.radius = .pixels(radius)
    change(&parameters)
    let (width, height) = (pictures.front.pixmap.width, pictures.front.pixmap.height)
    func pixels(_ side: Int, _ step: Double) -> Int {
      Int((Double(side + 2 * margin) / step).rounded(.up))
    }
    return CurlGeometry(
      parameters, page: PageSize(width: width, height: height),
      canvas: Canvas(
        width: pixels(width, step.x), height: pixels(height, step.y),
        origin: SIMD2(repeating: -Double(margin)), step: step))
  }

  private static func bytes(_ painter: RowPainter, _ rows: Range<Int>) -> [UInt8] {
    let count = 4 * painter.painter.frame.width * rows.count
    return unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      if let out = buffer.baseAddress {
        let frame = painter.painter.frame
        let lights = StripLights(
          frame, isCovered: painter.isCovered, hasGround: frame.hasGround)
        unsafe painter.paint(rows, out, lights)
      }
      filled = count
    }
  }

  /// Most by which a channel differs from `FramePainter`'s.
  private static func difference(_ painter: RowPainter) -> Int {
    let frame = painter.painter.frame
    let seen = bytes(painter, 0..<frame.height)
    var worst = 0
    for y in 0..<frame.height {
      for x in 0..<frame.width {
        let expected = painter.painter.bytes(x, y)
        for c in 0..<4 {
          let value = Int(seen[4 * (y * frame.width + x) + c])
          worst = max(worst, abs(value - Int(expected[c])))
        }
      }
    }
    return worst
  }

  @Test(arguments: [Look.Back.mirrored, .picture], [45.0, 151, 180, 290])
  func whatShinesThroughIsTheGeneralPaintersWithinAByte(back: Look.Back, angle: Double) throws {
    let pictures = Self.pictures(160, 226)
    for radius in [8.0, 25, 90] {
      for showThrough in [0.12, 0.5] {
        let turn = Self.turn(pictures, angle: angle, radius: radius) {
          $0.look.back = back
          $0.look.showThrough = showThrough
        }
        for progress in [0.2, 0.5, 0.85] {
          let frame = try CurlFrame(turn.scene(.progress(progress)))
          let painter = try #require(RowPainter(frame, pictures))
          #expect(SheetRows(painter.painter) != nil, "the kernels draw it")
          let worst = Self.difference(painter)
          #expect(worst <= 1, "radius \(radius), \(showThrough), progress \(progress)")
        }
      }
    }
  }

  @Test(arguments: [0.0, 45, 90, 118, 151, 180, 225, 290])
  func everyLevelDrawsTheSameBytes(angle: Double) throws {
    let pictures = Self.noise(150, 211, seed: 7)
    for radius in [0.0, 2, 21, 90] {
      for back in [Look.Back.mirrored, .picture] {
        let turn = Self.turn(pictures, angle: angle, radius: radius, margin: 11) {
          $0.look.back = back
          $0.look.showThrough = 0.12
        }
        for progress in [0.15, 0.5, 0.8] {
          let frame = try CurlFrame(turn.scene(.progress(progress)))
          let frames = try SheetKernels.Level.allCases.filter { $0 <= SheetKernels.best }.map {
            Self.bytes(
              try #require(RowPainter(frame, pictures, level: $0)), 0..<frame.height)
          }
          let isSame = frames.allSatisfy { $0 == frames[0] }
          #expect(isSame, "radius \(radius), \(back), progress \(progress)")
        }
      }
    }
  }

  @Test(
    "at any scale, every level draws the general painter's picture within a byte",
    arguments: [
      SIMD2(0.5, 0.5), SIMD2(0.49, 0.62), SIMD2(0.66, 0.63), SIMD2(0.83, 0.79),
      SIMD2(1.31, 1.31), SIMD2(2, 2), SIMD2(1.87, 1.23),
      SIMD2(3.71, 3.71), SIMD2(2.33, 1.41), SIMD2(7.3, 9.1),
    ], [0.0, 45, 118, 180, 290])
  func scales(step: SIMD2<Double>, angle: Double) throws {
    // Small pages where they are enlarged.
    let part = step.min() < 0.6 ? 3 : 1
    let (width, height) = (150 / part, 211 / part)
    for (pictures, isNoise) in [
      (Self.noise(width, height, seed: 7), true), (Self.pictures(width, height), false),
    ] {
      for radius in [2.0, 21, 90] {
        for back in [Look.Back.mirrored, .picture] {
          let turn = Self.turn(
            pictures, angle: angle, radius: radius / Double(part), margin: 11, step: step
          ) {
            $0.look.back = back
            $0.look.showThrough = back == .picture ? 0.2 : 0
            $0.look.thickness = .pixels(radius == 21 ? 2 / Double(part) : 0)
          }
          for progress in [0.15, 0.6] {
            let frame = try CurlFrame(turn.scene(.progress(progress)))
            let painters = try SheetKernels.Level.allCases.filter { $0 <= SheetKernels.best }.map {
              try #require(RowPainter(frame, pictures, level: $0))
            }
            #expect(painters[0].isCovered, "the kernels draw it")
            let frames = painters.map { Self.bytes($0, 0..<frame.height) }
            let isSame = frames.allSatisfy { $0 == frames[0] }
            let name = "radius \(radius), \(back), progress \(progress), noise \(isNoise)"
            #expect(isSame, "\(name)")
            let worst = Self.difference(painters[0])
            #expect(worst <= 1, "\(name)")
          }
        }
      }
    }
  }

  @Test func rowsDrawnApartAreTheRowsOfTheFrame() throws {
    let pictures = Self.pictures(160, 226)
    let turn = Self.turn(pictures, angle: 151, radius: 21)
    let frame = try CurlFrame(turn.scene(.progress(0.5)))
    let painter = try #require(RowPainter(frame, pictures))
    let whole = Self.bytes(painter, 0..<226)
    for split in [1, 7, 64] {
      var parts: [UInt8] = []
      for y in stride(from: 0, to: 226, by: split) {
        parts += Self.bytes(painter, y..<min(y + split, 226))
      }
      let isSame = parts == whole
      #expect(isSame, "\(split) rows at a time")
    }
  }

  @Test(arguments: [0.0, 45, 90, 118, 151, 180, 225, 290])
  func unlitSheetsAreTheGeneralPaintersWithinAByte(angle: Double) throws {
    let pictures = Self.pictures(160, 226)
    for radius in [0.0, 3, 11, 40, 200] {
      for back in [Look.Back.mirrored, .picture, .colour(Colour(red: 0.8, green: 0.5, blue: 0.2))] {
        let turn = Self.turn(pictures, angle: angle, radius: radius) {
          $0.look.isLit = false
          $0.look.back = back
          if back == .picture { $0.look.showThrough = radius == 40 ? 0 : 0.3 }
        }
        for progress in [0.1, 0.3, 0.5, 0.7, 0.9] {
          let frame = try CurlFrame(turn.scene(.progress(progress)))
          let painter = try #require(RowPainter(frame, pictures))
          #expect(SheetRows(painter.painter) != nil, "the kernels draw it")
          let worst = Self.difference(painter)
          #expect(worst <= 1, "radius \(radius), \(back), progress \(progress)")
        }
      }
    }
  }

  private static let cameras: [Look.View] = [
    .oblique(shear: SIMD2(0.3, -0.2)), .oblique(shear: SIMD2(-0.5, 0.4)),
    .eye(distance: .percent(180), centre: SIMD2(0.5, 0.5)),
    .eye(distance: .percent(240), centre: SIMD2(0.1, 0.9)),
  ]

  private static let looks: [@Sendable (inout Look) -> Void] = [
    { $0.back = .picture },
    {
      $0.back = .mirrored
      $0.thickness = .pixels(3)
      $0.gloss = 1
      $0.keyLight = KeyLight(share: 0.4, elevation: 40, azimuth: 200)
    },
    {
      ($0.back, $0.showThrough) = (.picture, 0.4)
      $0.cornerRadius = .pixels(9)
      $0.bounce = 0.5
    },
    {
      ($0.back, $0.showThrough) = (.colour(Colour(red: 0.1, green: 0.08, blue: 0.1)), 0.3)
      $0.gloss = 0.7
      $0.sheen = 0.1
      $0.keyLight = KeyLight(share: 0.7, azimuth: 30)
    },
  ]

  @Test(
    "under any camera, every level draws the general painter's picture within a byte",
    arguments: cameras + [.above], [0.0, 45, 118, 180, 290])
  func underAnyCamera(view: Look.View, angle: Double) throws {
    for (pictures, isNoise) in [
      (Self.noise(110, 150, seed: 3), true), (Self.pictures(110, 150), false),
    ] {
      for (number, look) in Self.looks.enumerated() {
        let turn = Self.turn(
          pictures, angle: angle, radius: number == 1 ? 30 : 13, margin: 11,
          step: number == 2 ? SIMD2(0.83, 0.79) : SIMD2(1, 1)
        ) {
          look(&$0.look)
          $0.look.view = view
        }
        for progress in [0.2, 0.5, 0.8] {
          let frame = try CurlFrame(turn.scene(.progress(progress)))
          let painters = try SheetKernels.Level.allCases.filter { $0 <= SheetKernels.best }.map {
            try #require(RowPainter(frame, pictures, level: $0))
          }
          let sheet = try #require(SheetRows(painters[0].painter))
          #expect(sheet.hasRoll == frame.isSeenStraight)
          let frames = painters.map { Self.bytes($0, 0..<frame.height) }
          let isSame = frames.allSatisfy { $0 == frames[0] }
          #expect(isSame, "look \(number), progress \(progress)")
          let worst = Self.difference(painters[0])
          #expect(worst <= 1, "look \(number), progress \(progress), noise \(isNoise)")
        }
      }
    }
  }

  @Test("a reflection may be narrow, and full", arguments: [45.0, 60, 84, 88.5], [118.0, 151])
  func reflections(elevation: Double, angle: Double) throws {
    let noise = Self.noise(110, 150, seed: 5)
    let dark = PreparedPicture(
      Pixmap(width: 110, height: 150, rgba8: (0..<4 * 110 * 150).map { $0 % 4 == 3 ? 255 : 8 }))
    let pictures = FramePictures(front: dark, next: dark, back: noise.back)
    for radius in [3.0, 6, 21, 40] {
      for azimuth in [angle + 180, angle + 150] {
        let turn = Self.turn(pictures, angle: angle, radius: radius) {
          $0.look.back = radius == 6 ? .mirrored : .picture
          $0.look.gloss = radius == 21 ? 0.5 : 1
          $0.look.keyLight.elevation = elevation
          $0.look.keyLight.azimuth = azimuth.truncatingRemainder(dividingBy: 360)
        }
        for progress in [0.3, 0.55] {
          let frame = try CurlFrame(turn.scene(.progress(progress)))
          let painter = try #require(RowPainter(frame, pictures))
          #expect(SheetRows(painter.painter)?.hasRoll == true)
          let worst = Self.difference(painter)
          #expect(worst <= 1, "radius \(radius), azimuth \(azimuth), progress \(progress)")
        }
      }
    }
  }

  @Test("what lies under a translucent back is seen", arguments: [Look.View.above] + cameras)
  func translucentBacks(view: Look.View) throws {
    let pictures = Self.pictures(110, 150)
    for (angle, gloss) in [(45.0, 0.0), (151, 0.5), (180, 0)] {
      let turn = Self.turn(pictures, angle: angle, radius: 13, margin: 11) {
        $0.look.back = .colour(Colour(red: 0.1, green: 0.08, blue: 0.06, alpha: 0.5))
        $0.look.gloss = gloss
        $0.look.view = view
      }
      for progress in [0.3, 0.6] {
        let frame = try CurlFrame(turn.scene(.progress(progress)))
        #expect(FramePlan.obstacleToSheet(frame, pictures) == .opacity)
        let worst = Self.difference(try #require(RowPainter(frame, pictures)))
        #expect(worst <= 1, "angle \(angle), progress \(progress)")
      }
    }
  }

  @Test("a thick sheet's cut edge is seen beside its flap, and light under it")
  func overhang() throws {
    let pictures = Self.pictures(110, 150)
    func sheet(_ change: (inout CurlTurn) -> Void) throws -> SheetRows {
      let turn = Self.turn(pictures, angle: 151, radius: 13, change: change)
      return try #require(
        SheetRows(FramePainter(CurlFrame(turn.scene(.progress(0.5))), pictures)))
    }
    let shear = SIMD2(0.6, 0.8)
    #expect(try sheet { $0.look.thickness = .pixels(3) }.flap.overhang == 0)
    #expect(try sheet { $0.look.view = .oblique(shear: shear) }.flap.overhang == 0)
    let slanted = try sheet {
      $0.look.thickness = .pixels(3)
      $0.look.view = .oblique(shear: shear)
    }
    #expect(abs(slanted.flap.overhang - 3) < 0.02, "\(slanted.flap.overhang)")
  }

  @Test func whatTheTablesCannotTellIsLeftToTheGeneralPainter() throws {
    let pictures = Self.pictures(60, 80)
    let near = Self.turn(pictures, angle: 151, radius: 8) {
      $0.look.view = .eye(distance: .pixels(30), centre: SIMD2(0.5, 0.5))
    }
    #expect(
      SheetRows(FramePainter(try CurlFrame(near.scene(.progress(0.5))), pictures)) == nil)
    let others: [(inout CurlTurn) -> Void] = [
      { _ in }, { $0.look.thickness = .pixels(2) }, { $0.look.cornerRadius = .pixels(5) },
      { $0.look.keyLight.share = 0.4 }, { $0.look.gloss = 0.5 },
      { $0.look.view = .oblique(shear: SIMD2(0.2, 0)) },
    ]
    for change in others {
      let turn = Self.turn(pictures, angle: 151, radius: 8, change: change)
      let frame = try CurlFrame(turn.scene(.progress(0.5)))
      #expect(SheetRows(FramePainter(frame, pictures)) != nil)
    }
  }

  @Test func whatHasNoRowsIsLeftToTheGeneralPainter() throws {
    let pictures = Self.pictures(60, 80)
    let plain = Self.turn(pictures, angle: 151, radius: 8)
    let frame = try CurlFrame(plain.scene(.progress(0.5)))
    #expect(RowPainter(frame, pictures) != nil)
    let clear = PreparedPicture(TestPages.translucent(.front, width: 60, height: 80))
    for other in [
      FramePictures(front: clear, next: pictures.next),
      FramePictures(front: pictures.front, next: clear),
    ] {
      #expect(RowPainter(frame, other) == nil)
    }
    for step in [SIMD2(1.1, 2.4), SIMD2(0.47, 0.6)] {
      let other = Self.turn(pictures, angle: 151, radius: 8, step: step)
      let scaled = try CurlFrame(other.scene(.progress(0.5)))
      #expect(try #require(RowPainter(scaled, pictures)).isCovered == false)
    }
  }
}
