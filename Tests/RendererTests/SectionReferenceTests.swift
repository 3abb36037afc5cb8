import CurlCore
import Glibc
import PageCurl
import TestSupport
import Testing

@testable import CurlDefinition
@testable import CurlRaster

/// Sheets of any cross-section against brute force, without light.
@Suite struct SectionReferenceTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var profile: Profile
    var fold: Fold
    var camera: Camera = .orthographic
    /// Whether the canvas shows the other side of the spine.
    var isLeft = false
    var testDescription: String { name }
  }

  static let eye = Camera.perspective(centre: SIMD2(80, 113), distance: 500)
  static let aside = Camera.oblique(shear: SIMD2(0.3, -0.25))
  static let bent = Profile(lift: 0.5, pieces: [.arc(radius: 60, turn: 1.2)])
  static let roll = Profile(pieces: [.arc(radius: 8, turn: 40)])

  static let cases: [Case] = [
    Case(name: "hinge", profile: Profile(lift: 0.7, pieces: []), fold: SectionScene.spine()),
    Case(
      name: "hinge under an eye", profile: Profile(lift: 0.7, pieces: []),
      fold: SectionScene.spine(), camera: eye),
    Case(
      name: "leaf over the middle", profile: Profile(lift: 2.2, pieces: []),
      fold: SectionScene.spine(), camera: eye, isLeft: true),
    Case(name: "bent leaf", profile: bent, fold: SectionScene.spine()),
    Case(name: "bent leaf under an eye", profile: bent, fold: SectionScene.spine(), camera: eye),
    Case(name: "bent leaf from aside", profile: bent, fold: SectionScene.spine(), camera: aside),
    Case(
      name: "bent leaf far over",
      profile: Profile(lift: 1, pieces: [.arc(radius: 50, turn: 1.7), .line(length: 20)]),
      fold: SectionScene.spine(), camera: eye, isLeft: true),
    Case(
      name: "drooping leaf", profile: Profile(lift: 1.3, pieces: [.arc(radius: 90, turn: -1.1)]),
      fold: SectionScene.spine(), camera: eye),
    Case(name: "roll", profile: roll, fold: SectionScene.fold(0, at: -40)),
    Case(name: "turned roll", profile: roll, fold: SectionScene.fold(-29, at: -30)),
    Case(
      name: "turned roll under an eye", profile: roll, fold: SectionScene.fold(-45, at: 20),
      camera: eye),
    Case(
      name: "roll of three windings",
      profile: Profile(pieces: [.arc(radius: 5, turn: 6 * .pi), .line(length: 8)]),
      fold: SectionScene.fold(0, at: -30), camera: aside),
    Case(
      name: "half turn", profile: .halfTurn(radius: 20), fold: SectionScene.fold(-29, at: 5),
      camera: eye),
  ]

  @Test(arguments: cases)
  func aSectionMeetsItsRays(_ it: Case) throws {
    let left = Canvas(width: 160, height: 226, origin: SIMD2(-150, 0), step: SIMD2(1, 1))
    let section = try SectionScene(
      it.profile, fold: it.fold, camera: it.camera, canvas: it.isLeft ? left : nil)
    let painter = try section.painter()
    let reference = ReferenceSection(section.scene)
    var inside = Difference()
    var edges = Difference()
    var share = 0.0
    var worst = (0, 0)
    var middle = (0, 0)
    for y in 0..<226 {
      for x in 0..<160 where (x + 5 * y) % 12 == 0 {
        let truth = section.truth(reference, x, y)
        let mine = SIMD4<Double>(painter.colour(x, y))
        if truth.w == 0 && mine.w == 0 { continue }
        let (a, b) = (SectionScene.channels(mine), SectionScene.channels(truth))
        share = max(share, abs(Double(painter.share(x, y)) - truth.w))
        if isEdge(painter, x, y) {
          let before = edges.maximum
          edges.add(a, b)
          if edges.maximum > before { worst = (x, y) }
        } else {
          let before = inside.maximum
          inside.add(a, b)
          if inside.maximum > before { middle = (x, y) }
        }
      }
    }
    #expect(inside.psnr >= 45, "at \(middle)")
    #expect(edges.psnr >= 36, "at \(worst)")
    #expect(share <= 0.02)
    #expect(inside.pixels > 300)
  }

  /// Whether what lies at the centres of a pixel's neighbours is of one side.
  private func isEdge(_ painter: SectionPainter, _ x: Int, _ y: Int) -> Bool {
    let side = painter.probe(x, y)?.side
    for dy in -1...1 {
      for dx in -1...1 where painter.probe(x + dx, y + dy)?.side != side { return true }
    }
    return false
  }
}
