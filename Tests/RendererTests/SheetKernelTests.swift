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
      SIMD2(0.66, 0.63), SIMD2(0.83, 0.79), SIMD2(1.31, 1.31), SIMD2(2, 2), SIMD2(1.87, 1.23),
      SIMD2(3.71, 3.71), SIMD2(2.33, 1.41), SIMD2(7.3, 9.1),
    ], [0.0, 45, 118, 180, 290])
  func scales(step: SIMD2<Double>, angle: Double) throws {
    for (pictures, isNoise) in [
      (Self.noise(150, 211, seed: 7), true), (Self.pictures(150, 211), false),
    ] {
      for radius in [2.0, 21, 90] {
        for back in [Look.Back.mirrored, .picture] {
          let turn = Self.turn(pictures, angle: angle, radius: radius, margin: 11, step: step) {
            $0.look.back = back
            $0.look.showThrough = back == .picture ? 0.2 : 0
            $0.look.thickness = .pixels(radius == 21 ? 2 : 0)
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

  @Test func whatTheTablesCannotTellIsLeftToTheGeneralPainter() throws {
    let pictures = Self.pictures(60, 80)
    let changes: [(inout CurlTurn) -> Void] = [
      { $0.look.view = .oblique(shear: SIMD2(0.2, 0)) },
      { $0.look.view = .eye(distance: .percent(200), centre: SIMD2(0.5, 0.5)) },
      { $0.look.gloss = 0.5 },
    ]
    for change in changes {
      let turn = Self.turn(pictures, angle: 151, radius: 8, change: change)
      let frame = try CurlFrame(turn.scene(.progress(0.5)))
      #expect(SheetRows(FramePainter(frame, pictures)) == nil)
    }
    let others: [(inout CurlTurn) -> Void] = [
      { _ in }, { $0.look.thickness = .pixels(2) }, { $0.look.cornerRadius = .pixels(5) },
      { $0.look.keyLight.share = 0.4 },
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
    for step in [SIMD2(1.1, 2.4), SIMD2(0.59, 0.6)] {
      let other = Self.turn(pictures, angle: 151, radius: 8, step: step)
      let scaled = try CurlFrame(other.scene(.progress(0.5)))
      #expect(try #require(RowPainter(scaled, pictures)).isCovered == false)
    }
  }
}
