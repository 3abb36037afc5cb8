import CurlCore
import Glibc
import PageCurl
import TestSupport
import Testing

@testable import CurlDefinition
@testable import CurlRaster

/// A half turn, drawn as any cross-section, against the painter that knows nothing else.
@Suite struct SectionHalfTurnTests {
  static let cameras: [Camera] = [
    .orthographic, .perspective(centre: SIMD2(80, 113), distance: 500),
    .oblique(shear: SIMD2(0.3, -0.25)),
  ]

  @Test(arguments: cameras, [180.0, 151, 135])
  func aHalfTurnIsASectionToo(camera: Camera, angle: Double) throws {
    for radius in [0.0, 20, 45] {
      let fold = SectionScene.fold(angle - 180, at: 10)
      let section = try SectionScene(.halfTurn(radius: radius), fold: fold, camera: camera)
      let painter = try section.painter()
      var scene = section.scene
      scene.base = .nothing
      let frame = FramePainter(try CurlFrame(scene), section.pictures)
      var inside = Difference()
      var all = Difference()
      var worst = (0, 0)
      for y in 0..<226 {
        for x in 0..<160 {
          let at = frame.foldPoint(frame.planePoint(x, y))
          let other = frame.colour(x, y, frame.kind(at), at, 1)
          let a = SectionScene.channels(SIMD4<Double>(painter.colour(x, y)))
          let b = SectionScene.channels(SIMD4<Double>(other))
          all.add(a, b)
          var probe = FrameGeometry(width: 1, height: 1)
          var isEdge = false
          var side: Float?
          for dy in -1...1 {
            for dx in -1...1 {
              frame.probe(x + dx, y + dy, into: &probe, at: 0)
              if let side, side != probe.side[0] { isEdge = true }
              side = probe.side[0]
              probe.side[0] = -1
            }
          }
          if !isEdge {
            let before = inside.maximum
            inside.add(a, b)
            if inside.maximum > before { worst = (x, y) }
          }
        }
      }
      // Where the paper is compressed the two take its mean over a tap by different means.
      #expect(inside.maximum <= 7, "radius \(radius), at \(worst)")
      #expect(inside.psnr >= 70, "radius \(radius)")
      #expect(all.psnr >= 65, "radius \(radius)")
      if camera == .orthographic && angle == 180 { #expect(inside.maximum <= 1) }
    }
  }
}
