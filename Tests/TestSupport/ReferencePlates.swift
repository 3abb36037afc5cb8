package import CurlCore

/// The truth of a scene of flat leaves alone: slow, naive, in Double, as many samples a pixel as
/// `ReferenceRenderer` takes.
///
/// Each sample is one point of the frame: it sees the uppermost leaf whose own part of the page lies
/// there, and further down where that is translucent. There are no edges, and so no seams between
/// leaves.
package struct ReferencePlates: Sendable {
  private let canvas: Canvas
  /// What may be seen, the uppermost first.
  private let plates: [Plate]
  private let shape: PageShape
  /// Below all of them, in premultiplied linear light.
  private let ground: SIMD4<Double>

  /// A renderer of a scene without bent sheets.
  package init(_ scene: Scene, _ pictures: [Picture: Pixmap]) {
    canvas = scene.canvas
    let pictures = pictures.mapValues(LinearPicture.init)
    shape = PageShape(scene)
    var all: [Leaf] = []
    if scene.base == .next {
      let next = Leaf(
        front: Face(.picture(.next)), back: Face(.mirrored), surface: .projective(.identity))
      all = scene.ground.isEmpty ? [next] : scene.ground
    }
    plates = (all + scene.leaves).reversed().compactMap { Plate($0, scene.page, pictures) }
    ground = if case .colour(let colour) = scene.background { SIMD4(colour.linear) } else { .zero }
  }

  /// One pixel's stored channels, 0…255, not rounded.
  package func pixel(_ x: Int, _ y: Int) -> SIMD4<Double> {
    var sum = SIMD4<Double>.zero
    let n = Double(ReferenceRenderer.samples)
    for i in 0..<ReferenceRenderer.samples {
      let lattice = Double(i * ReferenceRenderer.step % ReferenceRenderer.samples)
      let place = SIMD2(Double(x) + (Double(i) + 0.5) / n, Double(y) + (lattice + 0.5) / n)
      sum += colour(canvas.origin + place * canvas.step)
    }
    let mean = sum / n
    var stored = SIMD4<Double>(0, 0, 0, mean.w * 255)
    for channel in 0..<3 {
      let straight = mean.w > 0 ? min(mean[channel] / mean.w, 1) : 0
      stored[channel] = SRGB.encode(straight) * mean.w * 255
    }
    return stored
  }

  private func colour(_ q: SIMD2<Double>) -> SIMD4<Double> {
    var seen = SIMD4<Double>.zero
    for plate in plates where seen.w < 1 {
      let column = plate.back.column(q)
      let p = SIMD2(column.x, column.y) / column.w
      let part = plate.part
      guard column.w > 0, shape.contains(p), p.x >= part.origin.x, p.y >= part.origin.y,
        p.x < part.end.x, p.y < part.end.y
      else { continue }
      seen += (1 - seen.w) * plate.opacity * plate.ink(p)
    }
    return seen + (1 - seen.w) * ground
  }
}

/// The side of a flat leaf that is seen.
private struct Plate {
  /// The way from the plane to the page.
  let back: Projective
  let part: Rectangle
  let opacity: Double
  private let picture: LinearPicture?
  /// The page's size in the directions that the picture is turned over in, 0 in others.
  private let over: SIMD2<Double>
  private let tint: SIMD4<Double>
  private let tintAmount: Double

  /// Nil where the leaf is bent, or seen from its edge.
  init?(_ leaf: Leaf, _ page: PageSize, _ pictures: [Picture: LinearPicture]) {
    guard case .projective(let map) = leaf.surface, let back = map.inverse else { return nil }
    self.back = back
    part = leaf.clip ?? Rectangle(page)
    opacity = leaf.opacity
    let isBack = map.determinant < 0
    let face = isBack ? leaf.back : leaf.front
    picture = if case .picture(let name) = face.contents { pictures[name] } else { nil }
    over = SIMD2(
      isBack && !leaf.turnsOver ? Double(page.width) : 0,
      isBack && leaf.turnsOver ? Double(page.height) : 0)
    tint = SIMD4(
      SRGB.decode(face.tint.red), SRGB.decode(face.tint.green), SRGB.decode(face.tint.blue), 1)
    tintAmount = face.tintAmount
  }

  /// The picture under its tint at a page point.
  func ink(_ p: SIMD2<Double>) -> SIMD4<Double> {
    guard let picture else { return .zero }
    let colour = picture.at(
      SIMD2(over.x > 0 ? over.x - p.x : p.x, over.y > 0 ? over.y - p.y : p.y))
    return colour + tintAmount * (colour.w * tint - colour)
  }
}
