/// All inputs of a frame except its pictures: leaves over a page plane, a camera, light, a canvas.
///
/// Every turn makes scenes. A frame is a pure function of a scene and the pictures that its faces
/// name.
public struct Scene: Sendable, Equatable {
  /// Size of the page; all lengths of the scene are in page pixels.
  public var page: PageSize
  /// Outline of every page, on the plane and lifted.
  public var outline: Outline
  /// Contents of the page plane.
  public var base: Base
  /// Pages on the plane if the base is `.next`, lowest first; empty means the next page alone, at
  /// rest.
  public var ground: [Leaf]
  /// Leaves above the plane, lowest first.
  ///
  /// The renderer draws consecutive bent sheets in two passes: their visible fronts in this order,
  /// then their visible backs in reverse. So the sheet that is lowest while flat is highest after
  /// the turn.
  public var leaves: [Leaf]
  /// Background under all pages.
  public var background: Background
  /// Camera.
  public var camera: Camera
  /// Light.
  public var light: Light
  /// Part of the plane that is drawn, and its size in pixels.
  public var canvas: Canvas
  /// Whether noise is added before channels are rounded to 8 bits; default false.
  public var dithers = false

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

/// Contents of the page plane under the leaves.
public enum Base: Sendable, Equatable {
  /// The next page, or the scene's ground.
  case next
  /// The leaves' shadow alone, for compositing: black whose alpha is the share of lost light.
  case shadow
  /// Nothing.
  case nothing
}

/// Name of a picture that a frame uses.
public enum Picture: Sendable, Hashable {
  /// The turning page.
  case front
  /// The page that appears under the turning page.
  case next
  /// The back of the turning page.
  case back
  /// The background.
  case background
  /// The page that faces the turning page, across the spine.
  case beside
  /// The front of another turning leaf, counted from 1.
  case leafFront(Int)
  /// The back of another turning leaf, counted from 1.
  case leafBack(Int)
}

/// Contents under all pages.
public enum Background: Sendable, Equatable {
  /// One colour; `.clear` leaves the frame transparent.
  case colour(Colour)
  /// The background picture, stretched to the canvas.
  case picture
}

/// View of a scene.
///
/// Every camera shows the page plane unchanged and displaces only lifted points.
public enum Camera: Sendable, Equatable {
  /// From straight above, without perspective.
  case orthographic
  /// A pinhole `distance` page pixels above the page point `centre`.
  ///
  /// The point at height z above p is seen at centre + (p − centre) · distance / (distance − z).
  /// Points higher than 0.9 · distance aren't drawn.
  case perspective(centre: SIMD2<Double>, distance: Double)
  /// A parallel view: the point at height z above p is seen at p + z · shear.
  case oblique(shear: SIMD2<Double>)
}

/// Outline of a page, apart from its picture's alpha.
public enum Outline: Sendable, Equatable {
  /// The page's rectangle with rounded corners.
  ///
  /// `cornerRadius` is page pixels, from 0 (square corners) to half of the page's shorter side.
  case rectangle(cornerRadius: Double)
}
