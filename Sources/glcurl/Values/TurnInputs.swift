internal import ImageFiles
internal import PageCurl
internal import PageFilm

/// The pictures and options of a turn of two pages.
struct TurnInputs {
  let front: PictureInput
  let next: PictureInput
  let look: LookOptions
  let size: SizeOptions
  let limits: LimitOptions

  /// Reads the pictures and makes the turn.
  ///
  /// Both pages are read and prepared at the same time, which takes as long as one.
  func turn() async throws(CommandError) -> PageTurn {
    try size.size?.check(limit: limits.maxPixels)
    try look.check(look.kind(limits.values).make())
    let fit = size.fit
    let frontPicture = Self.picture(front, limits)
    let frontPage = Task { await frontPicture.value.map(Page.init) }
    let nextPicture = Self.picture(next, limits)
    let nextPage = Task { () -> Result<Page, CommandError> in
      let wanted = try? await frontPicture.value.get()
      return await nextPicture.value.map { Page(Self.fitted($0, like: wanted, fit)) }
    }
    let front = try await frontPicture.value.get()
    let page = PageSize(width: front.width, height: front.height)
    try limits.check(pages: 2 + look.pictures.count, of: page)
    let turn = try look.turn(on: page, limits.values)
    let binding = look.turning.bindingOrLeft
    let canvas = try size.canvas(page, turn, look, limits, PagesArea(binding: binding))
    _ = try await nextPicture.value.get()
    let back = try look.backPicture(limits)
    let background = try look.backgroundPicture(limits)
    let pages = (front: try await frontPage.value.get(), next: try await nextPage.value.get())
    do throws(RenderError) {
      return try PageTurn(
        try Pages(
          front: pages.front, next: pages.next,
          back: back.map { Page(Self.fitted($0, like: front, fit)) },
          background: background.map(Page.init)),
        turn, canvas: canvas, binding: binding, layers: look.layers)
    } catch {
      throw CommandError(error)
    }
  }

  /// Starts reading a picture.
  private static func picture(_ input: PictureInput, _ limits: LimitOptions)
    -> Task<Result<Pixmap, CommandError>, Never>
  {
    let values = limits.values
    return Task {
      do throws(ImageFileError) {
        return .success(try input.read(values))
      } catch {
        return .failure(CommandError(error))
      }
    }
  }

  /// The picture scaled to the size of `other`, before it is prepared, so that it is prepared only
  /// once.
  private static func fitted(_ picture: Pixmap, like other: Pixmap?, _ fit: Fit?) -> Pixmap {
    guard let fit, let other, picture.width != other.width || picture.height != other.height
    else { return picture }
    return picture.scaled(width: other.width, height: other.height, fit: fit)
  }
}
