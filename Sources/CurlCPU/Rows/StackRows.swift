internal import CurlCore

/// Paints a scene of layers row by row: copies where the highest layer is an opaque page that lies
/// pixel on pixel, and the rest by ``StackPainter``, whose bytes these are.
struct StackRows {
  /// Where a layer can be copied.
  private struct Copy {
    /// The page's bytes, and how many a row has.
    let bytes: [UInt8]
    let stride: Int
    /// The byte that would be pixel (0, 0)'s.
    let first: Int
    /// The pixels that it fills.
    let x: Range<Int>
    let y: Range<Int>
  }

  private let painter: StackPainter
  private let stack: Stack
  /// Of each layer; nil where it is no copy of anything.
  private let copies: [Copy?]

  init(_ stack: Stack, _ pictures: FramePictures) {
    painter = StackPainter(stack, pictures)
    self.stack = stack
    copies = stack.layers.map { layer in
      guard case .plate(let plate) = layer.body, layer.casters.isEmpty else { return nil }
      return Self.copy(plate, stack.common, pictures, layer.bounds)
    }
  }

  /// What of an opaque page lies on the frame's pixels; nil where it changes on its way there.
  private static func copy(
    _ plate: Plate, _ common: CurlFrame, _ pictures: FramePictures, _ bounds: PixelBounds
  ) -> Copy? {
    let ink = plate.ink
    guard case .picture(let name, .none) = ink.paper, ink.cut == nil, ink.showThrough == 0,
      ink.tintAmount == 0, !ink.isShade, plate.opacity == 1, plate.beyond < 0,
      plate.seam == SIMD4(0, 0, 0.5, 0), plate.cornerRadius == 0, common.step == SIMD2(1, 1),
      plate.inverse[0].x == 1, plate.inverse[0].y == 0, plate.inverse[1].x == 0,
      plate.inverse[1].y == 1, plate.inverse[2] == SIMD4(0, 0, 1, 0)
    else { return nil }
    let picture = pictures[name] ?? pictures.front
    let (width, height) = (picture.pixmap.width, picture.pixmap.height)
    guard case .rgba8(let bytes) = picture.pixmap.storage, picture.isOpaque,
      plate.page == SIMD2(Float(width), Float(height))
    else { return nil }
    // From a pixel's corner to the page's pixel there.
    let away = common.origin + SIMD2(plate.inverse[0].z, plate.inverse[1].z)
    guard max(abs(away.x), abs(away.y)) < 1e6,
      SIMD2(away.x.rounded(), away.y.rounded()) == away
    else { return nil }
    func filled(_ low: Float, _ high: Float, _ away: Float, _ bounds: Range<Int>) -> Range<Int> {
      let first = Int((low - away).rounded(.up))
      let end = Int((high - away).rounded(.down))
      return (first..<max(first, end)).clamped(to: bounds)
    }
    return Copy(
      bytes: bytes, stride: 4 * width, first: 4 * (Int(away.y) * width + Int(away.x)),
      x: filled(plate.low.x, plate.high.x, away.x, bounds.x),
      y: filled(plate.low.y, plate.high.y, away.y, bounds.y))
  }

  /// Paints rows; `out` is where the first of them starts.
  func paint(_ rows: Range<Int>, _ out: UnsafeMutablePointer<UInt8>) {
    for y in rows {
      let row = unsafe out + 4 * (y - rows.lowerBound) * stack.width
      unsafe paint(y, row, 0..<stack.width, below: stack.layers.count)
    }
  }

  /// Paints pixels of a row that no layer from the `top`-th on touches.
  private func paint(
    _ y: Int, _ row: UnsafeMutablePointer<UInt8>, _ xs: Range<Int>, below top: Int
  ) {
    guard !xs.isEmpty else { return }
    var number = top - 1
    while number >= 0 {
      let bounds = stack.layers[number].bounds
      if bounds.y.contains(y) && bounds.x.overlaps(xs) { break }
      number -= 1
    }
    guard number >= 0 else { return unsafe general(y, row, xs) }
    let touched = stack.layers[number].bounds.x.clamped(to: xs)
    unsafe paint(y, row, xs.lowerBound..<touched.lowerBound, below: number)
    unsafe paint(y, row, touched.upperBound..<xs.upperBound, below: number)
    guard let copy = copies[number], copy.y.contains(y) else {
      return unsafe general(y, row, touched)
    }
    let filled = copy.x.clamped(to: touched)
    unsafe general(y, row, touched.lowerBound..<filled.lowerBound)
    unsafe general(y, row, filled.upperBound..<touched.upperBound)
    unsafe copy.bytes.withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress, !filled.isEmpty else { return }
      let from = copy.first + copy.stride * y + 4 * filled.lowerBound
      unsafe (row + 4 * filled.lowerBound).update(from: base + from, count: 4 * filled.count)
    }
  }

  private func general(_ y: Int, _ row: UnsafeMutablePointer<UInt8>, _ xs: Range<Int>) {
    for x in xs {
      let value = CPURenderer.channels8(stored(painter.colour(x, y), 255))
      for j in 0..<4 { unsafe row[4 * x + j] = value[j] }
    }
  }
}
