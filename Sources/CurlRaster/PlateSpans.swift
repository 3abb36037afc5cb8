package import CurlCore

/// Which pixels of a row a flat leaf touches, and which it fills: straight lines, whatever the camera.
package struct PlateSpans: Sendable {
  /// A line in output pixels: a pixel's centre (x, y) has the value x · `x` + y · `y` + `rest`, 0 on
  /// the line and more inside; across a pixel it changes by `width` at most.
  private struct Line {
    let x: Double
    let y: Double
    let rest: Double
    let width: Double

    init(_ row: SIMD3<Double>, _ common: CurlFrame) {
      let step = SIMD2<Double>(common.step)
      let origin = SIMD2<Double>(common.origin) + 0.5 * step
      x = row.x * step.x
      y = row.y * step.y
      rest = row.x * origin.x + row.y * origin.y + row.z
      width = abs(x) + abs(y)
    }
  }

  /// Bytes of a picture that are the frame's: its pixel (x, y) shows the picture's pixel
  /// (x + `offset.x`, y + `offset.y`).
  package struct Copy: Sendable {
    package let picture: PreparedPicture
    package let offset: SIMD2<Int>
  }

  /// Whether nothing is seen through the pixels that it fills.
  package let isOpaque: Bool
  /// The picture that the filled pixels are copies of; nil where they are not copies.
  ///
  /// It is opaque, of 8 or 16 bits: a frame of as many bits holds the same bytes.
  package let copy: Copy?

  /// Lines beyond which nothing is seen of it, and those behind which it fills its pixels.
  private let outer: [Line]
  private let inner: [Line]
  private let bounds: PixelBounds

  package init(
    _ plate: Plate, _ common: CurlFrame, _ pictures: FramePictures, _ bounds: PixelBounds
  ) {
    let m = plate.inverse.map { SIMD3(Double($0.x), Double($0.y), Double($0.z)) }
    let (low, high) = (SIMD2<Double>(plate.low), SIMD2<Double>(plate.high))
    let edges = [
      m[0] - low.x * m[2], high.x * m[2] - m[0], m[1] - low.y * m[2], high.y * m[2] - m[1],
    ].map { Line($0, common) }
    // The chords of round corners.
    let (page, corner) = (SIMD2<Double>(plate.page), Double(plate.cornerRadius))
    let right = page.x * m[2] - m[0]
    let below = page.y * m[2] - m[1]
    let cut = corner * m[2]
    let corners =
      corner == 0
      ? []
      : [m[0] + m[1], right + m[1], m[0] + below, right + below].map { Line($0 - cut, common) }
    // Where the page is before the eye, and not too near.
    let near = [m[2], SIMD3(0, 0, 1 / Plate.nearest) - m[2]].map { Line($0, common) }
    let seam = SIMD3(-Double(plate.seam.x), -Double(plate.seam.y), Double(plate.seam.z))
    let halves = [Line(seam + SIMD3(0, 0, 0.5), common), Line(seam - SIMD3(0, 0, 0.499), common)]
    outer = edges + (plate.beyond < 0 ? [halves[0]] : [])
    inner = edges + corners + near + [halves[1]]
    self.bounds = bounds
    isOpaque = plate.opacity == 1 && !plate.isEncodedShade && plate.ink.isOpaque(pictures)
    copy = Self.copy(plate, common, pictures)
  }

  private static func copy(_ plate: Plate, _ common: CurlFrame, _ pictures: FramePictures) -> Copy?
  {
    let ink = plate.ink
    guard plate.opacity == 1, ink.cut == nil, ink.showThrough == 0, ink.tintAmount == 0,
      case .picture(let name, .none) = ink.paper, let offset = plate.texelOffset(common)
    else { return nil }
    let picture = pictures[name] ?? pictures.front
    let size = SIMD2(Float(picture.pixmap.width), Float(picture.pixmap.height))
    guard picture.isOpaque, size == plate.page else { return nil }
    return Copy(picture: picture, offset: offset)
  }

  /// The pixels of a row that it may touch.
  package func touched(_ y: Int) -> Range<Int> {
    guard bounds.y.contains(y) else { return 0..<0 }
    return pixels(outer, y, beyond: 1, bounds.x)
  }

  /// Those of them that it fills.
  package func filled(_ y: Int, of touched: Range<Int>) -> Range<Int> {
    pixels(inner, y, beyond: -1, touched)
  }

  /// Pixels of a range behind all lines, or so many pixels before them.
  private func pixels(_ lines: [Line], _ y: Int, beyond: Double, _ range: Range<Int>) -> Range<Int>
  {
    var (low, high) = (Double(range.lowerBound), Double(range.upperBound - 1))
    for line in lines {
      let value = Double(y) * line.y + line.rest + beyond * line.width
      if abs(line.x) < 1e-12 {
        if value < 0 { high = low - 1 }
      } else if line.x > 0 {
        low = max(low, (-value / line.x).rounded(.up))
      } else {
        high = min(high, (-value / line.x).rounded(.down))
      }
    }
    guard low <= high else { return range.lowerBound..<range.lowerBound }
    return Int(low)..<Int(high) + 1
  }
}

extension Ink {
  /// Whether nothing is seen through it, where the leaf itself is opaque.
  fileprivate func isOpaque(_ pictures: FramePictures) -> Bool {
    func isOpaque(_ source: Source) -> Bool {
      switch source {
      case .picture(let name, _): (pictures[name] ?? pictures.front).isOpaque
      case .colour(let colour): colour.w >= 1
      case .gradient(_, _, let from, let to): from.w >= 1 && to.w >= 1
      }
    }
    guard isOpaque(paper) else { return false }
    if let cut { return isOpaque(cut) }
    return true
  }
}

extension Plate {
  /// Whether filters may read halved levels of its pictures: where a tap spans many page pixels both
  /// ways, as of a leaf that is seen nearly from its edge.
  package func readsLevels(_ common: CurlFrame) -> Bool {
    let step = SIMD2<Double>(common.step)
    let narrow = max(1, min(step.x, step.y))
    if narrow >= 4 { return true }
    let m = inverse.map { SIMD3(Double($0.x), Double($0.y), Double($0.z)) }
    func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
      SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
    }
    // Columns of the map from the page to the plane, all of them times the determinant.
    let (first, second, third) = (cross(m[1], m[2]), cross(m[2], m[0]), cross(m[0], m[1]))
    let determinant = (m[0] * first).sum()
    for x in [Double(low.x), Double(high.x)] {
      for y in [Double(low.y), Double(high.y)] {
        let w = (x * first.z + y * second.z + third.z) / determinant
        // Where the page meets the eye's level.
        guard w > 0, w.isFinite else { return true }
        let dx = (SIMD2(m[0].x, m[0].y) - x * SIMD2(m[2].x, m[2].y)) * w * step
        let dy = (SIMD2(m[1].x, m[1].y) - y * SIMD2(m[2].x, m[2].y)) * w * step
        // Taps are as narrow as that until there are 32 a side, which may be eight page pixels wide.
        if max(dx.x * dx.x + dy.x * dy.x, dx.y * dx.y + dy.y * dy.y) > 16384 * narrow * narrow {
          return true
        }
      }
    }
    return false
  }
}
