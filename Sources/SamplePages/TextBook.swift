public import CurlCore

/// A plain text set as the pages of a book.
///
/// Empty lines part paragraphs, line ends within them are spaces, and a form feed begins a chapter on
/// a page of its own. Words wider than the column are broken, and U+0000, which has no letter, is set as
/// U+FFFD. Pages are broken once and drawn when asked for, in any order and from any task;
/// the same text and style give the same pages.
public struct TextBook: Sendable {
  /// How the text is set.
  public struct Style: Sendable, Equatable {
    /// Space left of the text, as a share of the page's width, 0…0.45.
    public var left = 0.125
    /// Space right of it, likewise.
    public var right = 0.14
    /// Space above it, as a share of the page's height, 0…0.45.
    public var top = 0.115
    /// Space below it, likewise; the page number stands in it.
    public var bottom = 0.12
    /// Pixels of the letters, 1…10,000; nil is what reads well at the page's size.
    public var size: Double?
    /// Whether it's light text on a dark page.
    public var isDark = false
    /// Whether pages are numbered.
    public var hasPageNumbers = true

    /// The style of the sample pages.
    public init() {}
  }

  /// The pages' size.
  public let size: PageSize
  /// How the text is set.
  public let style: Style
  /// The pages' own colour, of their backs and edges, too.
  public var paper: CurlCore.Colour {
    let paper = design.inks.paper
    return CurlCore.Colour(red: paper.red, green: paper.green, blue: paper.blue)
  }
  /// What is left of the text at the beginning of each page.
  private let starts: [TextFlow]
  /// The first page of each chapter.
  private let chapters: [Int]
  private let design: PageDesign

  /// Breaks a text into pages of a size.
  ///
  /// - Throws: `SamplePagesError` without a font, for a side out of range, or for margins, or letters,
  ///   that leave no room for a line.
  public init(_ text: String, size: PageSize, style: Style = Style()) throws(SamplePagesError) {
    let design = try PageDesign(
      width: size.width, height: size.height, inks: style.isDark ? .night : .day)
    self.size = size
    self.style = style
    self.design = design
    let column = try Self.column(design, style)
    // Lines are broken by what they measure: nothing of this is looked at.
    let canvas = try Canvas(width: 1, height: 1)
    var starts: [TextFlow] = []
    var chapters: [Int] = []
    for chapter in text.split(separator: "\u{c}", omittingEmptySubsequences: true) {
      var flow = TextFlow(paragraphs: Self.paragraphs(chapter))
      guard !flow.isOver else { continue }
      chapters.append(starts.count)
      while !flow.isOver {
        starts.append(flow)
        _ = try flow.set(column, indentsFirst: false, on: canvas)
      }
    }
    self.starts = starts
    self.chapters = chapters
  }

  /// Number of pages, 0 for a text without words.
  public var count: Int { starts.count }
  /// Number of chapters.
  public var chapterCount: Int { chapters.count }

  /// Which chapter a page belongs to, and which of its pages it is, all from 0.
  ///
  /// - Precondition: `page` is in 0 ..< ``count``.
  public func chapter(of page: Int) -> (number: Int, page: Int, pages: Int) {
    precondition(starts.indices.contains(page), "there is no page \(page)")
    let number = (chapters.firstIndex { $0 > page } ?? chapters.count) - 1
    let end = number + 1 < chapters.count ? chapters[number + 1] : count
    return (number, page - chapters[number], end - chapters[number])
  }

  /// The page here that has the words with which a page of another setting of the same text begins.
  ///
  /// - Precondition: `page` is one of `other`, and both are of one text.
  public func page(with page: Int, of other: TextBook) -> Int {
    precondition(chapters.count == other.chapters.count, "the settings are of two texts")
    let chapter = other.chapter(of: page).number
    let first = chapters[chapter]
    let end = chapter + 1 < chapters.count ? chapters[chapter + 1] : count
    // The last one that begins no later.
    return (first..<end).last { starts[$0].left >= other.starts[page].left } ?? first
  }

  /// What a page says: its paragraphs, or parts of them, with an empty line between.
  ///
  /// - Precondition: `page` is in 0 ..< ``count``.
  public func text(of page: Int) -> String {
    precondition(starts.indices.contains(page), "there is no page \(page)")
    let next = page + 1
    let endsChapter = next == count || chapters.contains(next)
    return starts[page].text(before: endsChapter ? nil : starts[next])
  }

  /// Draws a page.
  ///
  /// - Throws: `SamplePagesError` if there is no memory for it.
  /// - Precondition: `page` is in 0 ..< ``count``.
  public func picture(of page: Int) throws(SamplePagesError) -> Pixmap {
    precondition(starts.indices.contains(page), "there is no page \(page)")
    let column = try Self.column(design, style)
    return try design.draw { canvas throws(SamplePagesError) in
      var flow = starts[page]
      _ = try flow.set(column, indentsFirst: false, on: canvas)
      guard style.hasPageNumbers else { return }
      let number = try TextLayout(
        "\(page + 1)", Typeface(size: column.face.size * 0.9), width: column.width,
        alignment: .centred, on: canvas)
      let foot = Double(size.height) * (1 - style.bottom / 2)
      number.draw(
        x: column.left, baseline: foot + column.face.size * 0.3, design.inks.faint)
    }
  }

  private static func column(
    _ design: PageDesign, _ style: Style
  ) throws(SamplePagesError) -> TextFlow.Column {
    let (width, height) = (Double(design.width), Double(design.height))
    for margin in [style.left, style.right, style.top, style.bottom]
    where !(margin >= 0 && margin <= 0.45) {
      throw .drawing("a margin is \(margin) of the page; it must be 0…0.45")
    }
    var (face, leading) = (design.face, design.leading)
    if let size = style.size {
      guard size >= 1, size <= 10_000 else {
        throw .drawing("letters of \(size) pixels; they must have 1…10000")
      }
      leading *= size / face.size
      face.size = size
    }
    let depth = height * (1 - style.top - style.bottom)
    let lines = Int((depth / leading).rounded(.down))
    guard lines > 0 else {
      throw .drawing("there is no room for a line; take smaller margins, or smaller letters")
    }
    return TextFlow.Column(
      left: width * style.left, width: max(width * (1 - style.left - style.right), 1),
      firstBaseline: height * style.top + face.size * 0.75, leading: leading, lineCount: lines,
      face: face, inks: design.inks)
  }

  /// Paragraphs of one line each.
  private static func paragraphs(_ text: Substring) -> [String] {
    var paragraphs: [String] = []
    var words: [Substring] = []
    func end() {
      // Pango's texts end at a zero.
      let text = words.joined(separator: " ").replacing("\0", with: "\u{FFFD}")
      if !text.isEmpty { paragraphs.append(text) }
      words = []
    }
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      let parts = line.split(whereSeparator: \.isWhitespace)
      if parts.isEmpty { end() } else { words += parts }
    }
    end()
    return paragraphs
  }
}
