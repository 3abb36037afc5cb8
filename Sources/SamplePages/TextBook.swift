public import CurlCore
public import CurlSystem

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
  /// How much the text may ask for.
  public let limits: Limits
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
  /// It takes time and memory as the text has letters, whatever is in it; of combining marks, a letter
  /// keeps 32.
  ///
  /// - Throws: `SamplePagesError` without a font, for a side out of range, for margins, or letters, that
  ///   leave no room for a line, and for a text of more bytes, lines, words or pages than `limits` allows.
  public init(
    _ text: String, size: PageSize, style: Style = Style(), limits: Limits = Limits()
  ) throws(SamplePagesError) {
    let design = try PageDesign(
      width: size.width, height: size.height, inks: style.isDark ? .night : .day)
    self.size = size
    self.style = style
    self.limits = limits
    self.design = design
    let column = try Self.column(design, style)
    // Lines are broken by what they measure: nothing of this is looked at.
    let canvas = try Canvas(width: 1, height: 1)
    var starts: [TextFlow] = []
    var chapters: [Int] = []
    let layout = try column.layout(.left, on: canvas)
    do throws(LimitExceeded) {
      let read = try TextReader.read(text, limits)
      for chapter in read.chapters {
        var flow = TextFlow(read.text, chapter)
        chapters.append(starts.count)
        while !flow.isOver {
          try limits.check(.pages, starts.count + 1, of: "the text")
          starts.append(flow)
          _ = flow.set(column, indentsFirst: false, layout, draws: false)
        }
      }
    } catch {
      throw .exceeded(error)
    }
    self.starts = starts
    self.chapters = chapters
  }

  /// Number of pages, 0 for a text without words.
  public var count: Int { starts.count }

  /// Which chapter a page belongs to, and which of its pages it is, all from 0.
  ///
  /// - Precondition: `page` is in 0 ..< ``count``.
  public func chapter(of page: Int) -> (number: Int, page: Int, pages: Int) {
    precondition(starts.indices.contains(page), "there is no page \(page)")
    var (number, after) = (0, chapters.count)
    while after - number > 1 {
      let middle = (number + after) / 2
      if chapters[middle] <= page { number = middle } else { after = middle }
    }
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
    let endsChapter = next == count || chapter(of: next).page == 0
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
}
