/// A box of output pixels, clipped to the canvas.
package struct PixelBounds: Sendable, Equatable {
  package let x: Range<Int>
  package let y: Range<Int>

  package var isEmpty: Bool { x.isEmpty || y.isEmpty }

  /// The whole canvas.
  package init(_ canvas: Canvas) {
    x = 0..<canvas.width
    y = 0..<canvas.height
  }

  /// The pixels around points of the page plane, with a border of one pixel for edges.
  package init(_ canvas: Canvas, around points: [SIMD2<Double>]) {
    func range(_ values: [Double], _ count: Int) -> Range<Int> {
      let limit = Double(count)
      let low = min(max((values.min() ?? 0).rounded(.down) - 1, 0), limit)
      let high = min(max((values.max() ?? 0).rounded(.up) + 1, 0), limit)
      return Int(low)..<Int(max(low, high))
    }
    let pixels = points.map { ($0 - canvas.origin) / canvas.step }
    x = range(pixels.map { $0.x }, canvas.width)
    y = range(pixels.map { $0.y }, canvas.height)
  }
}
