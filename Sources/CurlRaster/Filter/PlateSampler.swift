internal import CurlCore
internal import CurlDefinition
internal import CurlKernels

/// Draws an opaque flat page where it fills its pixels, under any camera.
///
/// Computes ``PlatePainter``'s means in integers.
final class PlateSampler: Sendable {
  private let picture: PreparedPicture
  private let pageMap: curl_page_map
  /// Set if the page is only moved and perhaps mirrored; else nil.
  private let shift: Shift?

  /// The page point of pixel (0, 0)'s first corner; `direction` is −1 along axes in which the page
  /// is mirrored, else 1.
  private struct Shift {
    let corner: SIMD2<Double>
    let direction: SIMD2<Double>

    /// Nil if the page is scaled, rotated or in perspective.
    init?(_ plate: Plate, _ common: CurlFrame, _ flip: Ink.Flip) {
      let m = plate.inverse
      var direction = SIMD2<Double>(SIMD2(m[0].x, m[1].y) * common.step)
      guard m[0].y == 0, m[1].x == 0, m[2] == SIMD4(0, 0, 1, 0),
        abs(direction.x) == 1, abs(direction.y) == 1
      else { return nil }
      let origin = SIMD2<Double>(common.origin)
      // The pixel's centre: mirrors swap its corners.
      var centre =
        SIMD2(Double(m[0].x), Double(m[1].y)) * (origin + 0.5 * SIMD2<Double>(common.step))
        + SIMD2(Double(m[0].z), Double(m[1].z))
      let axis: Int? =
        switch flip {
        case .none: nil
        case .across: 0
        case .over: 1
        }
      if let axis {
        centre[axis] = Double(plate.page[axis]) - centre[axis]
        direction[axis] = -direction[axis]
      }
      corner = centre - 0.5
      self.direction = direction
    }
  }

  private let plate: Plate
  private let common: CurlFrame

  /// Whether the kernel's integers can index a page: under 2^20 texels a side, under 2^31 with the
  /// rims.
  static func canNumber(width: Int, height: Int) -> Bool {
    max(width, height) < 1 << 20 && (width + 4) * (height + 3) <= Int(Int32.max)
  }

  /// The obstacle to drawing a plate's picture in integers; nil if there is none.
  static func obstacle(
    _ plate: Plate, _ common: CurlFrame, _ picture: PreparedPicture
  ) -> FramePlan.Obstacle? {
    let grid = picture.grid
    if let obstacle = FramePlan.obstacleToWholeNumbers(picture) { return obstacle }
    guard grid.isPage, plate.page == SIMD2<Float>(grid.page) else { return .means }
    return canNumber(width: grid.width, height: grid.height) ? nil : .size
  }

  /// - Precondition: ``obstacle(_:_:_:)`` is nil.
  init(_ plate: Plate, _ common: CurlFrame, _ picture: PreparedPicture, _ flip: Ink.Flip) {
    (self.picture, self.plate, self.common) = (picture, plate, common)
    let m = plate.inverse
    // An upright box on the page equals the sum of its taps, so one tap is enough.
    let isFlat = m[2].x == 0 && m[2].y == 0
    let isUpright = isFlat && (m[0].y * m[0].x == 0 && m[1].x * m[1].y == 0)
    pageMap = curl_page_map(
      rows: (m[0].x, m[0].y, m[0].z, m[1].x, m[1].y, m[1].z, m[2].x, m[2].y, m[2].z),
      origin_x: common.origin.x, origin_y: common.origin.y, step_x: common.step.x,
      step_y: common.step.y, page_x: plate.page.x, page_y: plate.page.y,
      flip_x: flip == .across ? -1 : 1, flip_y: flip == .over ? -1 : 1,
      narrow: max(1, min(common.step.x, common.step.y)),
      fewest: plate.isTranslation || isUpright ? 0 : 2)
    shift = Shift(plate, common, flip)
  }

  /// The pixels of a row for which the kernel's weights are fine enough.
  ///
  /// A pixel sees at most some 128 texels, so a texel's weight is some hundred 32768ths. A
  /// footprint's sides are at least 1/8 page pixel, some thousand times the rounding error of a
  /// page point.
  func suited(_ xs: Range<Int>, _ y: Int) -> Range<Int> {
    if shift != nil || xs.isEmpty { return xs }
    let (first, last) = (xs.lowerBound, xs.upperBound - 1)
    let (isFirst, isLast) = (suits(first, y), suits(last, y))
    if isFirst && isLast { return xs }
    guard isFirst || isLast else { return first..<first }
    // Along a row the page only grows towards the eye: search for the limit.
    var (inside, outside) = isFirst ? (first, last) : (last, first)
    while abs(outside - inside) > 1 {
      let middle = (inside + outside) / 2
      if suits(middle, y) { inside = middle } else { outside = middle }
    }
    return isFirst ? first..<inside + 1 : inside..<xs.upperBound
  }

  private func suits(_ x: Int, _ y: Int) -> Bool {
    let m = plate.inverse
    let q = common.origin + (SIMD2(Float(x), Float(y)) + 0.5) * common.step
    func column(_ i: Int) -> Float { m[i].x * q.x + m[i].y * q.y + m[i].z }
    let w = column(2)
    let p = SIMD2(column(0), column(1)) / w
    let away = SIMD2(m[2].x, m[2].y)
    let dx = (SIMD2(m[0].x, m[0].y) - p.x * away) / w * common.step
    let dy = (SIMD2(m[1].x, m[1].y) - p.y * away) / w * common.step
    let box = SIMD2(dot(dx, dx), dot(dy, dy))
    let stretch = dx * dx + dy * dy
    return box.min() >= 1.0 / 64 && max(stretch.x, 1) * max(stretch.y, 1) <= 128 * 128
  }

  /// Linear light of pixels of a row, four numbers each; the page must fill all of them.
  func sample(
    _ level: SheetKernels.Level, _ xs: Range<Int>, _ y: Int, _ out: UnsafeMutablePointer<UInt16>
  ) {
    // Made when it is first asked for: most pages that lie still are copied.
    let page = picture.linear16
    unsafe page.texels.withUnsafeBytes { bytes in
      unsafe bytes.withMemoryRebound(to: UInt16.self) { texels in
        guard let start = texels.baseAddress else { return }
        if let shift { return unsafe sample(level, shift, start, page, xs, y, out) }
        var page = unsafe curl_page(texels: start, stride: Int64(page.stride))
        var pageMap = pageMap
        unsafe curl_plate(
          level.rawValue, &page, &pageMap, Int64(xs.lowerBound), Int64(y),
          Int64(xs.count), out)
      }
    }
  }
}

extension PlateSampler {
  /// Linear light of pixels of a page that is only moved or mirrored.
  private func sample(
    _ level: SheetKernels.Level, _ shift: Shift, _ texels: UnsafePointer<UInt16>,
    _ page: LinearLevel16, _ xs: Range<Int>, _ y: Int, _ out: UnsafeMutablePointer<UInt16>
  ) {
    let isMirrored = shift.direction.x < 0
    let first = isMirrored ? xs.upperBound - 1 : xs.lowerBound
    let corner = shift.corner + shift.direction * SIMD2(Double(first), Double(y))
    // Drop rounding errors of whole numbers.
    let place = (corner * 65536).rounded(.toNearestOrAwayFromZero) / 65536
    let (column, row) = (place.x.rounded(.down), place.y.rounded(.down))
    let part = (Int32(((place.x - column) * 32768)), Int32((place.y - row) * 32768))
    let right = ((32768 - part.1) * part.0 + 16384) >> 15
    let below = (part.1 * part.0 + 16384) >> 15
    let weights = [32768 - part.1 - right, right, part.1 - below, below]
    let from = (
      min(max(Int(column), 0), page.width - 1), min(max(Int(row), 0), page.height - 1)
    )
    var source = unsafe curl_page(
      texels: texels + 4 * (from.1 * page.stride + from.0), stride: Int64(page.stride))
    unsafe curl_shift(level.rawValue, &source, weights, Int64(xs.count), out)
    guard isMirrored else { return }
    unsafe out.withMemoryRebound(to: UInt64.self, capacity: xs.count) { pixels in
      var row = unsafe UnsafeMutableBufferPointer(start: pixels, count: xs.count)
      unsafe row.reverse()
    }
  }
}
