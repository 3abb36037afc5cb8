/// All inputs of a frame except its pictures: leaves over a page plane, a camera, light, a canvas.
///
/// A scene is data, and every turn makes scenes. A frame is a pure function of a scene and the
/// pictures that its faces name.
public struct Scene: Sendable, Equatable {
  /// Size of the page; all lengths of the scene are in page pixels.
  public var page: PageSize
  /// Outline of every page, on the plane and in the air.
  public var outline: Outline
  /// Contents of the page plane.
  public var base: Base
  /// Pages on the plane if the base is `.next`, lowest first; empty means the next page alone, in
  /// its place.
  public var ground: [Leaf]
  /// Leaves above the plane, lowest first.
  ///
  /// The renderer orders bent sheets that turn one after the other: an earlier one lies higher
  /// while it is flat, and lower after it has turned.
  public var leaves: [Leaf]
  /// Background under everything.
  public var background: Background
  /// Camera.
  public var camera: Camera
  /// Light.
  public var light: Light
  /// Part of the plane that is drawn, and its size in pixels.
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

/// Contents of the page plane under the leaves.
public enum Base: Sendable, Equatable {
  /// The next page, or the scene's ground.
  case next
  /// The leaves' shadow alone, for compositing: black with the alpha of the lost light.
  case shadow
  /// Nothing.
  case nothing
}

/// Name of a picture that a frame uses.
public enum Picture: Sendable, Hashable {
  /// The turning page.
  case front
  /// The page that appears.
  case next
  /// The back of the turning page.
  case back
  /// The background.
  case background
  /// The page that faces the turning one, across the spine.
  case beside
  /// The front of another turning leaf, counted from 1.
  case leafFront(Int)
  /// Its back.
  case leafBack(Int)
}

/// Contents under everything.
public enum Background: Sendable, Equatable {
  /// One colour; `.clear` leaves the frame transparent.
  case colour(Colour)
  /// The background picture, stretched to the canvas.
  case picture
}

/// View of a scene.
///
/// Every camera sees the page plane unchanged and displaces lifted points.
public enum Camera: Sendable, Equatable {
  /// From straight above, without perspective.
  case orthographic
  /// A pinhole `distance` page pixels above `centre`, a page point: height z over p is seen at
  /// centre + (p − centre) · distance / (distance − z).
  ///
  /// Points within a tenth of `distance` of the eye's height aren't drawn.
  case perspective(centre: SIMD2<Double>, distance: Double)
  /// A parallel view: height z over p is seen at p + z · shear.
  case oblique(shear: SIMD2<Double>)
}

/// Outline of a page, apart from its picture's alpha.
public enum Outline: Sendable, Equatable {
  /// The page's rectangle; the corners' radius in page pixels, at most half of the shorter side.
  case rectangle(cornerRadius: Double)
}
