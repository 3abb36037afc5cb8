internal import ArgumentParser
internal import PageCache
internal import PageCurl
internal import PageFilm
internal import PageSources
internal import SamplePages

/// Source of a played book's pages unless they are pictures, and the cache of the pages.
struct PlaySourceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      A plain text to set in pages instead of pictures: UTF-8, with an empty line between \
      paragraphs and a form feed before a chapter.
      """, valueName: "file"),
    completion: .file(extensions: ["txt"]))
  var text: String?

  @Flag(help: "Light text on dark pages; needs --text.")
  var dark = false

  @Option(
    help: ArgumentHelp(
      """
      Margin on all four sides of the text; needs --text. (default: 12% to 14% of the side)
      """, valueName: "length"),
    transform: Value.length)
  var textMargin: Length?

  @Option(
    help: ArgumentHelp(
      "Size of the letters, pixels, 1 to 10000; needs --text. (default: suits the page)",
      valueName: "pixels"),
    transform: Value.number(1...10_000))
  var textSize: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Number of numbered pages to use instead of pictures, 1 to 100000.", valueName: "count"),
    transform: Value.count(1...100_000))
  var numbered: Int?

  @Option(
    help: ArgumentHelp(
      "Size of the pages of --text and --numbered, in pixels. (default: 768x1024)",
      valueName: "WxH"),
    transform: OutputSize.init(argument:))
  var pageSize: OutputSize?

  @Option(
    help: ArgumentHelp(
      """
      A folder that caches drawn pages for the next run, up to 1 GiB. (default: none)
      """, valueName: "folder"),
    completion: .directory)
  var cache: String?

  private static let defaultPageSize = OutputSize(width: 768, height: 1024)

  /// Throws unless the pages come from exactly one source; `pictures` is the number of picture
  /// files.
  func check(pictures: Int) throws(ValidationError) {
    let places =
      (pictures > 0 ? ["pictures"] : []) + (text == nil ? [] : ["--text"])
      + (numbered == nil ? [] : ["--numbered"])
    guard let place = places.first else {
      throw ValidationError(
        "there are no pages: name pictures, or give --text FILE or --numbered COUNT")
    }
    guard places.count == 1 else {
      throw ValidationError(
        "pages come from one source, not from \(places.joined(separator: " and ")): drop all but one"
      )
    }
    if pageSize != nil, place == "pictures" {
      throw ValidationError(
        "--page-size has no effect on pictures, which have their own size: drop it, or use "
          + "--size for the output's")
    }
    guard text == nil else { return }
    for (name, isThere) in [
      ("--dark", dark), ("--text-margin", textMargin != nil), ("--text-size", textSize != nil),
    ] where isThere {
      throw ValidationError("\(name) needs a text: add --text, or drop it")
    }
  }

  /// The pages.
  func pages(_ pictures: [String], _ limits: LimitOptions, fit: Fit?) async throws(CommandError)
    -> PlayPages
  {
    let wanted = pageSize ?? Self.defaultPageSize
    try wanted.check(limit: limits.maxPixels, option: "--page-size")
    try Self.check(limits.values, .side, max(wanted.width, wanted.height), of: "--page-size")
    let size = PageSize(width: wanted.width, height: wanted.height)
    try limits.check(pages: BookFilm.mostPages, of: size)
    if let numbered {
      try Self.check(limits.values, .pages, numbered, of: "--numbered")
      return try await kept(NumberedPages(count: numbered), size, limits.values)
    }
    if let text {
      return try await kept(try textPages(text, size, limits.values), size, limits.values)
    }
    do throws(FilmError) {
      let files = try BookFiles(pictures, fit: fit, limits: limits.values)
      return try await PlayPages(files, cache: cache, limits: limits.values)
    } catch {
      throw CommandError(error)
    }
  }

  /// The opaque pages of a source, cached in the folder of `--cache`.
  private func kept(
    _ source: any PageSource, _ size: PageSize, _ limits: Limits
  ) async throws(CommandError) -> PlayPages {
    do throws(FilmError) {
      return try await PlayPages(
        source, size: size, areOpaque: true, cache: cache, limits: limits)
    } catch {
      throw CommandError(error)
    }
  }

  /// Throws if an option exceeds a limit.
  private static func check(
    _ limits: Limits, _ name: Limits.Name, _ value: Int, of option: String
  ) throws(CommandError) {
    do throws(LimitExceeded) {
      try limits.check(name, value, of: option)
    } catch {
      throw CommandError(.usage, "\(error); \(error.help)")
    }
  }

  /// The pages of a text.
  private func textPages(
    _ path: String, _ size: PageSize, _ limits: Limits
  ) throws(CommandError) -> TextPages {
    let bytes = try InputFile.contents(of: path, "the text '\(path)'", limits, .textBytes)
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw CommandError(
        .badInput, "the text '\(path)' isn't UTF-8: convert it, for example with iconv -t utf-8")
    }
    var style = TextBook.Style()
    style.isDark = dark
    style.size = textSize
    if let margin = textMargin?.pixels(on: size) {
      let (across, along) = (margin / Double(size.width), margin / Double(size.height))
      (style.left, style.right, style.top, style.bottom) = (across, across, along, along)
    }
    let book: TextBook
    do throws(SamplePagesError) {
      book = try TextBook(text, size: size, style: style, limits: limits)
    } catch {
      if case .exceeded(let exceeded) = error {
        throw CommandError(
          LimitExceeded(
            name: exceeded.name, value: exceeded.value, limit: exceeded.limit,
            subject: "the text '\(path)'"))
      }
      guard case .drawing(let what) = error, textMargin != nil || textSize != nil else {
        throw CommandError(error)
      }
      throw CommandError(.usage, "cannot set the text by --text-margin and --text-size: \(what)")
    }
    guard book.count > 0 else {
      throw CommandError(.badInput, "the text '\(path)' has no words: give a text with words")
    }
    return TextPages(book, of: text)
  }
}
