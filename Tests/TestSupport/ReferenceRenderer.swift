package import CurlCore
internal import Glibc

/// The truth that tests compare with: slow, naive, in Double, 377 samples a pixel.
///
/// Each sample follows its camera's ray to the points where it enters the half-turn sheet, the
/// highest first, takes the page's square there and composites in linear light. No light, no
/// shadow, no filter. The samples are a Fibonacci lattice, whose shadow on any line is evenly spread:
/// a square grid would be off by up to half a sample's row where an edge runs along it. Frozen: it
/// changes only where it is shown to be wrong.
package struct ReferenceRenderer: Sendable {
  /// Samples in a pixel, and the step between them: neighbours in Fibonacci's sequence.
  package static let (samples, step) = (377, 233)

  private let scene: Scene
  private let next: LinearPicture?
  private let background: LinearPicture?
  /// The front's picture, whose alpha is the cut edge's.
  private let front: LinearPicture?
  private let faces: (front: ReferenceInk, back: ReferenceInk)?
  private let opacity: Double
  /// Below everything where there is no picture, in premultiplied linear light.
  private let ground: SIMD4<Double>
  private let shape: PageShape
  private let sheet: ReferenceSheet?
  /// The cut edge's colour, opaque.
  private let cutEdgeColour: SIMD4<Double>

  /// A renderer of an unlit scene of one half-turn leaf or none.
  package init(_ scene: Scene, _ pictures: [Picture: Pixmap]) {
    self.scene = scene
    let pictures = pictures.mapValues(LinearPicture.init)
    front = pictures[.front]
    next = scene.base == .next ? pictures[.next] : nil
    switch scene.background {
    case .colour(let colour): (ground, background) = (SIMD4(colour.linear), nil)
    case .picture: (ground, background) = (.zero, pictures[.background])
    }
    shape = PageShape(scene)
    let leaf = scene.leaves.first
    faces = leaf.map {
      (
        ReferenceInk($0.front, isBack: false, scene.page, pictures),
        ReferenceInk($0.back, isBack: true, scene.page, pictures)
      )
    }
    opacity = leaf?.opacity ?? 0
    if let leaf, case .profile(let profile, let fold) = leaf.surface,
      let radius = profile.halfTurnRadius
    {
      sheet = ReferenceSheet(scene, leaf: leaf, fold: fold, radius: radius)
      cutEdgeColour = SIMD4(
        SRGB.decode(leaf.cutEdgeColour.red), SRGB.decode(leaf.cutEdgeColour.green),
        SRGB.decode(leaf.cutEdgeColour.blue), 1)
    } else {
      sheet = nil
      cutEdgeColour = .zero
    }
  }

  /// A point of the sheet on a ray.
  package struct Hit: Equatable {
    package var point: SIMD2<Double>
    package var arc: Double
    package var height: Double
    package var isBack: Bool
    /// Whether the paper's cut edge is seen here.
    package var isEdge: Bool
  }

  /// The points of the sheet that the ray through plane point `q` enters at, the highest first.
  package func hits(_ q: SIMD2<Double>) -> [Hit] {
    var crossed = ReferenceSheet.Crossed()
    sheet?.meet(q, &crossed)
    return (0..<crossed.hits).map(crossed.hit)
  }

  /// The page point of an output pixel's place, pixels from the output's top-left corner.
  package func planePoint(_ x: Double, _ y: Double) -> SIMD2<Double> {
    scene.canvas.origin + SIMD2(x, y) * scene.canvas.step
  }

  package func contains(_ p: SIMD2<Double>) -> Bool { shape.contains(p) }

  /// The sheet's share of a pixel's area, whatever its alpha.
  package func coverage(_ x: Int, _ y: Int) -> Double {
    guard let sheet else { return 0 }
    var crossed = ReferenceSheet.Crossed()
    var inside = 0
    for offset in Self.offsets {
      sheet.meet(planePoint(Double(x) + offset.x, Double(y) + offset.y), &crossed)
      if crossed.hits > 0 { inside += 1 }
    }
    return Double(inside) / Double(Self.samples)
  }

  private func colour(
    _ x: Double, _ y: Double, _ crossed: inout ReferenceSheet.Crossed
  ) -> SIMD4<Double> {
    let q = planePoint(x, y)
    var seen = SIMD4<Double>.zero
    func add(_ layer: SIMD4<Double>) { seen += (1 - seen.w) * layer }
    if let faces, let sheet {
      sheet.meet(q, &crossed)
      for i in 0..<crossed.hits {
        let hit = crossed.hit(i)
        if hit.isEdge {
          add(cutEdgeColour * ((front?.at(hit.point).w ?? 0) * opacity))
        } else {
          add((hit.isBack ? faces.back : faces.front).at(hit.point) * opacity)
        }
      }
    }
    if let next, contains(q) { add(next.at(q)) }
    if let background {
      add(
        background.at(
          SIMD2(x, y) * background.size
            / SIMD2(Double(scene.canvas.width), Double(scene.canvas.height))))
    } else {
      add(ground)
    }
    return seen
  }

  /// Where a pixel's samples lie in it.
  private static let offsets: [SIMD2<Double>] = (0..<samples).map { i in
    let n = Double(samples)
    return SIMD2((Double(i) + 0.5) / n, (Double(i * step % samples) + 0.5) / n)
  }

  /// The frame, 16 bits a channel; clear where a pixel's index isn't `wanted`.
  package func render(where wanted: (Int) -> Bool = { _ in true }) -> Pixmap {
    var values: [UInt16] = []
    for y in 0..<scene.canvas.height {
      for x in 0..<scene.canvas.width {
        guard wanted(y * scene.canvas.width + x) else {
          values += [0, 0, 0, 0]
          continue
        }
        let pixel = pixel(x, y) * 257
        for channel in 0..<4 { values.append(UInt16(pixel[channel].rounded())) }
      }
    }
    return Pixmap(width: scene.canvas.width, height: scene.canvas.height, rgba16: values)
  }

  /// One pixel's stored channels, 0…255, not rounded: for who needs few of a frame's.
  package func pixel(_ x: Int, _ y: Int) -> SIMD4<Double> {
    let mean = linearPixel(x, y)
    var stored = SIMD4<Double>(0, 0, 0, mean.w * 255)
    for channel in 0..<3 {
      let straight = mean.w > 0 ? min(mean[channel] / mean.w, 1) : 0
      stored[channel] = SRGB.encode(straight) * mean.w * 255
    }
    return stored
  }

  /// One pixel's premultiplied linear light.
  package func linearPixel(_ x: Int, _ y: Int) -> SIMD4<Double> {
    var sum = SIMD4<Double>.zero
    var crossed = ReferenceSheet.Crossed()
    for offset in Self.offsets {
      sum += colour(Double(x) + offset.x, Double(y) + offset.y, &crossed)
    }
    return sum / Double(Self.samples)
  }
}
