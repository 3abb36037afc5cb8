import CurlCore
import CurlKernels
import Testing

@testable import CurlDefinition
@testable import CurlRaster

/// The kernels behind the bent sheet, by themselves.
@Suite struct RollKernelTests {
  private struct Random {
    var state: UInt64

    mutating func next(_ range: Range<Int>) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return range.lowerBound + Int(state >> 33) % range.count
    }

    mutating func next(_ low: Float, _ high: Float) -> Float {
      low + (high - low) * Float(next(0..<65536)) / 65536
    }
  }

  /// A row of pixels, some pieces of cells with as many groups as told.
  private struct Row {
    let size = 200
    var texels: [UInt16]
    var pieces: [curl_piece] = []
    var cells: [Int32] = []
    var anchors: [Int32] = []
    var lanes: [Int16] = []

    init(_ groups: [Int], _ random: inout Random) {
      texels = (0..<4 * size * size).map { _ in UInt16(random.next(0..<32768)) }
      for (k, count) in groups.enumerated() {
        let (low, shift) = (Int64(k * 9) << 32, Int64(31))
        pieces.append(
          curl_piece(
            end: low + 9 << 32, low: low, shift: shift, cells: 18, groups: Int64(count),
            first_cell: Int64(cells.count / 8), first_group: Int64(anchors.count / 2)))
        for _ in 0..<18 {
          let light = Int32(random.next(0..<32768))
          let white = Int32(random.next(0..<32768))
          cells += [
            Int32(random.next(0..<40 << 16)), Int32(random.next(-1 << 16..<1 << 16)),
            Int32(random.next(-999..<999)), light, Int32(random.next(0..<32768)) - light, white,
            Int32(random.next(0..<32768)) - white, 0,
          ]
          for _ in 0..<count {
            anchors += [Int32(random.next(-9 << 16..<9 << 16)), Int32(random.next(-9 << 16..<0))]
            lanes += Self.lanes(count, &random)
          }
        }
      }
    }

    /// A group's lanes: sizes of half a texel to a whole one.
    private static func lanes(_ groups: Int, _ random: inout Random) -> [Int16] {
      var it = [Int16](repeating: 0, count: 72)
      for i in 0..<8 {
        let (size, last) = (random.next(4096..<8192), random.next(4096..<8192))
        let factor = 65535 / 8192
        let inverse = { (size: Int) in min(2_147_483_648 / (size * factor) - 9, 65535) }
        it[i] = Int16(random.next(1000..<14000))
        it[8 + i] = Int16(random.next(-900..<900))
        it[16 + i] = Int16(size)
        it[24 + i] = Int16(last - size)
        it[32 + i] = Int16(factor)
        it[40 + i] = Int16(truncatingIfNeeded: inverse(size))
        it[48 + i] = Int16(truncatingIfNeeded: inverse(last) - inverse(size))
        it[56 + i] = Int16(32767 / (4 * groups))
      }
      return it
    }

    /// The pixels' means and lights.
    func drawn(
      _ level: SheetKernels.Level, _ count: Int, _ isRising: Bool, _ bits: Int32
    ) -> [UInt16] {
      let span = 9 * pieces.count
      let step = Double(span) / Double(count) * (isRising ? 1 : -1)
      // From before the first piece's beginning to beyond the last one's end, or the other way.
      let walk = curl_bent_walk(
        distance: SheetLine.fixed(isRising ? -0.3 : Double(span) + 0.2),
        step: SheetLine.fixed(step * 1.03),
        along: curl_walk(
          x: SheetLine.fixed(60.3), y: SheetLine.fixed(70.9), dx: SheetLine.fixed(0.31),
          dy: SheetLine.fixed(-0.17)))
      var values = [UInt16](repeating: 7, count: 6 * count + 8)
      unsafe texels.withUnsafeBufferPointer { texels in
        unsafe pieces.withUnsafeBufferPointer { pieces in
          unsafe cells.withUnsafeBufferPointer { cells in
            unsafe anchors.withUnsafeBufferPointer { anchors in
              unsafe lanes.withUnsafeBufferPointer { lanes in
                unsafe values.withUnsafeMutableBufferPointer { values in
                  let page = unsafe curl_page(texels: texels.baseAddress, stride: Int64(size))
                  let bend = unsafe curl_bend(
                    pieces: pieces.baseAddress, count: Int64(pieces.count),
                    cells: cells.baseAddress, anchors: anchors.baseAddress,
                    lanes: lanes.baseAddress, normal_x: 933_000_000, normal_y: -531_000_000,
                    bits: bits)
                  guard let linear = values.baseAddress else { return }
                  unsafe SheetKernels.roll(
                    level, page, bend, walk, count, linear, linear + 4 * count, linear + 5 * count)
                }
              }
            }
          }
        }
      }
      return values
    }
  }

  @Test(arguments: [[1], [1, 1, 2], [3, 1, 7, 1], [1, 33, 2], [70, 5], [12, 9, 1, 1]])
  func aRowOfAnyNumberOfGroupsIsItsTwins(groups: [Int]) {
    var random = Random(state: 5)
    let row = Row(groups, &random)
    for count in [1, 2, 7, 8, 9, 33, 64, 71] {
      for (isRising, bits) in [(true, Int32(13)), (false, 13), (true, 14), (false, 14)] {
        let levels = SheetKernels.Level.allCases.filter { $0 <= SheetKernels.best }
        let drawn = levels.map { row.drawn($0, count, isRising, bits) }
        let areSame = drawn.allSatisfy { $0 == drawn[0] }
        let rest = drawn[0].suffix(8)
        #expect(areSame, "\(count) pixels")
        #expect(rest.allSatisfy { $0 == 7 }, "nothing is written beyond \(count) pixels")
      }
    }
  }

  @Test(arguments: [CURL_LIGHT_FLAT, CURL_LIGHT_PLANE, CURL_LIGHT_FRONT], [12.0, 151, 290])
  func lightIsTheSameWithAnyInstructions(kind: curl_light_kind, angle: Double) throws {
    var random = Random(state: 17)
    var seen: Set<Float> = []
    for (radius, share) in [(4.0, 0), (25, 0.5), (25, 0), (300, 0.5)] {
      var parameters = CurlTurn()
      parameters.angle = angle
      parameters.radius = .pixels(radius)
      parameters.look.keyLight = KeyLight(share: share, size: 8)
      let size = PageSize(width: 400, height: 560)
      let turn = CurlGeometry(parameters, page: size, canvas: Canvas(page: size))
      for progress in [0.1, 0.5, 0.9] {
        var frame = try unsafe curl_frame(CurlFrame(turn.scene(.progress(progress))), sides: .both)
        let count = 4 * Int(CURL_PLACES)
        let x = (0..<count).map { _ in Int32(random.next(-40..<440)) }
        let y = (0..<count).map { _ in Int32(random.next(-40..<600)) }
        var lights: [[Float]] = []
        for width in Int32(CURL_BASELINE.rawValue)...curl_widest() {
          var values = [Float](repeating: -1, count: count)
          for i in stride(from: 0, to: count, by: Int(CURL_PLACES)) {
            unsafe x.withUnsafeBufferPointer { x in
              unsafe y.withUnsafeBufferPointer { y in
                unsafe values.withUnsafeMutableBufferPointer { values in
                  guard let x = x.baseAddress, let y = y.baseAddress, let out = values.baseAddress
                  else { return }
                  unsafe curl_light(width, &frame, Int32(kind.rawValue), x + i, y + i, out + i)
                }
              }
            }
          }
          lights.append(values)
        }
        let areSame = lights.allSatisfy {
          $0.map(\.bitPattern) == lights[0].map(\.bitPattern)
        }
        #expect(areSame)
        #expect(lights[0].allSatisfy { $0 >= 0 && $0 <= 1 })
        seen.formUnion(lights[0])
      }
    }
    // Often the sheet is in the way.
    #expect(seen.count > 16)
  }

  @Test func spotsAreTheSameWithAnyInstructions() {
    var random = Random(state: 23)
    for (radius, scale): (Float, Float) in [(4.5, 1), (92, 0.94), (92, 1.07), (1400, 1)] {
      var fold = curl_fold(
        radius: radius, chord_slope: 2 * radius, arc_scale: scale, normal_x: -0.87, normal_y: 0.48,
        fold_x: 300, fold_y: 400)
      let distances = (0..<64).map { _ in random.next(-2, radius + 2) }
      var arcs: [[UInt32]] = []
      var slopes: [[UInt32]] = []
      for width in 0...SheetKernels.best.rawValue {
        var arc = [Float](repeating: -1, count: 64)
        var slope = arc
        unsafe curl_spots(width, &fold, distances, 64, 0.1, &arc, &slope)
        arcs.append(arc.map(\.bitPattern))
        slopes.append(slope.map(\.bitPattern))
        // Half of the roll is the furthest that there is.
        #expect(arc.allSatisfy { $0 >= -2 && $0 <= radius * scale * 1.571 })
      }
      #expect(arcs.allSatisfy { $0 == arcs[0] })
      #expect(slopes.allSatisfy { $0 == slopes[0] })
    }
  }

  @Test func tablesAreTheSameWithAnyInstructions() {
    var random = Random(state: 11)
    let (taps, cells) = (7, 5)
    let nodes = (2 * cells + 1) * taps
    let lows = (0..<2 * nodes + 6).map { _ in random.next(-1, 1.2) }
    let extents = (0..<2 * nodes + 6).map { _ in random.next(0.01, 1.6) }
    let groups = [curl_group(first: 0, count: 4), curl_group(first: 4, count: 3)]
    var anchors = [[Int32]](repeating: [Int32](repeating: 0, count: 2 * 2 * cells), count: 3)
    var lanes = [[Int16]](repeating: [Int16](repeating: -1, count: 72 * 2 * cells), count: 3)
    for width in 0...SheetKernels.best.rawValue {
      unsafe curl_lanes(
        width, lows, extents, Int64(taps), Int64(cells), groups, 2, 1 / Float(taps), 8192,
        &anchors[Int(width)], &lanes[Int(width)])
    }
    for width in 0...Int(SheetKernels.best.rawValue) {
      #expect(anchors[0] == anchors[width] && lanes[0] == lanes[width])
    }
    for group in 0..<2 * cells {
      // What is no tap weighs nothing.
      let weights = lanes[0][72 * group + 56..<72 * group + 64]
      #expect(weights.count { $0 > 0 } == (group % 2 == 0 ? 8 : 6))
    }
  }

  /// A box's size times its inverse is one, 32768, less what its steps round off.
  @Test(arguments: [(-0.9, 0.05), (-0.3, 0.4), (0.2, 1.0), (1.1, 1.6)])
  func aBoxIsDividedByItsSize(low: Float, extent: Float) {
    let (taps, cells) = (7, 5)
    let nodes = (2 * cells + 1) * taps
    // All nodes alike: nothing changes along a cell.
    let lows = [Float](repeating: low, count: 2 * nodes + 6)
    let extents = [Float](repeating: extent, count: 2 * nodes + 6)
    let groups = [curl_group(first: 0, count: 4), curl_group(first: 4, count: 3)]
    for width in 0...SheetKernels.best.rawValue {
      var anchors = [Int32](repeating: 0, count: 2 * 2 * cells)
      var lanes = [Int16](repeating: -1, count: 72 * 2 * cells)
      unsafe curl_lanes(
        width, lows, extents, Int64(taps), Int64(cells), groups, 2, 1 / Float(taps), 8192,
        &anchors, &lanes)
      for group in 0..<2 * cells {
        let it = Array(lanes[72 * group..<72 * (group + 1)])
        for i in 0..<8 where it[56 + i] > 0 {
          #expect(it[24 + i] == 0 && it[48 + i] == 0)
          let whole = Int(it[16 + i]) * Int(it[32 + i]) * Int(UInt16(bitPattern: it[40 + i]))
          #expect((30_000...32_768).contains(whole >> 16), "\(whole >> 16)")
        }
      }
    }
  }

  @Test(arguments: [1, 2, 4, 8])
  func squaresOfLightAreStraightBetweenTheirKnots(pieces: Int) {
    var random = Random(state: 3)
    let across = pieces + 1
    let knots = (0..<across * across + 8).map { _ in Int32(random.next(0..<65535 << 14)) }
    var drawn: [[UInt16]] = []
    for width in 0...SheetKernels.best.rawValue {
      var values = [UInt16](repeating: 9, count: 70 * 8 * pieces)
      unsafe curl_ramps(width, &values, 70, knots, Int64(pieces))
      drawn.append(values)
    }
    let areSame = drawn.allSatisfy { $0 == drawn[0] }
    #expect(areSame)
    for y in 0..<8 * pieces {
      for x in 0..<8 * pieces {
        let k = y / 8 * across + x / 8
        let down = { (i: Int) in knots[i] + (knots[i + across] - knots[i]) / 8 * Int32(y % 8) }
        let value = down(k) + (down(k + 1) - down(k)) / 8 * Int32(x % 8)
        let seen = drawn[0][70 * y + x]
        #expect(seen == UInt16((value + 8192) >> 14))
      }
      #expect(drawn[0][70 * y + 8 * pieces] == 9)
    }
  }

  @Test func twoArctangentsAtOnceAreThoseOfEach() {
    var random = Random(state: 11)
    for _ in 0..<10_000 {
      let x = SIMD2(random.next(0, 1000), random.next(0, 1))
      let w = SIMD2(random.next(0, 1), random.next(0, 1000))
      let both = arctangent(x, w)
      #expect(both.x == arctangent(x.x, w.x) && both.y == arctangent(x.y, w.y))
    }
    #expect(arctangent(SIMD2(0, 1), SIMD2(1, 0)) == SIMD2(arctangent(0, 1), arctangent(1, 0)))
  }
}
