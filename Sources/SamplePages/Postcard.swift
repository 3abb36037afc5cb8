/// The back of a photograph that may be sent: lines for an address and a place for a stamp.
struct Postcard {
  let width: Double
  let height: Double

  /// Draws the back.
  func draw(_ title: String, on canvas: Canvas) throws(SamplePagesError) {
    canvas.rectangle(0, 0, width, height)
    canvas.fill(.flat(Colour(0xF4F1EA)))
    let unit = width / 40
    let pale = Colour(0x8A8579)
    let face = Typeface(size: unit * 1.6, spacing: unit * 0.5)
    let heading = try TextLayout(
      "POST CARD", face, width: width, alignment: .centred, on: canvas)
    heading.draw(x: 0, baseline: height * 0.12, pale)
    let small = Typeface(size: unit * 1.15, isItalic: true)
    let caption = try TextLayout(title, small, width: width, alignment: .centred, on: canvas)
    caption.draw(x: 0, baseline: height * 0.95, pale)
    canvas.rectangle(width - 9 * unit, 3 * unit, 6 * unit, 7.5 * unit)
    canvas.stroke(pale, width: unit * 0.1)
    for line in 0..<5 {
      let y = height * (0.6 + 0.065 * Double(line))
      canvas.move(width * 0.14, y)
      canvas.line(width * 0.86, y)
      canvas.stroke(Colour(0xB9B3A5), width: unit * 0.08)
    }
  }
}
