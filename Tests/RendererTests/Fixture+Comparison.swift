import CurlCore
import PageCurl
import TestSupport
import Testing

/// Whole frames against the reference and against each other.
extension Fixture {
  /// dB that each kind of pixel reaches at least, edge pixels counted in.
  struct Bounds: Sendable {
    var flap = 42.0
    var roll = 38.0
    var edges = 36.0
  }

  /// Expects both renderers to meet the reference of an unlit turn over the pixels that the sheet
  /// touches, all moments together; the flap may lie outside of the canvas.
  static func expectReference(
    _ turn: PageTurn, at moments: [Moment], bounds: Bounds = Bounds(), hasFlap: Bool = true,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let renderers = try await all()
    let (width, height) = (turn.canvas.width, turn.canvas.height)
    var flap = renderers.map { _ in Difference() }
    var roll = flap
    var edges = flap
    var places = renderers.map { _ in "" }
    for moment in moments {
      let geometry = try await cpu().geometry(turn, at: moment)
      let truth = reference(turn, moment).render { geometry.isTouched($0) }
      for (r, renderer) in renderers.enumerated() {
        let frame = try await renderer.frame(turn, at: moment)
        for i in 0..<width * height where geometry.isTouched(i) {
          let (a, b) = (frame.channels(i), truth.channels(i))
          let arc = Double(geometry.arc[i])
          if geometry.isEdge(i) {
            let before = edges[r].maximum
            edges[r].add(a, b)
            if edges[r].maximum > before { places[r] = "(\(i % width), \(i / width)), \(moment)" }
          }
          if arc > .pi * turn.sheet.radius {
            flap[r].add(a, b)
          } else if arc > 0 {
            roll[r].add(a, b)
          }
        }
      }
    }
    for (r, renderer) in renderers.enumerated() {
      let parts = [
        ("flap", flap[r], bounds.flap), ("roll", roll[r], bounds.roll),
        ("edges", edges[r], bounds.edges),
      ]
      for (name, difference, bound) in parts {
        #expect(
          difference.psnr >= bound,
          """
          \(renderer.info): \(name) \(difference.psnr) dB, worst \(difference.maximum); \
          worst edge at \(places[r])
          """,
          sourceLocation: sourceLocation)
        #expect(
          difference.pixels > 100 || (name == "flap" && !hasFlap),
          "\(renderer.info): \(name) is there",
          sourceLocation: sourceLocation)
      }
    }
  }

  /// Expects the CPU and the GPU to draw the same frames.
  static func expectParity(
    _ turn: PageTurn, frames: Int, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let (cpu, gpu) = (try await cpu(), try await gpu())
    for i in 0..<frames {
      let moment = PageTurn.moment(ofFrame: i, of: frames)
      let comparison = FrameComparison(
        try await cpu.frame(turn, at: moment), try await gpu.frame(turn, at: moment),
        reference: try await cpu.geometry(turn, at: moment))
      #expect(
        comparison.interior.maximum <= FrameComparison.Bound.offEdges,
        "frame \(i): \(comparison.interior.maximum)/255 off the edges",
        sourceLocation: sourceLocation)
      #expect(
        comparison.touched.psnr >= FrameComparison.Bound.psnr,
        "frame \(i): \(comparison.touched.psnr) dB", sourceLocation: sourceLocation)
    }
  }

  /// The highest point seen at a place, where the page isn't seen so steeply that rounding a ray
  /// moves it; nil elsewhere and on a cut edge.
  static func steadyHit(_ reference: ReferenceRenderer, _ x: Double, _ y: Double)
    -> ReferenceRenderer.Hit?
  {
    guard let hit = reference.hits(reference.planePoint(x, y)).first, !hit.isEdge else {
      return nil
    }
    for (dx, dy) in [(-0.5, 0.0), (0.5, 0), (0, -0.5), (0, 0.5)] {
      guard let other = reference.hits(reference.planePoint(x + dx, y + dy)).first,
        other.isBack == hit.isBack, !other.isEdge, abs(other.arc - hit.arc) < 3
      else { return nil }
    }
    return hit
  }
}
