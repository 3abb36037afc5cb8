import CurlCore
import Testing

/// The pixels of narrow patches, listed.
@Suite struct PixelListTests {
  @Test(arguments: [0.0, 45, 151, 290], [6.0, 24, 92])
  func everyPixelOfANarrowPatchIsListed(angle: Double, radius: Double) throws {
    for progress in [0.02, 0.3, 0.5, 0.9] {
      let frame = try frame(angle: angle, radius: radius, progress)
      let patches = try #require(SheetPatches(frame))
      guard let list = PixelList(patches) else { continue }
      for kind in PixelList.kinds {
        let part = list.parts.first { $0.kind == kind }
        let listed = Set((part?.places ?? 0..<0).map { Self.key(list.pixel($0)) })
        let corners = patches.corners[kind.rawValue]
        var inside = Set<Int>()
        for i in stride(from: 0, to: corners.count, by: 3) {
          let (a, b, c) = (corners[i], corners[i + 1], corners[i + 2])
          for y in Self.cells(a.y, b.y, c.y, patches.rows.height) {
            for x in Self.cells(a.x, b.x, c.x, patches.rows.width)
            where Self.isInside(SIMD2(Float(x), Float(y)) + 0.5, a, b, c) {
              inside.insert(Self.key((x, y)))
            }
          }
        }
        #expect(inside.subtracting(listed).isEmpty, "\(kind) at \(progress)")
        // No more than lie next to a side, as GL rounds corners.
        #expect(listed.count <= inside.count * 3 / 2 + 4, "\(kind) at \(progress)")
      }
    }
  }

  /// Blocks of four by four, whole rows of them, from the silhouette inwards.
  @Test func aBlocksPixelsAreAsFarFromTheSilhouette() throws {
    let frame = try frame(angle: 151, radius: 92, 0.5, width: 600, height: 800)
    let patches = try #require(SheetPatches(frame))
    let list = try #require(PixelList(patches))
    let brim = try #require(list.parts.first { $0.kind == .brim })
    var spreads: [Float] = []
    for row in stride(from: brim.rows.lowerBound, to: brim.rows.upperBound, by: 4) {
      for column in stride(from: 0, to: PixelList.columns, by: 4) {
        let along = (0..<16).map { i in
          let pixel = list.pixel((row + i / 4) * PixelList.columns + column + i % 4)
          return Float(pixel.x) * frame.normal.x + Float(pixel.y) * frame.normal.y
        }
        spreads.append((along.max() ?? 0) - (along.min() ?? 0))
      }
    }
    spreads.sort()
    #expect(brim.rows.lowerBound % 4 == 0 && brim.rows.count % 4 == 0)
    // A quarter of a pixel, where a block of the frame's own spreads over four and more.
    #expect(spreads[spreads.count / 2] <= 0.3, "\(spreads[spreads.count / 2])")
  }

  /// Rows or columns that a triangle may reach.
  private static func cells(_ a: Float, _ b: Float, _ c: Float, _ count: Int) -> Range<Int> {
    let low = min(max(min(a, b, c).rounded(.down), 0), Float(count))
    return Int(low)..<Int(min(max(max(a, b, c).rounded(.up), low), Float(count)))
  }

  private static func key(_ pixel: (x: Int, y: Int)) -> Int { pixel.y << 16 | pixel.x }

  private static func isInside(
    _ p: SIMD2<Float>, _ a: SIMD2<Float>, _ b: SIMD2<Float>, _ c: SIMD2<Float>
  ) -> Bool {
    func side(_ from: SIMD2<Float>, _ to: SIMD2<Float>) -> Float {
      (to.x - from.x) * (p.y - from.y) - (to.y - from.y) * (p.x - from.x)
    }
    let sides = SIMD3(side(a, b), side(b, c), side(c, a))
    return sides.min() > 0 || sides.max() < 0
  }

  private func frame(
    angle: Double, radius: Double, _ progress: Double, width: Int = 196, height: Int = 275
  ) throws -> CurlFrame {
    var parameters = CurlParameters()
    parameters.angle = angle
    parameters.radius = .pixels(radius)
    parameters.look.isLit = false
    let turn = CurlTurn(
      parameters, page: PageSize(width: width, height: height),
      canvas: Canvas(width: width, height: height, origin: SIMD2(0, 0), step: SIMD2(1, 1)))
    return try CurlFrame(turn.scene(.progress(progress)))
  }
}
