/// What a turning page looks like and what light falls on it: what all turns share.
///
/// Every field has a default; a value out of its range is refused when a turn is made.
public struct Look: Sendable, Equatable {
  /// What the back of the turning page shows.
  public enum Back: Sendable, Equatable {
    /// The front seen through the paper.
    case mirrored
    /// The back picture.
    case picture
    /// One colour.
    case colour(Colour)
  }

  /// What the back shows; default the mirrored front.
  public var back: Back = .mirrored
  /// Share of the front that shines through the back, 0…1, in linear light; default 0.12.
  ///
  /// It fades, by half at most, where the front lies in shadow: no light comes through there, and
  /// the other half is light from above that returns from the front's ink. On a mirrored back
  /// with a `tintAmount` of its own that amount decides, and this counts for nothing.
  public var showThrough: Double = 0.12
  /// Colour of the paper: of the edge of a thick sheet, and the tint's default; default white.
  public var paper: Colour = .white
  /// Colour mixed over the back, in linear light; nil is the paper's.
  public var tint: Colour?
  /// The tint's share, 0…1; nil is what `showThrough` leaves (0.88) on a mirrored back, else 0.
  public var tintAmount: Double?
  /// Share of the light that full shadow takes, 0…1; default 0.7.
  public var shadowAmount: Double = 0.7
  /// Reach of the shadow, above 0 and at most 1,000; 0.5, the default, is physical, and twice that
  /// reaches twice as far.
  public var shadowSize: Double = 0.5
  /// Least height at which the folded sheet casts its shadow, 0 … 1,000,000 in either unit; nil is the radius or 1 %
  /// of the page's width, whichever is more.
  public var shadowLift: Length?
  /// How strongly the roll's outside is shaded, 0…1; default 0.7.
  ///
  /// At 1 a place gets the share of the sky that it sees, a third at the silhouette. The inside of
  /// the roll lies in shadow, and follows `shadowAmount`.
  public var shading: Double = 0.7
  /// Light, tint and show-through at all; false leaves geometry, edges and filtering;
  /// default true.
  public var isLit = true
  /// What is under both pages; default nothing.
  public var background: Background = .colour(.clear)

  /// Where the turn is seen from; default straight above.
  public var view: View = .above
  /// Radius of every page's corners, 0 … 1,000,000 in either unit, held to half of the page's
  /// shorter side; default 0.
  public var cornerRadius: Length = .pixels(0)
  /// The paper's thickness, 0 … 1,000,000 in either unit; default 0.
  public var thickness: Length = .pixels(0)
  /// The key light; default none.
  public var keyLight = KeyLight()
  /// Light that the page throws back on the roll's outside, 0 (none, the default) … 1 (a page that
  /// throws back all of it).
  public var bounce: Double = 0
  /// Strength of the key light's reflection on bent paper, 0 (matt, the default) … 1; it needs a
  /// direction, but no share, of `keyLight`.
  public var gloss: Double = 0

  /// Where a turn is seen from.
  public enum View: Sendable, Equatable {
    /// From straight above, without perspective.
    case above
    /// From an eye `distance` above the plane, a length 0.1 … 1e9 in either unit, or a perspective;
    /// `centre` is the point below it as shares of the page's width and height, −100…100, from the
    /// top of the edge at which the page is bound.
    case eye(distance: EyeDistance, centre: SIMD2<Double> = SIMD2(0.5, 0.5))
    /// A parallel view in which height moves a point by `shear` times that height, y down; each
    /// −3…3.
    case oblique(shear: SIMD2<Double>)
  }

  /// The defaults.
  public init() {}
}
