package import PageCurl
package import SamplePages

/// A sheet of paper with pictures and their captions, set like a specimen of type.
///
/// Lengths are thousandths of the sheet's width, so that letters have the same share of any sheet.
package struct SpecimenSheet {
  /// Arrangement of entries.
  package enum Form: Sendable {
    /// One entry a row: the caption at the left, the pictures beside it.
    case list(pictures: Int)
    /// Entries of one picture each, with the caption under it.
    case grid(columns: Int)
  }

  /// A caption: a title, a sentence or none, and options of a command line or none.
  package struct Caption: Sendable {
    let title: String
    let summary: String
    let recipe: String

    package init(_ title: String, _ summary: String = "", recipe: String = "") {
      self.title = title
      self.summary = summary
      self.recipe = recipe
    }
  }

  /// A rectangle of pixels.
  package struct Frame: Sendable, Equatable {
    package let x: Int
    package let y: Int
    package let width: Int
    package let height: Int
  }

  /// Colour behind pages: a desk in daylight.
  static let desk = colour("#dcd7ce")
  private static let paper = colour("#f8f6f2")
  private static let ink = colour("#26241f")
  private static let softInk = colour("#4d4942")
  private static let faintInk = colour("#7d776c")
  private static let rule = colour("#e3dfd7")

  private static let border = 42.0
  private static let leading = 1.2
  /// Size of monospaced letters beside others: their small letters are higher.
  private static let code = 0.74
  /// Rise of a capital above the baseline, in sizes of the letter.
  private static let capital = 0.66
  /// Distance between the pictures of one entry, or between the columns of a grid.
  private static let gap = 20.0
  /// Distance between rows.
  private static let rowGap = 34.0
  /// Width of the captions of a list, and their distance from the pictures.
  private static let captions = (width: 236.0, gap: 26.0)
  /// Distance of a caption from the picture above it.
  private static let drop = 11.0

  /// Pixels of a thousandth of the sheet's width.
  private let unit: Double
  private let lines: [Lettering.Line]
  private let rules: [Int]
  /// Size of the sheet.
  package let size: PageSize
  /// Place of each entry's pictures.
  package let frames: [[Frame]]

  private static func colour(_ hex: String) -> Colour { Colour(hex: hex) ?? .white }

  /// Sets the captions of a sheet.
  ///
  /// `sizes` has the size of each entry's pictures; all have one width.
  package init(
    _ form: Form, heading: Caption, captions: [Caption], pictures sizes: [PageSize]
  ) throws(SamplePagesError) {
    precondition(
      captions.count == sizes.count && Set(sizes.map(\.width)).count == 1,
      "each entry of a sheet has pictures, all of one width")
    let wide = sizes[0].width
    let free = 1000 - 2 * Self.border
    let (columns, pictures, width): (Int, Int, Double)
    let letters: (title: Double, text: Double)
    switch form {
    case .list(let count):
      (columns, pictures) = (1, count)
      let gaps: Double = Self.captions.gap + Double(count - 1) * Self.gap
      width = (free - Self.captions.width - gaps) / Double(count)
      letters = (34, 23)
    case .grid(let count):
      (columns, pictures) = (count, 1)
      width = (free - Double(count - 1) * Self.gap) / Double(count)
      letters = (33, 21)
    }
    let unit = Double(wide) / width
    self.unit = unit
    var lines: [Lettering.Line] = []
    /// Sets paragraphs under each other; returns where the last one ends.
    func set(
      _ caption: Caption, x: Double, y: Double, width: Double,
      _ letters: (title: Double, text: Double)
    ) throws(SamplePagesError) -> Double {
      var y = y + Self.capital * letters.title
      func add(
        _ text: String, _ size: Double, _ colour: Colour, isMonospaced: Bool = false
      ) throws(SamplePagesError) {
        let line = Lettering.Line(
          text, x: x * unit, baseline: y * unit, size: size * unit,
          isMonospaced: isMonospaced, colour: colour, width: width * unit, leading: Self.leading)
        lines.append(line)
        y += Double(try line.count - 1) * Self.leading * size
      }
      try add(caption.title, letters.title, Self.ink)
      if !caption.summary.isEmpty {
        y += 1.32 * letters.text
        try add(caption.summary, letters.text, Self.softInk)
      }
      if !caption.recipe.isEmpty {
        y += 1.32 * letters.text
        try add(
          Self.recipe(caption.recipe), Self.code * letters.text, Self.faintInk, isMonospaced: true)
      }
      // Letters hang below the last baseline.
      return y + 0.3 * letters.text
    }
    var y =
      try set(
        heading, x: Self.border, y: Self.border, width: free, (title: 46, text: 24)) + 26
    var frames: [[Frame]] = []
    var rules: [Int] = []
    for first in stride(from: 0, to: captions.count, by: columns) {
      rules.append(Int((y * unit).rounded()))
      y += Self.rowGap * 0.6
      let row = first..<min(first + columns, captions.count)
      let tall = Double(sizes[row].map(\.height).max() ?? 0) / unit
      var end = y + tall
      for index in row {
        let column = Double(index - first) * (width + Self.gap)
        let x: Double
        switch form {
        case .list:
          x = Self.border + Self.captions.width + Self.captions.gap
          end = max(
            end,
            try set(captions[index], x: Self.border, y: y, width: Self.captions.width, letters))
        case .grid:
          x = Self.border + column
          end = max(
            end,
            try set(captions[index], x: x, y: y + tall + Self.drop, width: width, letters))
        }
        frames.append(
          (0..<pictures).map { number in
            let left = x + Double(number) * (width + Self.gap)
            return Frame(
              x: Int((left * unit).rounded()), y: Int((y * unit).rounded()),
              width: wide, height: sizes[index].height)
          })
      }
      y = end + Self.rowGap * 0.6
    }
    // A grid needs no rules: its columns already hold it together.
    if case .grid = form { rules = Array(rules.prefix(1)) }
    self.lines = lines
    self.rules = rules
    self.frames = frames
    size = PageSize(
      width: max(Int((1000 * unit).rounded()), 1),
      height: max(Int(((y + Self.border - Self.rowGap * 0.6) * unit).rounded()), 1))
  }

  /// Options for a caption: a line never ends between an option and its value.
  static func recipe(_ options: String) -> String {
    var text = ""
    for word in options.split(separator: " ") {
      if !text.isEmpty { text += word.hasPrefix("--") ? " " : "\u{A0}" }
      // A word joiner, because a line may end after a hyphen.
      text += word.replacing("-", with: "-\u{2060}")
    }
    return text
  }

  /// Draws the sheet; `draw` returns the picture of an entry, by their numbers.
  ///
  /// Clear areas of pictures show the desk.
  func draw(
    _ draw: (_ entry: Int, _ number: Int) async throws -> Pixmap
  ) async throws -> Pixmap {
    var bytes = try Lettering(lines).draw(
      width: size.width, height: size.height, ground: Self.paper
    ).rgba8
    let rule = Self.bytes(Self.rule)
    let (left, right) = (Int(Self.border * unit), size.width - Int(Self.border * unit))
    for y in rules {
      for row in y..<min(y + max(Int(unit.rounded()), 1), size.height) {
        for x in left..<right { bytes.replaceSubrange(at(x, row), with: rule) }
      }
    }
    for (entry, frames) in frames.enumerated() {
      for (number, frame) in frames.enumerated() {
        guard !Task.isCancelled else { throw CancellationError() }
        let picture = try await draw(entry, number)
        precondition(
          picture.width == frame.width && picture.height == frame.height,
          "a picture of a sheet has the size of its frame")
        let (rows, length) = (picture.rgba8, 4 * picture.width)
        for y in 0..<picture.height {
          let (to, from) = (at(frame.x, frame.y + y).lowerBound, y * length)
          bytes.replaceSubrange(to..<to + length, with: rows[from..<from + length])
        }
      }
    }
    return Pixmap(width: size.width, height: size.height, rgba8: bytes)
  }

  private func at(_ x: Int, _ y: Int) -> Range<Int> {
    let start = 4 * (y * size.width + x)
    return start..<start + 4
  }

  private static func bytes(_ colour: Colour) -> [UInt8] {
    [colour.red, colour.green, colour.blue, 1].map { UInt8(($0 * 255).rounded()) }
  }
}
