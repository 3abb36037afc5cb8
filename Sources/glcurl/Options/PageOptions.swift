internal import ArgumentParser
internal import ImageFiles
internal import PageCurl

/// The two pictures of a turn.
struct PageOptions: ParsableArguments {
  @Argument(
    help: "The turning page: a PNG, JPEG or WebP picture, recognised by its content.",
    completion: .picture)
  var front: String

  @Argument(
    help: "The page that appears under it: a picture of the same size; see also --fit.",
    completion: .picture)
  var next: String

  /// Reads the pictures and makes the turn of the options.
  func turn(_ look: LookOptions, _ size: SizeOptions, _ limits: LimitOptions)
    async throws(CommandError) -> PageTurn
  {
    let inputs = TurnInputs(
      front: .file(front), next: .file(next), look: look, size: size, limits: limits)
    return try await inputs.turn()
  }

  /// All files that are read.
  func files(_ look: LookOptions) -> [String] { [front, next] + look.files }
}

extension CompletionKind {
  /// Extensions of readable pictures.
  static var picture: CompletionKind { .file(extensions: ["png", "jpg", "jpeg", "webp"]) }
}
