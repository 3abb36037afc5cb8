/// A picture at another size: each pixel is the mean of the area that it covers, in linear light.
///
/// The mean over a box is a mean of means over its rows. So each axis is processed by itself, the
/// vertical one first if it gets shorter. The time is that of the pixels read and written, for any
/// two sizes.
package struct AreaMeans: Sendable {
  private let picture: RowDecoder
  private let columns: Axis
  private let rows: Axis
  /// Number of rows.
  package var height: Int { rows.count }
  /// Pixels in a row.
  package var width: Int { columns.count }

  /// The part of a picture that a canvas shows; transparent beside the picture.
  ///
  /// - Parameters:
  ///   - picture: the picture's rows.
  ///   - grid: where its texels lie on the page.
  ///   - width: pixels of the canvas across.
  ///   - height: pixels of the canvas down.
  ///   - origin: page point of the canvas's top-left corner.
  ///   - step: page pixels per pixel.
  ///   - within: 1 for an axis along which the canvas stays within the page, else 0.
  package init(
    _ picture: RowDecoder, _ grid: StoreGrid, width: Int, height: Int, origin: SIMD2<Double>,
    step: SIMD2<Double>, within: SIMD2<Float>
  ) {
    self.picture = picture
    let (first, step) = (origin * grid.scale + grid.offset, step * grid.scale)
    func axis(_ i: Int, _ count: Int, _ texels: Int) -> Axis {
      Axis(
        count, origin: first[i], step: step[i], of: texels, page: (grid.offset[i], grid.end[i]),
        within[i] == 1 ? .within : .transparent)
    }
    columns = axis(0, width, grid.width)
    rows = axis(1, height, grid.height)
  }

  /// The texels of a store, out of the page's pixels.
  init(_ page: RowDecoder, store grid: StoreGrid) {
    picture = page
    func axis(_ i: Int, _ count: Int, _ length: Int) -> Axis {
      Axis(
        count, origin: grid.origin[i], step: grid.step[i], of: length, page: (0, Double(length)),
        .cut)
    }
    columns = axis(0, grid.width, page.width)
    rows = axis(1, grid.height, page.height)
  }

  /// Calls `body` with each of the `wanted` rows in turn.
  package func forEachRow(of wanted: Range<Int>, _ body: ([SIMD4<Float>]) -> Void) {
    let isVerticalFirst = rows.count <= picture.height
    let width = isVerticalFirst ? picture.width : columns.count
    // The last two rows that were read. A source row belongs to at most two consecutive pixels, or
    // to many that need no other row.
    var known: [(number: Int, row: [SIMD4<Float>])] = []
    func row(_ number: Int) -> [SIMD4<Float>] {
      if let found = known.first(where: { $0.number == number }) { return found.row }
      var row: [SIMD4<Float>] = []
      row.reserveCapacity(picture.width)
      picture.append(number, to: &row)
      if !isVerticalFirst { row = columns.means(of: row) }
      if known.count == 2 { known.removeFirst() }
      known.append((number, row))
      return row
    }
    for y in wanted {
      var sum = [SIMD4<Float>](repeating: .zero, count: width)
      rows.forEachShare(of: y) { number, share in
        let row = row(number)
        for x in 0..<width { sum[x] += share * row[x] }
      }
      body(isVerticalFirst ? columns.means(of: sum) : sum)
    }
  }
}

/// The texels that the pixels along one axis of a canvas see.
private struct Axis: Sendable {
  /// What counts where a pixel reaches beyond the page.
  enum Beyond {
    /// Transparency.
    case transparent
    /// Nothing: a pixel is the mean of what it sees of the page.
    case cut
    /// Only rounding reaches beyond it.
    case within
  }

  /// Pixels of the canvas.
  let count: Int
  private let origin: Double
  private let step: Double
  /// Number of texels.
  private let length: Int
  /// The ends of the page, texels.
  private let page: (low: Double, high: Double)
  private let beyond: Beyond

  init(
    _ count: Int, origin: Double, step: Double, of length: Int,
    page: (low: Double, high: Double), _ beyond: Beyond
  ) {
    self.count = count
    self.origin = origin
    self.step = step
    self.length = length
    self.page = page
    self.beyond = beyond
  }

  /// Calls `body` with each texel that a pixel sees, and its share of the pixel.
  @inline(__always)
  func forEachShare(of pixel: Int, _ body: (Int, Float) -> Void) {
    var low = origin + Double(pixel) * step
    var high = origin + Double(pixel + 1) * step
    // Clamp: on a canvas that ends with the page, rounding must not make the edge transparent.
    if case .within = beyond {
      (low, high) = (
        min(max(low, page.low), page.high - step), max(min(high, page.high), page.low + step)
      )
    }
    var whole = high - low
    (low, high) = (max(low, page.low), min(high, page.high))
    if case .cut = beyond { whole = high - low }
    guard low < high else { return }
    let first = min(Int(low), length - 1)
    let last = max(min(Int(high.rounded(.up)), length) - 1, first)
    guard first < last else {
      body(first, Float((high - low) / whole))
      return
    }
    for number in first...last {
      let (left, right) = (max(low, Double(number)), min(high, Double(number + 1)))
      if right > left { body(number, Float((right - left) / whole)) }
    }
  }

  /// The means of a row that all pixels see.
  func means(of row: [SIMD4<Float>]) -> [SIMD4<Float>] {
    var means: [SIMD4<Float>] = []
    means.reserveCapacity(count)
    for pixel in 0..<count {
      var sum = SIMD4<Float>.zero
      forEachShare(of: pixel) { sum += $1 * row[$0] }
      means.append(sum)
    }
    return means
  }
}
