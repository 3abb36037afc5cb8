import CurlCore
import CurlMesh
import TestSupport
import Testing

@Suite struct SheetMeshTests {
  static let page = PageSize(width: 331, height: 467)

  static func mesh(_ angle: Double, _ radius: Double, _ time: Double, pixel: Double = 1)
    -> (mesh: SheetMesh, fold: Fold)
  {
    var parameters = CurlTurn()
    parameters.angle = angle
    parameters.radius = .pixels(radius)
    let turn = CurlGeometry(parameters, page: page, canvas: Canvas(page: page))
    let fold = turn.fold(time: time)
    return (SheetMesh(page: page, radius: radius, fold: fold, pixel: pixel), fold)
  }

  @Test(arguments: [3.0, 20, 100, 400, 800])
  func chordsStayWithinATenthOfAPixel(radius: Double) {
    let (mesh, _) = Self.mesh(151, radius, 0.8)
    #expect(Self.sagitta(mesh, radius) <= 0.1)
  }

  @Test func theErrorFallsWithTheSquareOfTheStrips() {
    let (coarse, _) = Self.mesh(180, 100, 0.9)
    let (fine, _) = Self.mesh(180, 100, 0.9, pixel: 1.0 / 16)
    let ratio = Self.sagitta(coarse, 100) / Self.sagitta(fine, 100)
    #expect(ratio > 10 && ratio < 25)
  }

  @Test(arguments: [0.0, 45, 90, 135, 151, 200], [0.0, 20, 150])
  func columnsKeepTheirLength(angle: Double, radius: Double) {
    // Along the normal, chords are shorter than the sheet by no more than their sagitta explains.
    let (mesh, _) = Self.mesh(angle, radius, 0.5)
    let profile = Profile.halfTurn(radius: radius)
    for strip in mesh.front + mesh.back {
      let arcs = stride(from: 0, to: strip.count, by: 2).map { Double(strip[$0].arc) }
      for (a, b) in zip(arcs, arcs.dropFirst()) where b > a {
        let (p, q) = (profile.place(a), profile.place(b))
        let chord = ((p.x - q.x) * (p.x - q.x) + (p.z - q.z) * (p.z - q.z)).squareRoot()
        #expect(chord <= b - a + 1e-3)
        if a >= 0 && b <= radius * .pi && radius > 0 {
          // chord = 2R sin(h/2R) and sagitta = R(1 − cos(h/2R)) ≤ 0.1.
          #expect(b - a - chord <= 0.1)
        }
      }
    }
  }

  @Test(arguments: [0.0, 45, 90, 135, 151, 180, 225, 290], [0.0, 0.4, 12, 100, 400])
  func everyPointOfTheSheetLiesInsideTheGrownMesh(angle: Double, radius: Double) {
    for time in [0.05, 0.3, 0.6, 0.97] {
      let (mesh, fold) = Self.mesh(angle, radius, time)
      let profile = Profile.halfTurn(radius: radius)
      var random = Random(seed: UInt64(angle + 1000 * radius + 17 * time))
      for _ in 0..<300 {
        let p = SIMD2(random.number(in: 0...331), random.number(in: 0...467)) - fold.point
        let (s, tau) = ((p * fold.normal).sum(), (p * fold.ruling).sum())
        let strip = (s > radius * .pi / 2 ? mesh.back : mesh.front)[0]
        let x = profile.place(s).x
        // Half a pixel's diagonal away in any direction is inside, too.
        for (dx, dy) in [(0.0, 0.0), (0.7, 0), (-0.7, 0), (0, 0.7), (0, -0.7)] {
          let isAtSilhouette = s > radius * .pi / 2 - 1 && s < radius * .pi / 2 + 1
          if isAtSilhouette && dx < 0 { continue }
          let isInside = Self.contains(strip, profile, x + dx, tau + dy)
          #expect(isInside, "arc \(s), along \(tau), moved by \(dx), \(dy)")
        }
      }
    }
  }

  /// Whether a place, by distance from the fold and along the rulings, lies in a rolled strip.
  private static func contains(
    _ strip: [SheetMesh.Vertex], _ profile: Profile, _ x: Double, _ tau: Double
  ) -> Bool {
    var rulings: [(x: Double, low: Double, high: Double)] = []
    for i in stride(from: 0, to: strip.count, by: 2) {
      let x = profile.place(Double(strip[i].arc)).x + Double(strip[i].push)
      rulings.append((x, Double(strip[i].along), Double(strip[i + 1].along)))
    }
    for (a, b) in zip(rulings, rulings.dropFirst())
    where min(a.x, b.x) - 1e-3 <= x && x <= max(a.x, b.x) + 1e-3 {
      let f = a.x == b.x ? 0 : (x - a.x) / (b.x - a.x)
      let (low, high) = (a.low + f * (b.low - a.low), a.high + f * (b.high - a.high))
      if low - 1e-3 <= tau && tau <= high + 1e-3 { return true }
    }
    return false
  }

  private static func sagitta(_ mesh: SheetMesh, _ radius: Double) -> Double {
    var worst = 0.0
    for strip in mesh.front + mesh.back {
      let arcs = stride(from: 0, to: strip.count, by: 2).map { Double(strip[$0].arc) }
      for (a, b) in zip(arcs, arcs.dropFirst()) where a >= -1e-3 && b <= radius * .pi + 1e-3 {
        let profile = Profile.halfTurn(radius: radius)
        let (p, q, m) = (profile.place(a), profile.place(b), profile.place((a + b) / 2))
        let (dx, dz) = (m.x - (p.x + q.x) / 2, m.z - (p.z + q.z) / 2)
        worst = max(worst, (dx * dx + dz * dz).squareRoot())
      }
    }
    return worst
  }
}
