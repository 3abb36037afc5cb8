/// A flat fold straight across the page with bands of shadow beside it: the page turn of the Leaves
/// library.
///
/// With e = 1 − progress, the fold is at x = e·W. The front remains to its left, and the reverse
/// covers x from (2e − 1)·W to the fold. The bands are ramps of black, not cast shadows. Their
/// widths in the library, 51 and 40 pixels, assume a screen 768 pixels wide. With a facing page,
/// the reverse can show another picture, the shadow under the fold also fades in, and the shading
/// fades out.
public struct LeavesTurn: Turn {
  /// `leaves`.
  public static let name = "leaves"
  /// One-sentence summary.
  public static let summary = "The page folds over flat, with bands of shadow along the fold."
  /// The leaf can land on a facing page.
  public static let turnsSpreads = true
  /// The library's own mixing.
  public static var presets: [TurnPreset<Self>] {
    [
      TurnPreset(
        "source", "bands mixed in encoded values, as in the original", source, ease: .linear)
    ]
  }
  /// Widths and strengths of the bands, and the look's parameters.
  public static let parameters: [TurnParameter<Self>] =
    [
      TurnParameter("shadowWidth", "width of the shadows beside the reverse") {
        $1(&$0.shadowWidth)
      },
      TurnParameter("shadingWidth", "width of the shading on the reverse") { $1(&$0.shadingWidth) },
      TurnParameter("dimming", .share, 0...1, "share of light that the turning page loses") {
        $1(&$0.dimming)
      },
      TurnParameter(
        "stagger", .share, 0...1, "delay between leaves' starts, share of a turn"
      ) { $1(&$0.stagger) },
    ]
    + lookParameters(
      "showThrough", "grain", "shadowAmount", "shading", "cornerRadius", "contactShadow")

  /// Width of the shadows on both sides of the reverse, 0 … 1,000,000 in either unit; 0 disables
  /// them, default 40/768 of the page's width.
  public var shadowWidth: Length = .percent(40 / 7.68)
  /// Width of the shading on the reverse along the fold, 0 … 1,000,000 in either unit; 0 disables
  /// it, default 51/768 of the page's width.
  public var shadingWidth: Length = .percent(51 / 7.68)
  /// Share of light that the turning page and the facing page lose, 0…1; default 0.2.
  public var dimming: Double = 0.2
  /// Delay between the starts of consecutive leaves, as a share of a leaf's time, 0…1; default 0.2.
  public var stagger: Double = 0.2
  /// Values in which the bands, the dimming and the paper over the reverse are mixed; default
  /// linear light.
  public var mixing = Mixing.linear
  /// The look; `shadowAmount` and `shading` are the bands' largest opacities, default 0.6, and
  /// `showThrough` defaults to 0.2.
  public var look = Look()

  /// The library's numbers: on a single page, the reverse is the mirrored front under a share of
  /// 0.8 of the paper's colour, which is white in the library.
  public init() {
    look.showThrough = 0.2
    look.shadowAmount = 0.6
    look.shading = 0.6
  }

  /// The defaults.
  public static let leaves = LeavesTurn()
  /// The defaults on white paper, mixed in encoded values, as on the library's screens.
  public static let source: LeavesTurn = {
    var turn = LeavesTurn()
    turn.mixing = .encoded
    turn.look.paper = .white
    turn.look.leafBlock = .pixels(0)
    turn.look.grain = 0
    return turn
  }()

  /// Throws for the first parameter out of its range.
  public func check() throws(ParameterError) {
    try ParameterError.require("shadowWidth", shadowWidth)
    try ParameterError.require("shadingWidth", shadingWidth)
    try ParameterError.require("dimming", dimming, 0...1)
    try ParameterError.require("stagger", stagger, 0...1)
    try look.check()
  }

  /// The pages and the bands from bottom to top: the shadow on the next page, the rest of the
  /// front, its dimming and shadow, the shadow on the facing page, the reverse, its shading.
  public func scene(_ moment: Moment, on stage: TurnStage, base: Base) -> Scene {
    let progress = progress(moment, on: stage)
    guard progress > 0 else { return stage.start(look, base: base) }
    guard progress < 1 else { return stage.end(look, base: base) }
    // Leaves not yet turned lie below the turned leaves, which are in reading order.
    var (flat, turned): ([Leaf], [Leaf]) = ([], [])
    var landed: Int?
    // The page to which the bands are cropped: the facing page, or the back that landed on it last.
    func beside(_ landed: Int?) -> Leaf {
      let isPicture = look.back == .picture
      let picture = landed.map { isPicture ? stage.pictures(ofLeaf: $0).back : .beside } ?? .beside
      return stage.flat(picture, at: SIMD2(-stage.size.x, 0))
    }
    for number in 0..<stage.leaves {
      let edge = 1 - stage.progress(ofLeaf: number, progress, stagger: stagger)
      var front = stage.flat(stage.pictures(ofLeaf: number).front)
      if edge >= 1 {
        flat.insert(front, at: 0)
      } else if edge > 0 {
        front.clip = stage.strip(from: 0, to: edge * stage.size.x)
        // The band on the page below is the sheet's shadow: without a base there is none.
        let lower = stage.flat(
          number + 1 < stage.leaves ? stage.pictures(ofLeaf: number + 1).front : .next)
        let below = base == .nothing ? [] : shadowBelow(edge, lower, on: stage)
        flat = below + [front] + flat
        // These bands also fall on leaves that turned earlier.
        turned += bandsOnTop(edge, front, on: stage)
        if base != .nothing && stage.isFacing {
          turned += shadowsBeside(edge, beside(landed), on: stage)
        }
        turned += reverse(ofLeaf: number, edge, on: stage)
      } else if stage.isFacing {
        turned.append(stage.landed(number, look))
        landed = number
      }
    }
    return stage.scene(look, base: base, leaves: flat + turned)
  }

  // MARK: Bands

  /// Opacity of bands that fade in over the first quarter of the turn.
  private func fadeIn(_ edge: Double) -> Double { min(1, 4 * (1 - edge)) }

  /// Opacity of bands that fade out over the last quarter: the shadow under the fold and, between
  /// facing pages, the shading.
  ///
  /// Between facing pages, the library removes both abruptly when the page has landed. Here they
  /// fade by the library's rule for single pages.
  private func fadeOut(_ edge: Double) -> Double { min(1, 4 * edge) }

  private func shadowBelow(_ edge: Double, _ page: Leaf, on stage: TurnStage) -> [Leaf] {
    let fold = edge * stage.size.x
    let width = shadowWidth.pixels(on: stage.page)
    let opacity = fadeOut(edge) * (stage.isFacing ? fadeIn(edge) : 1)
    return [
      band(
        page, from: fold, to: fold + width, darkAt: fold, opacity, of: look.shadowAmount,
        on: stage)
    ].compactMap { $0 }
  }

  private func shadowsBeside(_ edge: Double, _ page: Leaf, on stage: TurnStage) -> [Leaf] {
    let reverse = (2 * edge - 1) * stage.size.x
    let width = shadowWidth.pixels(on: stage.page)
    // Coordinates of the facing page.
    let end = reverse + stage.size.x
    return [
      dimmed(page, from: 0, to: stage.size.x, fadeIn(edge), on: stage),
      band(
        page, from: reverse - width + stage.size.x, to: end, darkAt: end, fadeIn(edge),
        of: look.shadowAmount, on: stage),
    ].compactMap { $0 }
  }

  private func bandsOnTop(_ edge: Double, _ page: Leaf, on stage: TurnStage) -> [Leaf] {
    let fold = edge * stage.size.x
    let reverse = (2 * edge - 1) * stage.size.x
    let width = shadowWidth.pixels(on: stage.page)
    return [
      dimmed(page, from: 0, to: fold, fadeIn(edge), on: stage),
      band(
        page, from: reverse - width, to: reverse, darkAt: reverse, fadeIn(edge),
        of: look.shadowAmount, on: stage),
    ].compactMap { $0 }
  }

  private func reverse(ofLeaf number: Int, _ edge: Double, on stage: TurnStage) -> [Leaf] {
    let fold = edge * stage.size.x
    let (front, back) = stage.pictures(ofLeaf: number)
    let opacity = stage.opacity(at: 1 - edge)
    let over = Surface.projective(.scale(SIMD2(-1, 1)).then(.translation(SIMD2(2 * fold, 0))))
    var sheet = Leaf(
      front: Face(.picture(front)),
      back: stage.look(look, ofLeaf: number).back(isFacing: stage.isFacing, picture: back),
      opacity: opacity, surface: over, clip: stage.strip(from: fold, to: stage.size.x))
    sheet.mixing = mixing
    let width = shadingWidth.pixels(on: stage.page)
    guard look.isLit, width > 0 else { return [sheet] }
    let dark = Self.black(look.shading)
    let ramp = Gradient(
      start: SIMD2(fold, 0), end: SIMD2(fold + width, 0), from: dark, to: Self.black(0))
    let shading = sheet.shaded(
      .gradient(ramp), opacity: stage.isFacing ? fadeOut(edge) : opacity,
      clip: stage.strip(from: fold, to: fold + width), mixing: mixing)
    return [sheet, shading]
  }

  private static func black(_ alpha: Double) -> Colour {
    Colour(red: 0, green: 0, blue: 0, alpha: alpha)
  }

  /// A ramp of black between two x of a page, darkest at `dark`; nil for a width of 0 or an unlit
  /// look.
  private func band(
    _ page: Leaf, from low: Double, to high: Double, darkAt dark: Double, _ opacity: Double,
    of alpha: Double, on stage: TurnStage
  ) -> Leaf? {
    guard look.isLit, high > low else { return nil }
    let ramp = Gradient(
      start: SIMD2(dark, 0), end: SIMD2(dark == low ? high : low, 0), from: Self.black(alpha),
      to: Self.black(0))
    return plate(page, .gradient(ramp), from: low, to: high, opacity, on: stage)
  }

  private func dimmed(
    _ page: Leaf, from low: Double, to high: Double, _ opacity: Double, on stage: TurnStage
  ) -> Leaf? {
    guard look.isLit else { return nil }
    return plate(page, .colour(Self.black(dimming)), from: low, to: high, opacity, on: stage)
  }

  /// A part of a page, filled with `contents`; nil if the part lies outside the page.
  private func plate(
    _ page: Leaf, _ contents: Face.Contents, from low: Double, to high: Double, _ opacity: Double,
    on stage: TurnStage
  ) -> Leaf? {
    let clip = stage.strip(from: low, to: high)
    guard clip.size.x > 0 else { return nil }
    return page.shaded(contents, opacity: opacity, clip: clip, mixing: mixing)
  }
}

extension TurnStage {
  /// A strip of the page from top to bottom, between two x, cropped to the page.
  func strip(from low: Double, to high: Double) -> Rectangle {
    let low = min(max(low, 0), size.x)
    let high = min(max(high, low), size.x)
    return Rectangle(x: low, y: 0, width: high - low, height: size.y)
  }
}
