/// Everything that makes one frame: leaves over a page plane, a camera, light, a canvas.
///
/// A scene is data. Every kind of turn is a way to fill one in; a frame is a pure function of a
/// scene and the pictures that its faces name.
public struct Scene: Sendable, Equatable {
  /// The page's size in page pixels; all lengths of the scene are in these.
  public var page: PageSize
  /// Where every page ends, on the plane and in the air.
  public var outline: Outline
  /// What lies on the page plane.
  public var base: Base
  /// The leaves above it, the lowest first.
  public var leaves: [Leaf]
  /// What is under everything.
  public var background: Background
  /// Where the scene is seen from.
  public var camera: Camera
  /// The light that falls on it.
  public var light: Light
  /// The part of the plane that is drawn, and at what size.
  public var canvas: Canvas

  /// A scene from its parts.
  public init(
    page: PageSize, outline: Outline = .rectangle(cornerRadius: 0), base: Base, leaves: [Leaf],
    background: Background = .colour(.clear),
    camera: Camera = .orthographic, light: Light = Light(), canvas: Canvas
  ) {
    self.page = page
    self.outline = outline
    self.base = base
    self.leaves = leaves
    self.background = background
    self.camera = camera
    self.light = light
    self.canvas = canvas
  }
}

/// What lies on the page plane, under the leaves.
public enum Base: Sendable, Equatable {
  /// The next page.
  case next
  /// The leaves' shadow alone, black with the alpha of the light that is lost: for compositing.
  case shadow
  /// Nothing.
  case nothing
}

/// Names one of the pictures that a frame is drawn from.
public enum Picture: Sendable, Hashable, CaseIterable {
  /// The page that turns.
  case front
  /// The page that appears.
  case next
  /// The back of the page that turns.
  case back
  /// The picture under everything.
  case background
}

/// What is under everything.
public enum Background: Sendable, Equatable {
  /// One colour; `.clear` leaves the frame transparent.
  case colour(Colour)
  /// The background picture, stretched over the canvas.
  case picture
}

/// Where a scene is seen from.
///
/// The page plane looks the same from everywhere; what is lifted is seen displaced.
public enum Camera: Sendable, Equatable {
  /// From straight above, without perspective.
  case orthographic
  /// A pinhole `distance` page pixels above `centre`, a page point: height z over p is seen at
  /// centre + (p − centre) · distance / (distance − z).
  ///
  /// What is nearer to the eye's level than a tenth of `distance` isn't drawn.
  case perspective(centre: SIMD2<Double>, distance: Double)
  /// A parallel view: height z over p is seen at p + z · shear.
  case oblique(shear: SIMD2<Double>)
}

/// One sheet: two faces and a surface.
public struct Leaf: Sendable, Equatable {
  /// What is seen of the front.
  public var front: Face
  /// What is seen of the back.
  public var back: Face
  /// 0 (not there) … 1.
  public var opacity: Double
  /// The paper's thickness in page pixels, 0 and up: the back lies that far outside the front.
  public var thickness: Double
  /// The colour of the paper where a thick sheet's edge is seen.
  public var paper: Colour
  /// Where its points lie.
  public var surface: Surface

  /// A leaf from its parts.
  public init(
    front: Face, back: Face, opacity: Double = 1, thickness: Double = 0, paper: Colour = .white,
    surface: Surface
  ) {
    self.front = front
    self.back = back
    self.opacity = opacity
    self.thickness = thickness
    self.paper = paper
    self.surface = surface
  }
}

/// Where a page ends, apart from its picture's alpha.
public enum Outline: Sendable, Equatable {
  /// The page's rectangle; the corners' radius in page pixels, half of the shorter side at most.
  case rectangle(cornerRadius: Double)
}

/// Where the points of a leaf lie.
public enum Surface: Sendable, Equatable {
  /// A developable sheet: a cross-section and the fold line its arc length counts from.
  case profile(Profile, fold: Fold)
  /// A projective map of the page plane, row-major 3 × 3, of the column (x, y, 1).
  case projective([Double])
}

/// A fold line in page pixels.
public struct Fold: Sendable, Equatable {
  /// The point of the line nearest the page's centre.
  public var point: SIMD2<Double>
  /// Unit normal towards the lifted side.
  public var normal: SIMD2<Double>

  /// A fold line from a point on it and its unit normal towards the lifted side.
  public init(point: SIMD2<Double>, normal: SIMD2<Double>) {
    self.point = point
    self.normal = normal
  }

  /// Unit direction of the rulings: the normal turned by 90°.
  public var ruling: SIMD2<Double> { SIMD2(-normal.y, normal.x) }
}

/// What is seen of one side of a leaf.
public struct Face: Sendable, Equatable {
  /// What the face shows before tint and show-through.
  public enum Paper: Sendable, Equatable {
    /// A picture, in its own orientation; on a back it is flipped across the binding axis, so that
    /// it reads right when the sheet has turned.
    case picture(Picture)
    /// The other face seen through the sheet: at each place its colour there.
    case mirrored
    /// One colour, cut to the other face's alpha.
    case colour(Colour)
  }

  /// What the face shows.
  public var paper: Paper
  /// The share of the other face that shines through, 0…1, mixed in linear light.
  public var showThrough: Double
  /// Mixed over everything, in linear light.
  public var tint: Colour
  /// The tint's share, 0…1.
  public var tintAmount: Double
  /// Whether what shines through, show-through and on a mirrored face all that the tint leaves,
  /// fades by up to half where the other side lies in the dark.
  public var fades: Bool

  /// A face that shows `paper`, untinted unless told otherwise.
  public init(
    _ paper: Paper, showThrough: Double = 0, tint: Colour = .white, tintAmount: Double = 0,
    fades: Bool = false
  ) {
    self.paper = paper
    self.showThrough = showThrough
    self.tint = tint
    self.tintAmount = tintAmount
    self.fades = fades
  }
}

/// Light and shadow of a scene: a soft sky above the page and, where wanted, a key light.
public struct Light: Sendable, Equatable {
  /// Whether there is any: false leaves geometry, edges and filtering alone.
  public var isLit: Bool
  /// The share of light that full shadow takes, 0…1.
  public var shadowAmount: Double
  /// How far shadow reaches: 0.5 is physical, and twice that reaches twice as far.
  public var shadowSize: Double
  /// The least height at which a folded sheet casts its shadow, page pixels.
  public var shadowLift: Double
  /// How strongly the roll's outside is shaded, 0…1; at 1 by the share of the sky that it sees.
  public var shading: Double
  /// The key light.
  public var key: KeyLight
  /// Light that the page throws back on the roll's outside, 0…1: the page's albedo.
  public var bounce: Double
  /// Strength of the key light's reflection on bent paper, 0…1.
  public var gloss: Double
  /// Multiplies `shadowAmount`, `shading` and `gloss`, 0…1: the ramps at both ends of a turn.
  public var strength: Double

  /// Light from its parts.
  public init(
    isLit: Bool = true, shadowAmount: Double = 0.7, shadowSize: Double = 0.5,
    shadowLift: Double = 0, shading: Double = 0.7, key: KeyLight = KeyLight(), bounce: Double = 0,
    gloss: Double = 0, strength: Double = 1
  ) {
    self.isLit = isLit
    self.shadowAmount = shadowAmount
    self.shadowSize = shadowSize
    self.shadowLift = shadowLift
    self.shading = shading
    self.key = key
    self.bounce = bounce
    self.gloss = gloss
    self.strength = strength
  }
}
