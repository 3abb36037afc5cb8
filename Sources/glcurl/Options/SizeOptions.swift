internal import ArgumentParser
internal import PageCurl

/// How large the output is, and how different shapes are brought together.
struct SizeOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Size of the output in pixels, each side 1 to 65535. Another shape than the page's needs \
      --fit. (default: the page's size)
      """, valueName: "WxH"),
    transform: OutputSize.init(argument:))
  var size: OutputSize?

  @Option(
    help: ArgumentHelp(
      """
      How pictures of another size meet the front's, and the page an output of another shape: \
      contain shows all of it, cover fills, stretch distorts. Without it, a difference is an \
      error.
      """, valueName: "fit"))
  var fit: Fit?

  /// What is drawn of a page, and at what size.
  ///
  /// Sizes of the page's shape, but for rounding, are filled by the page.
  func canvas(_ page: PageSize) throws(CommandError) -> Canvas {
    guard let size else { return Canvas(page: page) }
    let (width, height) = (Double(size.width), Double(size.height))
    let exactWidth = height * Double(page.width) / Double(page.height)
    let exactHeight = width * Double(page.height) / Double(page.width)
    let isSameShape = abs(width - exactWidth) <= 1 || abs(height - exactHeight) <= 1
    if isSameShape {
      return Canvas(page: page, width: size.width, height: size.height, fit: .stretch)
    }
    guard let fit else {
      let shape = (width / height).fixed(3)
      let pageShape = (Double(page.width) / Double(page.height)).fixed(3)
      throw CommandError(
        .usage,
        "--size \(size.width)x\(size.height) has another shape (\(shape) wide for 1 high) than the "
          + "page of \(page.width)x\(page.height) (\(pageShape)): use "
          + Self.sizes([(width, exactHeight), (exactWidth, height)])
          + "--fit contain, cover or stretch")
    }
    return Canvas(page: page, width: size.width, height: size.height, fit: fit)
  }

  /// The sizes that may be asked for instead, each with what joins it to the next word.
  private static func sizes(_ candidates: [(Double, Double)]) -> String {
    candidates.map { (max(1, $0.0.rounded()), max(1, $0.1.rounded())) }
      .filter { max($0.0, $0.1) <= Double(OutputSize.largest) }
      .map { "\(Int($0.0))x\(Int($0.1)), or " }.joined()
  }
}
