internal import ArgumentParser
internal import PageCurl
internal import PageFilm

/// Size of the output, and how pictures of other shapes fit.
struct SizeOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Size of the output in pixels, including the margin, each side 1 to 65535. If its shape \
      differs from that of the page with its margin, it needs --fit. (default: the size of both)
      """, valueName: "WxH"),
    transform: OutputSize.init(argument:))
  var size: OutputSize?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Picture pixels per output pixel, 0.01 to 100, such as 2 for a capture with 2 pixels per \
      point: the output is smaller by that factor. Within 0.1 of 1 nothing is scaled. (default: 1)
      """, valueName: "factor"),
    transform: Value.number(0.01...100))
  var scale: Double?

  @OptionGroup
  var margin: MarginOptions

  @Option(
    help: ArgumentHelp(
      """
      How pictures of another size fit the front's size, and how the page fits an output of \
      another shape: contain shows the whole picture, cover fills and crops, stretch distorts. \
      Without this option a difference is an error.
      """, valueName: "fit"))
  var fit: Fit?

  /// Area of a page or of facing pages with the margin, and the output's size in pixels.
  ///
  /// The area fills an output of the same shape, apart from rounding; another shape needs `--fit`.
  func canvas(
    _ page: PageSize, _ turn: any Turn, _ look: LookOptions, _ limits: LimitOptions,
    _ pagesArea: PagesArea
  ) throws(CommandError) -> Canvas {
    let named = try look.named(limits.values)
    let pages = pagesArea.area(page)
    let whole = pages.grown(by: margin.margin(page, turn, named, pagesArea))
    guard let size = size ?? scaled(whole) else {
      try margin.check(whole, limit: limits.maxPixels)
      return whole
    }
    try size.check(limit: limits.maxPixels)
    let area = PageSize(width: whole.width, height: whole.height)
    let canvas = Canvas(
      page: area, width: size.width, height: size.height,
      fit: try fit(area, in: size, hasMargin: whole != pages))
    return Canvas(
      width: canvas.width, height: canvas.height, origin: canvas.origin + whole.origin,
      step: canvas.step)
  }

  func validate() throws {
    if size != nil && scale != nil {
      throw ValidationError("--size and --scale both set the output's size: drop one of them")
    }
  }

  /// Output size by `--scale`; nil keeps the area's size.
  private func scaled(_ whole: Canvas) -> OutputSize? {
    guard let scale else { return nil }
    let capture = CaptureScale(scale)
    guard capture.isRescaled else { return nil }
    let page = capture.page(of: PageSize(width: whole.width, height: whole.height))
    return OutputSize(width: page.width, height: page.height)
  }

  /// How an area of page pixels fits an output.
  private func fit(
    _ area: PageSize, in size: OutputSize, hasMargin: Bool
  ) throws(CommandError) -> Fit {
    let (width, height) = (Double(size.width), Double(size.height))
    let exactWidth = height * Double(area.width) / Double(area.height)
    let exactHeight = width * Double(area.height) / Double(area.width)
    if abs(width - exactWidth) <= 1 || abs(height - exactHeight) <= 1 { return .stretch }
    if let fit { return fit }
    let shape = (width / height).fixed(3)
    let areaShape = (Double(area.width) / Double(area.height)).fixed(3)
    throw CommandError(
      .usage,
      "--size \(size.width)x\(size.height) has another shape (\(shape) wide for 1 high) than the "
        + "page of \(area.width)x\(area.height)\(hasMargin ? ", margin included," : "") "
        + "(\(areaShape)): use " + Self.sizes([(width, exactHeight), (exactWidth, height)])
        + "--fit contain, cover or stretch")
  }

  /// Alternative sizes, each followed by the word that joins it to the next.
  private static func sizes(_ candidates: [(Double, Double)]) -> String {
    candidates.map { (max(1, $0.0.rounded()), max(1, $0.1.rounded())) }
      .filter { max($0.0, $0.1) <= Double(OutputSize.largest) }
      .map { "\(Int($0.0))x\(Int($0.1)), or " }.joined()
  }
}
