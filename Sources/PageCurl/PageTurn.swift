/// A page turn ready to be drawn: pages, curl, and what is drawn of them.
public struct PageTurn: Sendable {
  /// What of a frame is drawn.
  public enum Layers: Sendable, Equatable {
    /// The sheet over the next page over the background.
    case all
    /// The sheet alone over transparency, without the shadow that it casts.
    case sheet
    /// The sheet and the shadow that it casts, as black with the alpha of the light that is lost:
    /// over the next page, in linear light, this is the whole frame over a clear background. What
    /// falls beside the page on an opaque one isn't part of it.
    case sheetAndShadow
  }

  /// The pictures.
  public let pages: Pages
  /// The curl on its page and canvas.
  public let curl: CurlTurn
  /// What of it is drawn; default all.
  public let layers: Layers

  /// A turn of pages.
  ///
  /// - Parameters:
  ///   - pages: the pictures.
  ///   - parameters: how the sheet curls.
  ///   - canvas: what is drawn and at what size; nil is the page, pixel for pixel.
  ///   - layers: what of it.
  /// - Throws: `.parameter` for one out of its range, `.limit` for a frame of too many pixels,
  ///   `.missingPicture` where the parameters name a back or background picture that `pages`
  ///   hasn't.
  public init(
    _ pages: Pages, _ parameters: CurlParameters = CurlParameters(), canvas: Canvas? = nil,
    layers: Layers = .all
  ) throws(RenderError) {
    do throws(CurlParameters.RangeError) {
      try parameters.check()
    } catch {
      throw RenderError(.parameter, error.description)
    }
    if parameters.back == .picture && pages.back == nil {
      throw RenderError(.missingPicture, "the back is a picture, but none was given")
    }
    if parameters.background == .picture && pages.background == nil {
      throw RenderError(.missingPicture, "the background is a picture, but none was given")
    }
    let canvas = canvas ?? Canvas(page: pages.size)
    try Self.check(canvas)
    self.pages = pages
    self.layers = layers
    curl = CurlTurn(parameters, page: pages.size, canvas: canvas)
  }

  /// Most pixels that a frame may have.
  public static let largestFrame = 1 << 30

  private static func check(_ canvas: Canvas) throws(RenderError) {
    let (count, isOver) = canvas.width.multipliedReportingOverflow(by: canvas.height)
    if isOver || count > largestFrame {
      throw RenderError(
        .limit, "a frame of \(canvas.width)×\(canvas.height) has more than \(largestFrame) pixels")
    }
    for value in [canvas.origin.x, canvas.origin.y] where !(abs(value) <= 1e6) {
      throw RenderError(.parameter, "the canvas's origin is \(value), but must be −1e6…1e6")
    }
    for value in [canvas.step.x, canvas.step.y] where !(value >= 1e-6 && value <= 1e6) {
      throw RenderError(.parameter, "the canvas's step is \(value), but must be 1e-6…1e6")
    }
  }

  /// The moment of frame `index` of `count`: progress index / (count − 1), 0 for a single frame.
  public static func moment(ofFrame index: Int, of count: Int) -> Moment {
    .progress(count > 1 ? Double(index) / Double(count - 1) : 0)
  }

  /// The scene at a moment.
  public func scene(_ moment: Moment) -> Scene {
    switch layers {
    case .all: return curl.scene(moment)
    case .sheet, .sheetAndShadow:
      var scene = curl.scene(moment, base: layers == .sheet ? .nothing : .shadow)
      scene.background = .colour(.clear)
      return scene
    }
  }
}
