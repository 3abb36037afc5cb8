/// The shade of a book's gutter on one page: part of the page's picture, so that it bends and turns
/// with its leaf.
struct Gutter: Sendable, Hashable {
  /// The edge at which the page is bound.
  enum Edge: Sendable, Hashable {
    case left, right, top, bottom
  }

  /// The bound edge.
  let edge: Edge
  /// Width of the shade from the edge, page pixels, > 0.
  let width: Double
  /// Share of the light that it removes at the edge, > 0 and ≤ 1.
  let amount: Double

  /// The gutter of a look on one side of a book; nil if it has none.
  init?(_ look: BookLook, on side: Book.Side, of binding: Binding, page: PageSize) {
    // Lengths are shares of the upright page's width, across the spine.
    let width = look.gutter.pixels(on: binding.symmetry.applied(to: page))
    guard width > 0, look.gutterAmount > 0 else { return nil }
    (self.width, amount) = (width, look.gutterAmount)
    edge =
      switch (binding, side) {
      case (.left, .recto), (.right, .verso): .left
      case (.left, .verso), (.right, .recto): .right
      case (.top, .recto): .top
      case (.top, .verso): .bottom
      }
  }

  /// Share of the light left at a distance from the edge, page pixels: a wide ramp and a narrow one.
  private func light(_ distance: Double) -> Double {
    let dark = 1 - (1 - amount).squareRoot()
    return [width, 0.4 * width].reduce(1) { $0 * (1 - dark * max(1 - distance / $1, 0)) }
  }

  /// The picture with the shade.
  func shading(_ picture: Pixmap) -> Pixmap {
    let isAcross = edge == .left || edge == .right
    let count = isAcross ? picture.width : picture.height
    let lights = (0..<min(count, Int(width.rounded(.up)) + 1)).map { light(Double($0) + 0.5) }
    // The pixels at a distance from the edge, as offsets from the first one.
    func pixels(_ i: Int) -> StrideTo<Int> {
      let at = edge == .left || edge == .top ? i : count - 1 - i
      return isAcross
        ? stride(from: at, to: picture.width * picture.height, by: picture.width)
        : stride(from: at * picture.width, to: (at + 1) * picture.width, by: 1)
    }
    func shaded<Channel: FixedWidthInteger & UnsignedInteger>(_ values: [Channel]) -> [Channel] {
      var values = values
      let most = Double(Channel.max)
      for (i, light) in lights.enumerated() {
        func dark(_ v: Double) -> Double { SRGB.encode(light * SRGB.decode(v)) }
        let table =
          Channel.bitWidth == 8
          ? (0...255).map { Channel((dark(Double($0) / 255) * 255).rounded()) } : []
        for pixel in pixels(i) {
          let alpha = values[4 * pixel + 3]
          if alpha == 0 { continue }
          for c in 4 * pixel..<4 * pixel + 3 {
            if alpha == Channel.max && !table.isEmpty {
              values[c] = table[Int(values[c])]
            } else {
              let share = Double(alpha) / most
              let straight = min(Double(values[c]) / most / share, 1)
              values[c] = Channel((dark(straight) * share * most).rounded())
            }
          }
        }
      }
      return values
    }
    return switch picture.storage {
    case .rgba8(let bytes):
      Pixmap(width: picture.width, height: picture.height, rgba8: shaded(bytes))
    case .rgba16(let values):
      Pixmap(width: picture.width, height: picture.height, rgba16: shaded(values))
    }
  }
}
