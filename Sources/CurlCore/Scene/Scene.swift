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
  /// The pages that lie on the plane where the base is `.next`, the lowest first; empty is the next
  /// page alone, in its place.
  public var ground: [Leaf]
  /// The leaves above it, the lowest first.
  ///
  /// Bent sheets that turn together, one after the other, are put in their order over one another
  /// by the renderer: the earlier one lies higher as long as it is flat, and lower once it is turned.
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
    page: PageSize, outline: Outline = .rectangle(cornerRadius: 0), base: Base,
    ground: [Leaf] = [], leaves: [Leaf],
    background: Background = .colour(.clear),
    camera: Camera = .orthographic, light: Light = Light(), canvas: Canvas
  ) {
    self.page = page
    self.outline = outline
    self.base = base
    self.ground = ground
    self.leaves = leaves
    self.background = background
    self.camera = camera
    self.light = light
    self.canvas = canvas
  }
}

/// What lies on the page plane, under the leaves.
public enum Base: Sendable, Equatable {
  /// The next page, or the scene's ground.
  case next
  /// The leaves' shadow alone, black with the alpha of the light that is lost: for compositing.
  case shadow
  /// Nothing.
  case nothing
}

/// Names one of the pictures that a frame is drawn from.
public enum Picture: Sendable, Hashable {
  /// The page that turns.
  case front
  /// The page that appears.
  case next
  /// The back of the page that turns.
  case back
  /// The picture under everything.
  case background
  /// The page that faces the one that turns, across the spine.
  case beside
  /// The front of a further leaf of several that turn together, counted from 1.
  case leafFront(Int)
  /// Its back.
  case leafBack(Int)
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

/// Where a page ends, apart from its picture's alpha.
public enum Outline: Sendable, Equatable {
  /// The page's rectangle; the corners' radius in page pixels, half of the shorter side at most.
  case rectangle(cornerRadius: Double)
}
