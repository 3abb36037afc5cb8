/// The stage of a turn: the page, the layout of pages, and the canvas.
///
/// A facing page lies to the left of the turning page, across the spine at x = 0. The leaf turns
/// about the spine and lands on the facing page, back up.
public struct TurnStage: Sendable, Equatable {
  /// Size of the pages.
  public var page: PageSize
  /// Area and size of a frame.
  public var canvas: Canvas
  /// Whether a facing page lies to the left of the spine.
  public var isFacing: Bool
  /// Number of leaves that turn one after the other, ≥ 1: the front first, then `.leafFront(1)` and
  /// so on.
  public var leaves: Int
  /// Motion of each leaf; nil derives them from the moment.
  ///
  /// One element per leaf, in descending order of progress; the moment's progress is the mean of
  /// theirs.
  public var motions: [LeafMotion]?
  /// Pictures with alpha, which show the pages under them.
  public var translucent: Set<Picture> = []
  /// Colours of the leaves' own papers, by the pictures of their fronts, for a look whose `paper` is
  /// nil; a leaf without one has ``Colour/printPaper``.
  public var papers: [Picture: Colour] = [:]

  /// A stage.
  ///
  /// A nil canvas is the page, or with a facing page both pages, one output pixel per page pixel.
  public init(page: PageSize, canvas: Canvas? = nil, isFacing: Bool = false, leaves: Int = 1) {
    precondition(leaves > 0, "a turn takes a leaf")
    self.page = page
    self.isFacing = isFacing
    self.leaves = leaves
    self.canvas =
      canvas
      ?? (isFacing
        ? Canvas(
          width: 2 * page.width, height: page.height, origin: SIMD2(-Double(page.width), 0),
          step: SIMD2(1, 1)) : Canvas(page: page))
  }

  /// The page's width and height.
  var size: SIMD2<Double> { SIMD2(Double(page.width), Double(page.height)) }

  /// Names of the front and back pictures of leaf `number`, from 0.
  func pictures(ofLeaf number: Int) -> (front: Picture, back: Picture) {
    number == 0 ? (.front, .back) : (.leafFront(number), .leafBack(number))
  }

  /// The colour of the paper of leaf `number`, from 0: the look's, or else the leaf's own.
  public func paper(ofLeaf number: Int, _ look: Look) -> Colour {
    look.paper ?? papers[pictures(ofLeaf: number).front] ?? .printPaper
  }

  /// A look whose `paper` is that of leaf `number`.
  func look(_ look: Look, ofLeaf number: Int) -> Look {
    var own = look
    own.paper = paper(ofLeaf: number, look)
    return own
  }

  /// A flat page, moved by an offset.
  func flat(_ picture: Picture, at offset: SIMD2<Double> = .zero) -> Leaf {
    Leaf(
      front: Face(.picture(picture)), back: Face(.mirrored),
      surface: .projective(offset == .zero ? .identity : .translation(offset)))
  }

  /// A page moved by an offset and cropped to the page's rectangle at rest.
  func sliding(_ picture: Picture, at offset: SIMD2<Double>) -> Leaf {
    var leaf = flat(picture, at: offset)
    let low = pointwiseMax(SIMD2<Double>(), SIMD2<Double>() - offset)
    let high = pointwiseMin(size, size - offset)
    leaf.clip = Rectangle(origin: low, size: pointwiseMax(high - low, SIMD2<Double>()))
    return leaf
  }

  /// Pages under a turning leaf: the next page and, if any, the facing page.
  var ground: [Leaf] {
    let next = flat(.next)
    return isFacing ? [flat(.beside, at: SIMD2(-size.x, 0)), next] : [next]
  }

  /// A scene of this stage with a look's background, outline, camera and light.
  ///
  /// `strength` is the light's, see `Light`; `radius` is the roll's, page pixels.
  func scene(
    _ look: Look, base: Base, ground: [Leaf]? = nil, leaves: [Leaf], strength: Double = 1,
    radius: Double = 0
  ) -> Scene {
    Scene(
      page: page, outline: .rectangle(cornerRadius: look.cornerRadius(on: page)), base: base,
      ground: ground ?? self.ground, leaves: leaves, background: look.background,
      camera: look.camera(on: page),
      light: look.light(on: page, radius: radius, strength: strength),
      canvas: canvas)
  }

  /// The scene before the turn: the front and further leaves, over the pages under them.
  func start(_ look: Look, base: Base) -> Scene {
    let waiting = (0..<leaves).reversed().map { flat(pictures(ofLeaf: $0).front) }
    return scene(look, base: base, leaves: waiting)
  }

  /// The scene after the turn: the pages under the leaves and, with facing pages, the leaves'
  /// backs.
  func end(_ look: Look, base: Base) -> Scene {
    scene(look, base: base, leaves: isFacing ? (0..<leaves).map { landed($0, look) } : [])
  }

  /// A leaf that has turned over and lies on the facing page.
  func landed(_ number: Int, _ look: Look) -> Leaf {
    let (front, back) = pictures(ofLeaf: number)
    return Leaf(
      front: Face(.picture(front)),
      back: self.look(look, ofLeaf: number).back(isFacing: true, picture: back),
      surface: .projective(.scale(SIMD2(-1, 1))))
  }
}

extension Look {
  /// The paper's colour; photographic paper if the page's own isn't known.
  var paperColour: Colour { paper ?? .printPaper }

  /// Radius of the corners, page pixels; at most half of the page's shorter side.
  func cornerRadius(on page: PageSize) -> Double {
    min(cornerRadius.pixels(on: page), Double(min(page.width, page.height)) / 2)
  }

  /// The camera, with lengths in page pixels.
  func camera(on page: PageSize) -> Camera {
    switch view {
    case .above: .orthographic
    case .eye(.perspective(0), _): .orthographic
    case .eye(let distance, let centre):
      .perspective(
        centre: centre * SIMD2(Double(page.width), Double(page.height)),
        distance: distance.pixels(on: page))
    case .oblique(let shear): .oblique(shear: shear)
    }
  }

  /// Least height at which a sheet with a roll of `radius` casts its shadow, page pixels.
  func shadowLift(on page: PageSize, radius: Double) -> Double {
    shadowLift?.pixels(on: page) ?? max(radius, 0.01 * Double(page.width))
  }

  /// The light; `strength` is the value of the turn's ramps, 0…1.
  func light(on page: PageSize, radius: Double, strength: Double) -> Light {
    Light(
      isLit: isLit, shadowAmount: shadowAmount, shadowSize: shadowSize,
      shadowLift: shadowLift(on: page, radius: radius), shading: shading, key: keyLight,
      // A sharp fold has a crease of about 1 % of the page's width.
      bounce: bounce, sheen: sheen, crease: 0.004 * Double(page.width), gloss: gloss,
      strength: strength)
  }

  /// Contents of a leaf's back.
  ///
  /// With a facing page, a back picture has no show-through.
  func back(isFacing: Bool = false, picture: Picture = .back) -> Face {
    let contents: Face.Contents =
      switch back {
      case .mirrored: .mirrored
      case .picture: .picture(picture)
      case .colour(let colour): .colour(colour)
      }
    guard isLit else { return Face(contents) }
    let rest = contents == .mirrored ? 1 - showThrough : 0
    let shines = isFacing && back == .picture ? 0 : showThrough
    return Face(
      contents, showThrough: shines, tint: tint ?? paperColour, tintAmount: tintAmount ?? rest,
      // A mirrored front with an explicit `tintAmount` doesn't count as light through the paper.
      fades: contents == .mirrored ? tintAmount == nil : shines > 0)
  }
}
