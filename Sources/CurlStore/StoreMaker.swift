internal import CurlCore
internal import CurlKernels

/// Makes the stores of pictures: each texel the mean of the page pixels that it covers, in linear light.
///
/// The page is read a row at a time: the memory is the store and a few rows. The mean over a box is the
/// mean of means along its columns, so the time is that of the pixels read and written, whatever the two
/// shapes are.
struct StoreMaker {
  private let pixmap: Pixmap
  private let grid: StoreGrid

  init(_ pixmap: Pixmap, _ grid: StoreGrid) {
    (self.pixmap, self.grid) = (pixmap, grid)
  }

  func store() -> LinearPage16 {
    let rows = (0..<grid.height).map { Span(texel: $0, grid.origin.y, grid.step.y, pixmap.height) }
    let columns = (0..<grid.width).map { Span(texel: $0, grid.origin.x, grid.step.x, pixmap.width) }
    let spans = columns.map {
      curl_span(
        first: Int32($0.first), last: Int32($0.last), left: $0.left, right: $0.right,
        scale: 32767 / $0.length)
    }
    let width = pixmap.width
    let stride = grid.width + 4
    // Of the row of texels at hand, and what the next one sees of its last page row.
    var sums = [Float](repeating: 0, count: 4 * width)
    var next = sums
    let isTall = rows.contains { $0.last - $0.first >= Self.mostRows }
    var totals = [Double](repeating: 0, count: isTall ? 4 * width : 0)
    let texels = unsafe [UInt64](unsafeUninitializedCapacity: stride * (grid.height + 3)) {
      out, count in
      guard let start = out.baseAddress else { return }
      unsafe Lights.with(pixmap) { light in
        // The page's row that is the next one to be read.
        var unread = rows[0].first
        for (y, span) in rows.enumerated() {
          let row = unsafe start + y * stride
          let follower = y + 1 < rows.count ? rows[y + 1] : nil
          unsafe add(span, from: unread, follower, to: &sums, &next, &totals, light)
          unread = span.last + 1
          unsafe curl_store_put(
            row, sums, isTall ? totals : nil, spans, Int64(grid.width), 1 / span.length)
          let last = unsafe row[grid.width - 1]
          unsafe (row + grid.width).initialize(repeating: last, count: 4)
          swap(&sums, &next)
        }
      }
      let last = unsafe start + (grid.height - 1) * stride
      for i in 1...3 { unsafe (last + i * stride).initialize(from: last, count: stride) }
      count = stride * (grid.height + 3)
    }
    return LinearPage16(grid, stride: stride, texels: texels)
  }

  /// Rows whose sum floats hold to a few millionths.
  private static let mostRows = 64

  /// Adds the page's rows that a row of texels covers, from the first that isn't read yet; the last of
  /// them to what the `follower` sees of it, too.
  private func add(
    _ span: Span, from first: Int, _ follower: Span?, to sums: inout [Float],
    _ next: inout [Float], _ totals: inout [Double], _ light: curl_light
  ) {
    for i in totals.indices { totals[i] = 0 }
    // Texels are no smaller than pixels: two of them at most see a row.
    let isShared = follower?.first == span.last
    for y in stride(from: first, through: span.last, by: Self.mostRows) {
      let last = min(y + Self.mostRows - 1, span.last)
      if y > first { unsafe curl_store_carry(&totals, sums, Int64(sums.count)) }
      let weights = (y...last).map {
        $0 == span.first ? span.left : $0 == span.last ? span.right : 1
      }
      let isNew: Int32 = y > first || first == span.first ? 1 : 0
      let other = isShared && last == span.last ? follower?.left : nil
      unsafe add(y, weights, isNew, &sums, &next, other, light)
    }
  }

  /// Adds as many rows of the page as there are weights.
  private func add(
    _ y: Int, _ weights: [Float], _ isNew: Int32, _ sums: inout [Float], _ next: inout [Float],
    _ other: Float?, _ light: curl_light
  ) {
    let (width, rows) = (Int64(pixmap.width), Int64(weights.count))
    let first = 4 * y * pixmap.width
    var light = unsafe light
    unsafe next.withUnsafeMutableBufferPointer { next in
      let next = other == nil ? nil : next.baseAddress
      switch pixmap.storage {
      case .rgba8(let bytes):
        unsafe bytes.withUnsafeBufferPointer {
          guard let start = $0.baseAddress else { return }
          unsafe curl_store_add8(
            &sums, isNew, next, start + first, width, rows, weights, other ?? 0, &light)
        }
      case .rgba16(let values):
        unsafe values.withUnsafeBufferPointer {
          guard let start = $0.baseAddress else { return }
          unsafe curl_store_add16(
            &sums, isNew, next, start + first, width, rows, weights, other ?? 0, &light)
        }
      }
    }
  }

  /// The pixels that a texel covers along an axis.
  private struct Span {
    let first: Int
    let last: Int
    let left: Float
    let right: Float
    /// The sum of all weights.
    let length: Double

    init(texel: Int, _ origin: Double, _ step: Double, _ pixels: Int) {
      let end = Double(pixels)
      var low = min(max(origin + Double(texel) * step, 0), end)
      var high = min(max(origin + Double(texel + 1) * step, 0), end)
      // What rounding leaves of whole numbers doesn't count.
      if abs(low - low.rounded()) < 1e-9 * end { low = low.rounded() }
      if abs(high - high.rounded()) < 1e-9 * end { high = high.rounded() }
      let from = min(Int(low), pixels - 1)
      let to = max(min(Int(high.rounded(.up)), pixels) - 1, from)
      (first, last) = (from, to)
      if from == to {
        // Beside the page its nearest pixel stands for it.
        (left, right) = (1, 0)
        length = 1
        return
      }
      left = Float(Double(from + 1) - low)
      right = Float(high - Double(to))
      length = Double(left) + Double(right) + Double(to - from - 1)
    }
  }
}

/// Tables of linear light.
private enum Lights {
  /// Hands out the tables for a picture.
  static func with(_ pixmap: Pixmap, _ body: (curl_light) -> Void) {
    let opaque = pixmap.format == .rgba8 ? [] : Decoder.opaque16
    let clear = pixmap.format == .rgba8 ? clear8 : []
    unsafe lanes8.withUnsafeBufferPointer { lanes in
      unsafe opaque.withUnsafeBufferPointer { opaque in
        unsafe clear.withUnsafeBufferPointer { clear in
          unsafe curve.withUnsafeBufferPointer { curve in
            unsafe body(
              curl_light(
                lanes: lanes.baseAddress, opaque: opaque.baseAddress, clear: clear.baseAddress,
                curve: curve.baseAddress, parts: Int64(Decoder.intervals)))
          }
        }
      }
    }
  }

  /// Linear light of opaque 8 bits, each channel in its place of four.
  private static let lanes8: [Float] = (0..<3).flatMap { channel in
    Decoder.opaque8.flatMap { light in
      (0..<4).map { $0 == channel ? light : $0 == 3 && channel == 0 ? 1 : 0 }
    }
  }

  /// Premultiplied linear light of 8 bits: 256 channels for each alpha; a channel above its alpha counts
  /// as alpha.
  private static let clear8: [Float] = (0...255).flatMap { alpha in
    (0...255).map { channel in
      guard alpha > 0 else { return 0 }
      let share = Double(alpha) / 255
      return Float(SRGB.decode(min(Double(channel) / Double(alpha), 1)) * share)
    }
  }

  private static let curve: [Double] = Decoder.curve.flatMap { [$0.x, $0.y] }
}
