/// What a turn takes place on: the page, how pages lie, and what is drawn.
///
/// A facing page lies to the left of the one that turns, across a spine at x = 0; the leaf turns about
/// the spine and lands on it, its back up.
public struct TurnStage: Sendable, Equatable {
  /// The page's size.
  public var page: PageSize
  /// What is drawn.
  public var canvas: Canvas
  /// Whether another page faces the one that turns.
  public var isFacing: Bool
  /// How many leaves turn one after the other, 1 and up: the front first, then `.leafFront(1)` and
  /// so on.
  public var leaves: Int
  /// How each leaf moves, where they don't follow from the moment.
  ///
  /// There is one for each of `leaves`, none ahead of the one before it, and the moment's progress is
  /// the mean of theirs.
  public var motions: [LeafMotion]?
  /// The pictures that aren't opaque: through them is seen what lies under them.
  public var translucent: Set<Picture> = []

  /// A stage; the canvas is the page, or both pages where they face each other, pixel for pixel.
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

  /// Names of the pictures of leaf `number`, from 0: its front and its back.
  func pictures(ofLeaf number: Int) -> (front: Picture, back: Picture) {
    number == 0 ? (.front, .back) : (.leafFront(number), .leafBack(number))
  }

  /// A page that lies flat in its place, or moved by an offset.
  func flat(_ picture: Picture, at offset: SIMD2<Double> = .zero) -> Leaf {
    Leaf(
      front: Face(.picture(picture)), back: Face(.mirrored),
      surface: .projective(offset == .zero ? .identity : .translation(offset)))
  }

  /// A page that is moved by an offset, as far as it stays within the page's own place.
  func sliding(_ picture: Picture, at offset: SIMD2<Double>) -> Leaf {
    var leaf = flat(picture, at: offset)
    let low = pointwiseMax(SIMD2<Double>(), SIMD2<Double>() - offset)
    let high = pointwiseMin(size, size - offset)
    leaf.clip = Rectangle(origin: low, size: pointwiseMax(high - low, SIMD2<Double>()))
    return leaf
  }

  /// What lies under a turning leaf: the next page and, where there is one, the facing page.
  var ground: [Leaf] {
    let next = flat(.next)
    return isFacing ? [flat(.beside, at: SIMD2(-size.x, 0)), next] : [next]
  }

  /// A scene of this stage with a look's background, outline and camera, its light at a strength.
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

  /// The scene before the turn: the front, and further leaves beneath it, over what lies under them.
  func start(_ look: Look, base: Base) -> Scene {
    let waiting = (0..<leaves).reversed().map { flat(pictures(ofLeaf: $0).front) }
    return scene(look, base: base, leaves: waiting)
  }

  /// The scene after it: what lies under the leaves and, where pages face each other, their backs on
  /// the facing page.
  func end(_ look: Look, base: Base) -> Scene {
    scene(look, base: base, leaves: isFacing ? (0..<leaves).map { landed($0, look) } : [])
  }

  /// A leaf that has turned over and lies on the facing page.
  func landed(_ number: Int, _ look: Look) -> Leaf {
    let (front, back) = pictures(ofLeaf: number)
    return Leaf(
      front: Face(.picture(front)), back: look.back(isFacing: true, picture: back),
      surface: .projective(.scale(SIMD2(-1, 1))))
  }
}

extension Look {
  /// The corners' radius in page pixels, half of the page's shorter side at most.
  func cornerRadius(on page: PageSize) -> Double {
    min(cornerRadius.pixels(on: page), Double(min(page.width, page.height)) / 2)
  }

  /// The camera, its lengths in page pixels.
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

  /// The least height from which a sheet of a radius casts its shadow, page pixels.
  func shadowLift(on page: PageSize, radius: Double) -> Double {
    shadowLift?.pixels(on: page) ?? max(radius, 0.01 * Double(page.width))
  }

  /// The light, at a strength of its ramps.
  func light(on page: PageSize, radius: Double, strength: Double) -> Light {
    Light(
      isLit: isLit, shadowAmount: shadowAmount, shadowSize: shadowSize,
      shadowLift: shadowLift(on: page, radius: radius), shading: shading, key: keyLight,
      bounce: bounce, gloss: gloss, strength: strength)
  }

  /// What the back of a leaf shows; a picture that lands on a facing page is all that is seen there,
  /// so that nothing shines through it.
  func back(isFacing: Bool = false, picture: Picture = .back) -> Face {
    let paper: Face.Paper =
      switch back {
      case .mirrored: .mirrored
      case .picture: .picture(picture)
      case .colour(let colour): .colour(colour)
      }
    guard isLit else { return Face(paper) }
    let rest = paper == .mirrored ? 1 - showThrough : 0
    let shines = isFacing && back == .picture ? 0 : showThrough
    return Face(
      paper, showThrough: shines, tint: tint ?? self.paper, tintAmount: tintAmount ?? rest,
      // A mirrored front that was asked for by its own amount is no light that shines through.
      fades: paper != .mirrored || tintAmount == nil)
  }
}
