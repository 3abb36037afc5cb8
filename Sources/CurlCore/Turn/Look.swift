/// The paper, light and view that all turns share.
///
/// Every field has a default. A turn with a value out of its range is rejected.
public struct Look: Sendable, Equatable {
  /// Contents of a turning page's back.
  public enum Back: Sendable, Equatable {
    /// The front seen through the paper.
    case mirrored
    /// The back picture.
    case picture
    /// One colour.
    case colour(Colour)
  }

  /// Contents of the back; default the mirrored front.
  public var back: Back = .mirrored
  /// Share of the front that shines through the back, 0…1, in linear light; default 0.12.
  ///
  /// It fades by up to half where the front is in shadow, which reduces the light through the paper
  /// but not the light that the front's ink reflects. On a mirrored back, `tintAmount` replaces it.
  public var showThrough: Double = 0.12
  /// Colour of the paper: of a thick sheet's cut edge, of blank pages, and the default of `tint`.
  ///
  /// nil, the default, gives each leaf the colour of its own paper, which the margins of its front
  /// show; see ``TurnStage/papers``.
  public var paper: Colour?
  /// Colour mixed over the back, in linear light; nil means the leaf's paper.
  public var tint: Colour?
  /// Share of the tint, 0…1; nil means 1 − `showThrough` (0.88) on a mirrored back, else 0.
  public var tintAmount: Double?
  /// Roughness of the paper that a mirrored back shows, 0…1; default 0.1; 0 is smooth.
  ///
  /// The grain is noise in encoded values, the same for all channels; at 1 its standard deviation is
  /// 5 % of white, and down to half of that where show-through fades or white clips it. Lit, opaque
  /// leaves have it whose tint is opaque and whose `tintAmount` is nil, unless a pixel of the canvas is
  /// more than two page pixels wide.
  public var grain: Double = 0.1
  /// Share of the light that full shadow takes, 0…1; default 0.7.
  public var shadowAmount: Double = 0.7
  /// Scale of the shadow, > 0 and ≤ 1,000; 0.5, the default, is physical; at 1 it falls twice as
  /// far.
  public var shadowSize: Double = 0.5
  /// Least height at which the folded sheet casts its shadow, 0 … 1,000,000 in either unit.
  ///
  /// nil means the larger of the radius and 1 % of the page's width.
  public var shadowLift: Length?
  /// Share of the light that pages take from an opaque background right beside them, 0…1; default
  /// 0.45.
  ///
  /// The contact shadow of opaque pages at rest. It fades out over 16 % of the page's width.
  public var contactShadow: Double = 0.45
  /// Largest width of the block of leaves that an open book shows on a side where
  /// `BookLook.leafEdge` is nil, 0 … 1,000,000 in either unit; default 3 % of the page's width; 0
  /// disables it.
  public var leafBlock: Length = .percent(3)
  /// Strength of the shading of the roll's outside, 0…1; default 0.7.
  ///
  /// At 1, each point gets the share of the sky that it sees, a third at the silhouette.
  /// `shadowAmount` shades the roll's inside.
  public var shading: Double = 0.7
  /// Whether light, tint and show-through are drawn; default true.
  public var isLit = true
  /// Contents under all pages; default transparent.
  public var background: Background = .colour(.clear)

  /// View of the turn; default from straight above.
  public var view: View = .above
  /// Radius of every page's corners, 0 … 1,000,000 in either unit; default 0.
  ///
  /// It is clamped to half of the page's shorter side.
  public var cornerRadius: Length = .pixels(0)
  /// The paper's thickness, 0 … 1,000,000 in either unit; default 0.
  public var thickness: Length = .pixels(0)
  /// The key light; default none.
  public var keyLight = KeyLight()
  /// Share of light that the page below reflects onto the roll's outside, 0…1; default 0.3.
  public var bounce: Double = 0.3
  /// Largest share of the light that the outside of a roll reflects like a mirror, 0…1;
  /// default 0.04, a quiet sheen; 0 is matt.
  ///
  /// The light comes from windows all around a room, so that the heading doesn't matter. It is
  /// strongest where the paper leans by 35°, and flat paper has none. On dark pages it shows the
  /// roll.
  public var sheen: Double = 0.04
  /// Strength of the key light's reflection on bent paper, 0…1; default 0, matt.
  ///
  /// The reflection uses the direction of `keyLight`, even if the key light's share is 0.
  public var gloss: Double = 0

  /// Views of a turn.
  public enum View: Sendable, Equatable {
    /// From straight above, without perspective.
    case above
    /// From an eye `distance` above the plane: a length, 0.1 … 1e9 in either unit, or a
    /// perspective.
    ///
    /// `centre` is the point below the eye, as shares of the page's width and height, −100…100,
    /// measured from the top of the page's bound edge.
    case eye(distance: EyeDistance, centre: SIMD2<Double> = SIMD2(0.5, 0.5))
    /// A parallel view that moves a point by `shear` times its height, y down; each −3…3.
    case oblique(shear: SIMD2<Double>)
  }

  /// The defaults.
  public init() {}
}
