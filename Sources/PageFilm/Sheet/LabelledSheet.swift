internal import PageCurl
internal import SamplePages

/// A sheet of paper with labels and pictures.
struct LabelledSheet {
  /// The two lines under a picture: a title and fainter details.
  struct Label {
    let title: String
    let note: String
    /// Left end of the lines and lower end of the picture above them, pixels.
    let corner: (x: Int, y: Int)
  }

  /// Size of labels, as shares of `unit`.
  struct Style {
    /// Distance from the picture's lower end to the baseline, and height of the letters.
    let title: (drop: Double, size: Double)
    let note: (drop: Double, size: Double)
  }

  /// Colour behind the pages.
  static let desk = colour("#c6c1b8")
  private static let paper = colour("#f4f2ed")
  private static let ink = colour("#2b2926")
  private static let faintInk = colour("#7f7a70")

  private let size: PageSize
  private var bytes: [UInt8]

  private static func colour(_ hex: String) -> Colour { Colour(hex: hex) ?? .white }

  /// A sheet with its labels but no pictures; `unit` is the length of style 1, pixels.
  init(_ size: PageSize, _ labels: [Label], _ style: Style, unit: Int) throws {
    let unit = Double(unit)
    let lettering = Lettering(
      labels.flatMap { label in
        let (x, y) = (Double(label.corner.x), Double(label.corner.y))
        return [
          Lettering.Line(
            label.title, x: x, baseline: y + style.title.drop * unit,
            size: style.title.size * unit, colour: Self.ink),
          Lettering.Line(
            label.note, x: x, baseline: y + style.note.drop * unit,
            size: style.note.size * unit, colour: Self.faintInk),
        ]
      })
    self.size = size
    bytes = try lettering.draw(width: size.width, height: size.height, ground: Self.paper).rgba8
  }

  /// Lays a picture on the sheet, with its top-left corner at `corner`.
  mutating func lay(_ picture: Pixmap, at corner: (x: Int, y: Int)) {
    let rows = picture.rgba8
    for y in 0..<picture.height {
      let start = 4 * ((corner.y + y) * size.width + corner.x)
      bytes.replaceSubrange(
        start..<start + 4 * picture.width,
        with: rows[4 * y * picture.width..<4 * (y + 1) * picture.width])
    }
  }

  /// The sheet as a picture.
  var pixmap: Pixmap { Pixmap(width: size.width, height: size.height, rgba8: bytes) }
}
