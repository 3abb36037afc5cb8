package import CurlCore

/// The truth of a scene of flat leaves alone: slow, naive, in Double, as many samples a pixel as
/// `ReferenceRenderer` takes.
///
/// Each sample is one point of the frame: it sees the uppermost leaf whose own part of the page lies
/// there, and further down where that is translucent. There are no edges, and so no seams between
/// leaves.
package struct ReferencePlates: Sendable {
  private let scene: Scene
  private let pictures: [Picture: LinearPicture]
  /// What may be seen, the uppermost first, with the way from the plane to the page.
  private let plates: [(leaf: Leaf, back: Projective, isBack: Bool)]
  private let shape: PageShape

  /// A renderer of a scene without bent sheets.
  package init(_ scene: Scene, _ pictures: [Picture: Pixmap]) {
    self.scene = scene
    self.pictures = pictures.mapValues(LinearPicture.init)
    shape = PageShape(scene)
    var all: [Leaf] = []
    if scene.base == .next {
      let next = Leaf(
        front: Face(.picture(.next)), back: Face(.mirrored), surface: .projective(.identity))
      all = scene.ground.isEmpty ? [next] : scene.ground
    }
    plates = (all + scene.leaves).reversed().compactMap { leaf in
      guard case .projective(let map) = leaf.surface, let back = map.inverse else { return nil }
      return (leaf, back, map.determinant < 0)
    }
  }

  /// One pixel's stored channels, 0…255, not rounded.
  package func pixel(_ x: Int, _ y: Int) -> SIMD4<Double> {
    var sum = SIMD4<Double>.zero
    let n = Double(ReferenceRenderer.samples)
    for i in 0..<ReferenceRenderer.samples {
      let lattice = Double(i * ReferenceRenderer.step % ReferenceRenderer.samples)
      let place = SIMD2(Double(x) + (Double(i) + 0.5) / n, Double(y) + (lattice + 0.5) / n)
      sum += colour(scene.canvas.origin + place * scene.canvas.step)
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
    for (leaf, back, isBack) in plates where seen.w < 1 {
      let column = back.column(q)
      let p = SIMD2(column.x, column.y) / column.w
      let part = leaf.clip ?? Rectangle(scene.page)
      guard column.w > 0, shape.contains(p), p.x >= part.origin.x, p.y >= part.origin.y,
        p.x < part.end.x, p.y < part.end.y
      else { continue }
      seen += (1 - seen.w) * leaf.opacity * ink(leaf, p, isBack)
    }
    if case .colour(let colour) = scene.background {
      let linear = colour.linear
      seen +=
        (1 - seen.w)
        * SIMD4(Double(linear.x), Double(linear.y), Double(linear.z), Double(linear.w))
    }
    return seen
  }

  /// A picture under its tint.
  private func ink(_ leaf: Leaf, _ p: SIMD2<Double>, _ isBack: Bool) -> SIMD4<Double> {
    let face = isBack ? leaf.back : leaf.front
    guard case .picture(let name) = face.paper, let picture = pictures[name] else { return .zero }
    var place = p
    if isBack && leaf.turnsOver { place.y = Double(scene.page.height) - p.y }
    if isBack && !leaf.turnsOver { place.x = Double(scene.page.width) - p.x }
    let colour = picture.at(place)
    let tint = SIMD4(
      SRGB.decode(face.tint.red), SRGB.decode(face.tint.green), SRGB.decode(face.tint.blue), 1)
    return colour + face.tintAmount * (colour.w * tint - colour)
  }
}
