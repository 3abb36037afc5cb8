public import CurlCore
public import CurlSystem

/// A plain text set as the pages of a book.
///
/// Empty lines separate paragraphs, line ends within them are spaces, and a form feed starts a
/// chapter on a new page. Words wider than the column are broken, and U+0000, which has no letter,
/// is set as U+FFFD. Pages are broken once and drawn on request, in any order and from any task;
/// the same text and style give the same pages.
public struct TextBook: Sendable {
  /// Style of the text.
  public struct Style: Sendable, Equatable {
    /// Margin left of the text, as a share of the page's width, 0…0.45.
    public var left = 0.125
    /// Margin right of the text, same range.
    public var right = 0.14
    /// Margin above the text, as a share of the page's height, 0…0.45.
    public var top = 0.115
    /// Margin below the text, same range; the page number is in it.
    public var bottom = 0.12
    /// Size of the letters, pixels, 1…10,000; nil derives the size from the page's.
    public var size: Double?
    /// Whether the text is light on a dark page.
    public var isDark = false
    /// Whether pages have numbers.
    public var hasPageNumbers = true

    /// The style of the sample pages.
    public init() {}
  }

  /// Size of the pages, pixels.
  public let size: PageSize
  /// Style of the text.
  public let style: Style
  /// Limits on the text.
  public let limits: Limits
  /// For each page, the text of its chapter from the page's start on.
  private let starts: [TextFlow]
  /// First page of each chapter.
  private let chapters: [Int]
  private let design: PageDesign

  /// Number of a text's runs that ``CurlSystem/Limits/Name/textRuns`` doesn't limit.
  private static let freeRuns = 100_000

  /// Breaks a text into pages of a size.
  ///
  /// Time and memory are proportional to the number of letters, in any script; a letter keeps at
  /// most 32 combining marks.
  ///
  /// - Throws: `SamplePagesError` without a font or memory, for a side out of range, for margins or
  ///   letters that leave no room for a line, and for a text with more bytes, lines, words, runs or
  ///   pages than `limits`.
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
    // Only used for measuring lines.
    let canvas = try CairoPicture(width: 1, height: 1)
    var starts: [TextFlow] = []
    var chapters: [Int] = []
    let layout = try column.layout(.left, on: canvas)
    do throws(LimitExceeded) {
      let read = try TextReader.read(text, limits)
      var runs = 0
      for chapter in read.chapters {
        var flow = TextFlow(read.text, chapter)
        defer { runs += flow.runs }
        chapters.append(starts.count)
        while !flow.isOver {
          try limits.check(.pages, starts.count + 1, of: "the text")
          starts.append(flow)
          _ = flow.set(column, indentsFirst: false, layout, draws: false)
          let count = runs + flow.runs
          guard count > Self.freeRuns else { continue }
          try limits.check(.textRuns, count * 1000 / max(flow.offset, 1), of: "the text")
        }
      }
    } catch {
      throw .exceeded(error)
    }
    self.starts = starts
    self.chapters = chapters
  }

  /// Number of pages; 0 for a text without words.
  public var count: Int { starts.count }

  /// Chapter of a page and position of the page in it, from 0; number of pages of the chapter.
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

  /// The page with the first words of page `page` of `other`, another setting of the same text.
  ///
  /// - Precondition: `page` is a page of `other`, and both are settings of one text.
  public func page(with page: Int, of other: TextBook) -> Int {
    precondition(chapters.count == other.chapters.count, "the settings are of two texts")
    let chapter = other.chapter(of: page).number
    let first = chapters[chapter]
    let end = chapter + 1 < chapters.count ? chapters[chapter + 1] : count
    // The last page that starts no later than the other one.
    return (first..<end).last { starts[$0].remaining >= other.starts[page].remaining } ?? first
  }

  /// Text of a page: its paragraphs, or parts of them, separated by empty lines.
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
  /// - Throws: `SamplePagesError` if memory is short.
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
      throw .drawing("there is no room for a line; choose smaller margins or letters")
    }
    return TextFlow.Column(
      left: width * style.left, width: max(width * (1 - style.left - style.right), 1),
      firstBaseline: height * style.top + face.size * 0.75, leading: leading, lineCount: lines,
      face: face, inks: design.inks)
  }
}
