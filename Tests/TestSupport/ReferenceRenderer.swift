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
  private let pictures: [Picture: LinearPicture]
  private let shape: PageShape
  private let sheet: ReferenceSheet?
  /// The cut edge's colour, opaque.
  private let paper: SIMD4<Double>

  /// A renderer of an unlit scene of one half-turn leaf or none.
  package init(_ scene: Scene, _ pictures: [Picture: Pixmap]) {
    self.scene = scene
    self.pictures = pictures.mapValues(LinearPicture.init)
    shape = PageShape(scene)
    if let leaf = scene.leaves.first, case .profile(let profile, let fold) = leaf.surface,
      let radius = profile.halfTurnRadius
    {
      sheet = ReferenceSheet(scene, leaf: leaf, fold: fold, radius: radius)
      paper = SIMD4(
        SRGB.decode(leaf.paper.red), SRGB.decode(leaf.paper.green), SRGB.decode(leaf.paper.blue), 1)
    } else {
      sheet = nil
      paper = .zero
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
  package func hits(_ q: SIMD2<Double>) -> [Hit] { sheet?.hits(q) ?? [] }

  /// The page point of an output pixel's place, pixels from the output's top-left corner.
  package func planePoint(_ x: Double, _ y: Double) -> SIMD2<Double> {
    scene.canvas.origin + SIMD2(x, y) * scene.canvas.step
  }

  package func contains(_ p: SIMD2<Double>) -> Bool { shape.contains(p) }

  /// The sheet's share of a pixel's area, whatever its alpha.
  package func coverage(_ x: Int, _ y: Int) -> Double {
    let inside = Self.offsets.filter {
      !hits(planePoint(Double(x) + $0.x, Double(y) + $0.y)).isEmpty
    }
    return Double(inside.count) / Double(Self.samples)
  }

  private func colour(_ x: Double, _ y: Double) -> SIMD4<Double> {
    let q = planePoint(x, y)
    var seen = SIMD4<Double>.zero
    func add(_ layer: SIMD4<Double>?) {
      if let layer { seen += (1 - seen.w) * layer }
    }
    if let leaf = scene.leaves.first {
      for hit in hits(q) {
        if hit.isEdge {
          add(paper * ((pictures[.front]?.at(hit.point).w ?? 0) * leaf.opacity))
        } else {
          add(face(hit.isBack ? leaf.back : leaf.front, hit.point, hit.isBack) * leaf.opacity)
        }
      }
    }
    if scene.base == .next && contains(q) { add(pictures[.next]?.at(q)) }
    switch scene.background {
    case .colour(let colour):
      let linear = colour.linear
      add(SIMD4(Double(linear.x), Double(linear.y), Double(linear.z), Double(linear.w)))
    case .picture:
      if let picture = pictures[.background] {
        add(
          picture.at(
            SIMD2(x, y) * picture.size
              / SIMD2(Double(scene.canvas.width), Double(scene.canvas.height))))
      }
    }
    return seen
  }

  private func face(_ face: Face, _ p: SIMD2<Double>, _ isBack: Bool) -> SIMD4<Double> {
    let front = pictures[.front]?.at(p) ?? .zero
    switch face.paper {
    case .mirrored: return front
    case .colour(let colour):
      let linear = colour.linear
      return front.w * SIMD4(Double(linear.x), Double(linear.y), Double(linear.z), Double(linear.w))
    case .picture(let picture):
      let place = isBack ? SIMD2(Double(scene.page.width) - p.x, p.y) : p
      return pictures[picture]?.at(place) ?? .zero
    case .gradient(let gradient):
      let along = gradient.end - gradient.start
      let t = min(max(((p - gradient.start) * along).sum() / (along * along).sum(), 0), 1)
      let (from, to) = (gradient.from.linear, gradient.to.linear)
      let mixed = from + Float(t) * (to - from)
      return SIMD4(Double(mixed.x), Double(mixed.y), Double(mixed.z), Double(mixed.w))
    }
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
    for offset in Self.offsets { sum += colour(Double(x) + offset.x, Double(y) + offset.y) }
    return sum / Double(Self.samples)
  }
}

/// A picture's squares in premultiplied linear light, in Double.
struct LinearPicture {
  let size: SIMD2<Double>
  let squares: [SIMD4<Double>]
  let width: Int

  init(_ pixmap: Pixmap) {
    size = SIMD2(Double(pixmap.width), Double(pixmap.height))
    width = pixmap.width
    let values = pixmap.rgba16
    let table = (0...65535).map { SRGB.decode(Double($0) / 65535) }
    squares = stride(from: 0, to: values.count, by: 4).map { i in
      let alpha = Double(values[i + 3])
      guard alpha > 0 else { return .zero }
      func channel(_ v: UInt16) -> Double {
        let a = alpha / 65535
        return alpha == 65535
          ? table[Int(v)] : SRGB.decode(min(Double(v) / alpha, 1)) * a
      }
      return SIMD4(
        channel(values[i]), channel(values[i + 1]), channel(values[i + 2]), alpha / 65535)
    }
  }

  func at(_ p: SIMD2<Double>) -> SIMD4<Double> {
    let x = min(max(Int(p.x), 0), width - 1)
    let y = min(max(Int(p.y), 0), squares.count / width - 1)
    return squares[y * width + x]
  }
}
