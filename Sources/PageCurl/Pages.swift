internal import CurlCPU

/// The pictures of a turn, prepared once for any number of frames.
///
/// Safe from any task; a renderer uploads them once.
public final class Pages: Sendable {
  /// The page's size: the front's.
  public let size: PageSize
  /// Whether there is a back picture.
  public let hasBack: Bool
  /// Whether there is a background picture.
  public let hasBackground: Bool

  package let pictures: FramePictures

  /// Prepares the pictures of a turn.
  ///
  /// - Parameters:
  ///   - front: the page that turns.
  ///   - next: the page that appears.
  ///   - back: the back of the page that turns, in its own orientation.
  ///   - background: what is under everything, stretched over the canvas; any size.
  ///   - fit: how `next` and `back` are made the front's size; nil demands that they are.
  /// - Throws: `.sizes` where sizes differ and `fit` is nil.
  public init(
    front: Pixmap, next: Pixmap, back: Pixmap? = nil, background: Pixmap? = nil, fit: Fit? = nil
  ) throws(RenderError) {
    size = PageSize(width: front.width, height: front.height)
    hasBack = back != nil
    hasBackground = background != nil
    var sameBack: PreparedPicture?
    if let back { sameBack = PreparedPicture(try Self.match(back, "back", size, fit)) }
    pictures = FramePictures(
      front: PreparedPicture(front),
      next: PreparedPicture(try Self.match(next, "next", size, fit)),
      back: sameBack,
      background: background.map(PreparedPicture.init))
  }

  private static func match(_ picture: Pixmap, _ name: String, _ size: PageSize, _ fit: Fit?)
    throws(RenderError) -> Pixmap
  {
    if picture.width == size.width && picture.height == size.height { return picture }
    guard let fit else {
      throw RenderError(
        .sizes,
        "the \(name) picture is \(picture.width)×\(picture.height), but the front is "
          + "\(size.width)×\(size.height): use pictures of one size, or a fit of contain, cover "
          + "or stretch (--fit)")
    }
    return picture.scaled(width: size.width, height: size.height, fit: fit)
  }
}

extension Pixmap {
  /// The picture at another size: each pixel the mean of what it covers, in linear light.
  ///
  /// What a `fit` of `.contain` leaves over is clear.
  public func scaled(width: Int, height: Int, fit: Fit) -> Pixmap {
    let size = PageSize(width: self.width, height: self.height)
    let scene = Scene(
      page: size, base: .next, leaves: [],
      canvas: Canvas(page: size, width: width, height: height, fit: fit))
    // A scene without leaves is always one that the renderer can draw.
    guard let frame = try? CurlFrame(scene) else { return self }
    let picture = PreparedPicture(self)
    let storage = CPURenderer.render(
      frame, FramePictures(front: picture, next: picture), rows: 0..<height, format: format)
    return Pixmap(width: width, height: height, storage: storage)
  }
}
