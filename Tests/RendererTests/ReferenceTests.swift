import CurlCore
import PageCurl
import TestSupport
import Testing

/// Both renderers against 377 exact rays a pixel, without light.
@Suite struct ReferenceTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var angle: Double
    var radius: Double
    var testDescription: String { "heading \(angle)°, radius \(radius)" }
  }

  static let cases: [Case] = [0.0, 12, 60, 300].flatMap { radius in
    [45.0, 151, 180, 290].map { Case(angle: $0, radius: radius) }
  }

  /// dB that each kind of pixel reaches at least, edge pixels counted in; edges are those on their
  /// own.
  static let flapBound = 43.0
  static let rollBound = 42.0
  static let edgeBound = 40.0

  @Test(arguments: cases)
  func renderersMeetTheReference(_ it: Case) async throws {
    let pages = try Fixture.pages(160, 226)
    let turn = try Fixture.turn(pages, angle: it.angle, radius: it.radius, lit: false) {
      $0.look.back = .picture
    }
    let renderers = try await Fixture.all()
    var flap = renderers.map { _ in Difference() }
    var roll = flap
    var edges = flap
    for progress in [0.3, 0.6] {
      let moment = Moment.progress(progress)
      let geometry = try await Fixture.cpu().geometry(turn, at: moment)
      let truth = Fixture.reference(turn, moment).render { geometry.isTouched($0) }
      for (r, renderer) in renderers.enumerated() {
        let frame = try await renderer.frame(turn, at: moment)
        for i in 0..<160 * 226 where geometry.isTouched(i) {
          let (a, b) = (frame.channels(i), truth.channels(i))
          let arc = Double(geometry.arc[i])
          if geometry.isEdge(i) { edges[r].add(a, b) }
          if arc > .pi * it.radius {
            flap[r].add(a, b)
          } else if arc > 0 {
            roll[r].add(a, b)
          }
        }
      }
    }
    for (r, renderer) in renderers.enumerated() {
      #expect(flap[r].psnr >= Self.flapBound, "\(renderer.info): flap")
      #expect(roll[r].psnr >= Self.rollBound, "\(renderer.info): roll")
      #expect(edges[r].psnr >= Self.edgeBound, "\(renderer.info): edges")
      // Each kind is really there: a flap where the roll leaves one, a roll where there is a radius.
      #expect(edges[r].pixels > 100)
      #expect((flap[r].pixels > 100) == (it.radius < 60) || it.radius == 60)
      #expect((roll[r].pixels > 100) == (it.radius > 0))
    }
  }

  @Test(arguments: [0.0, 12, 100, 400])
  func materialPointsAreExact(radius: Double) async throws {
    let pages = try Fixture.pages(331, 467)
    for renderer in try await Fixture.all() {
      let bound = renderer.info.backend == .cpu ? 0.02 : 0.15
      for angle in [0.0, 90, 135, 151, 225] {
        let turn = try Fixture.turn(pages, angle: angle, radius: radius, lit: false)
        for progress in [0.25, 0.6] {
          let moment = Moment.progress(progress)
          let geometry = try await renderer.geometry(turn, at: moment)
          let reference = Fixture.reference(turn, moment)
          let fold = Fixture.fold(turn, moment)
          var (worst, wrong) = (0.0, 0)
          for i in 0..<geometry.side.count where !geometry.isEdge(i) && geometry.side[i] > 0 {
            let (x, y) = (i % 331, i / 331)
            if abs(Fixture.distance(fold, x, y) - radius) < 1.5 { continue }
            let place = reference.planePoint(Double(x) + 0.5, Double(y) + 0.5)
            guard let hit = reference.hits(place).first, hit.isBack == (geometry.side[i] == 2)
            else {
              wrong += 1
              continue
            }
            let d = SIMD2<Double>(geometry.uv[i]) - hit.point
            worst = max(worst, (d * d).sum().squareRoot())
          }
          #expect(wrong == 0, "\(renderer.info), heading \(angle)°, progress \(progress)")
          #expect(worst <= bound, "\(renderer.info), heading \(angle)°, progress \(progress)")
        }
      }
    }
  }
}
