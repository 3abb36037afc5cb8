internal import ArgumentParser
internal import PageCurl

/// The two pictures of a turn.
struct PageOptions: ParsableArguments {
  @Argument(
    help: "The page that turns: a PNG, JPEG or WebP picture, told by its content.",
    completion: .picture)
  var front: String

  @Argument(
    help: "The page that appears under it: a picture of the same size, or see --fit.",
    completion: .picture)
  var next: String

  /// Reads the pictures and makes the turn that the options describe.
  func turn(_ look: LookOptions, _ size: SizeOptions, _ limits: LimitOptions)
    throws(CommandError) -> PageTurn
  {
    try size.size?.check(limit: limits.maxPixels)
    try look.check(look.turning.kind.type)
    let front = try limits.read(front)
    let page = PageSize(width: front.width, height: front.height)
    let turn = try look.turn(on: page)
    let binding = look.turning.edge
    let canvas = try size.canvas(page, turn, limits, Spread(binding: binding))
    let next = try limits.read(next)
    let back = try look.backPicture(limits)
    let background = try look.backgroundPicture(limits)
    do throws(RenderError) {
      let pages = try Pages(
        front: front, next: next, back: back, background: background, fit: size.fit)
      return try PageTurn(
        pages, turn, canvas: canvas, binding: binding, layers: look.layers)
    } catch {
      throw CommandError(error)
    }
  }

  /// All picture files that are read.
  func files(_ look: LookOptions) -> [String] { [front, next] + look.files }
}

extension CompletionKind {
  /// The names of pictures that can be read.
  static var picture: CompletionKind { .file(extensions: ["png", "jpg", "jpeg", "webp"]) }
}
