package import CurlCore

/// A picture at another size: each pixel is the mean of the area that it covers, in linear light.
///
/// The mean over a box is a mean of means over its rows. So each axis is processed by itself, the
/// vertical one first if it gets shorter. The time is that of the pixels read and written, for any
/// two sizes.
package struct Resampler: Sendable {
  private let decoder: RowDecoder
  private let source: PageSize
  private let columns: Axis
  private let rows: Axis

  /// The part of a picture that a canvas shows; transparent beside the picture.
  package init(_ pixmap: Pixmap, _ canvas: Canvas) {
    let isWithin = canvas.within(PageSize(width: pixmap.width, height: pixmap.height))
    self.init(
      pixmap, columns: canvas.width, rows: canvas.height, origin: canvas.origin,
      step: canvas.step, isWithin: (isWithin.x == 1, isWithin.y == 1))
  }

  /// The part of a picture that a frame shows.
  init(_ pixmap: Pixmap, _ frame: CurlFrame) {
    self.init(
      pixmap, columns: frame.width, rows: frame.height, origin: SIMD2<Double>(frame.origin),
      step: SIMD2<Double>(frame.step), isWithin: (frame.within.x == 1, frame.within.y == 1))
  }

  private init(
    _ pixmap: Pixmap, columns: Int, rows: Int, origin: SIMD2<Double>, step: SIMD2<Double>,
    isWithin: (x: Bool, y: Bool)
  ) {
    decoder = RowDecoder(pixmap)
    source = PageSize(width: pixmap.width, height: pixmap.height)
    self.columns = Axis(
      columns, origin: origin.x, step: step.x, over: source.width, isWithin: isWithin.x)
    self.rows = Axis(
      rows, origin: origin.y, step: step.y, over: source.height, isWithin: isWithin.y)
  }

  /// The pixels in 8 bits a channel.
  package func pixels8(rows wanted: Range<Int>? = nil) -> [UInt8] {
    var pixels: [UInt8] = []
    let wanted = wanted ?? 0..<rows.count
    pixels.reserveCapacity(4 * columns.count * wanted.count)
    forEachRow(of: wanted) { row in
      for colour in row {
        let pixel = CPURenderer.channels8(stored(colour, 255))
        for i in 0..<4 { pixels.append(pixel[i]) }
      }
    }
    return pixels
  }

  /// The pixels in 16 bits a channel.
  package func pixels16() -> [UInt16] {
    var pixels: [UInt16] = []
    pixels.reserveCapacity(4 * columns.count * rows.count)
    forEachRow(of: 0..<rows.count) { row in
      for colour in row {
        let pixel = CPURenderer.channels16(stored(colour, 65535))
        for i in 0..<4 { pixels.append(pixel[i]) }
      }
    }
    return pixels
  }

  private func forEachRow(of wanted: Range<Int>, _ body: ([SIMD4<Float>]) -> Void) {
    let isVerticalFirst = rows.count <= source.height
    let width = isVerticalFirst ? source.width : columns.count
    // The last two rows that were read. A source row belongs to at most two consecutive pixels, or
    // to many that need no other row.
    var known: [(number: Int, row: [SIMD4<Float>])] = []
    func row(_ number: Int) -> [SIMD4<Float>] {
      if let found = known.first(where: { $0.number == number }) { return found.row }
      var row: [SIMD4<Float>] = []
      row.reserveCapacity(source.width)
      decoder.append(number, to: &row)
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

/// A picture's bytes at the size and the place at which frames of one canvas show it.
struct ScaledPage: Sendable {
  private let bands: ScaledBands
  private let resampler: Resampler
  private let height: Int

  init(_ picture: PreparedPicture, _ frame: CurlFrame) {
    bands = picture.bands(
      at: PreparedPicture.Place(
        width: frame.width, height: frame.height, origin: frame.origin, step: frame.step))
    resampler = Resampler(picture.pixmap, frame)
    height = frame.height
  }

  /// Rows of a band; the last one has those that are left.
  func band(_ number: Int) -> [UInt8] {
    let first = number * ScaledBands.rows
    return bands.band(number) {
      resampler.pixels8(rows: first..<min(first + ScaledBands.rows, height))
    }
  }
}

/// The page pixels that the pixels along one axis of a canvas see.
private struct Axis: Sendable {
  /// Pixels of the canvas.
  let count: Int
  private let origin: Double
  private let step: Double
  /// Length of the picture, page pixels.
  private let length: Int
  private let isWithin: Bool

  init(_ count: Int, origin: Double, step: Double, over length: Int, isWithin: Bool) {
    self.count = count
    self.origin = origin
    self.step = step
    self.length = length
    self.isWithin = isWithin
  }

  /// Calls `body` with each page pixel that a pixel sees, and its share of the pixel.
  @inline(__always)
  func forEachShare(of pixel: Int, _ body: (Int, Float) -> Void) {
    let end = Double(length)
    var low = origin + Double(pixel) * step
    var high = origin + Double(pixel + 1) * step
    // Clamp: on a canvas that ends with the page, rounding must not make the edge transparent.
    if isWithin { (low, high) = (min(max(low, 0), end - step), max(min(high, end), step)) }
    let whole = isWithin ? high - low : step
    (low, high) = (max(low, 0), min(high, end))
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
