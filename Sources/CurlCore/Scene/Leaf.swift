/// One sheet: two faces and a surface.
public struct Leaf: Sendable, Equatable {
  /// Look of the front.
  public var front: Face
  /// Look of the back.
  public var back: Face
  /// Opacity, 0 (invisible) … 1.
  public var opacity: Double
  /// Thickness of the paper, page pixels, ≥ 0: the distance of the back outside the front.
  public var thickness: Double
  /// Colour of a thick sheet's cut edge.
  public var paper: Colour
  /// Surface of the leaf.
  public var surface: Surface
  /// Part of the page that this leaf shows, page pixels; nil is the whole page.
  ///
  /// Only leaves with a projective surface have parts.
  public var clip: Rectangle?
  /// Whether a back picture is flipped across the horizontal axis instead of the vertical one, as
  /// in a book bound at the top.
  public var turnsOver: Bool
  /// Share of the scene's light and shadow, 0…1: the leaf's own ramp if several leaves turn, each
  /// at its own moment.
  public var lightShare: Double
  /// Line where a later leaf meets this one edge to edge; only for leaves with a projective
  /// surface.
  public var seam: Seam?
  /// A shade on the leaf that is drawn in the leaf's place, cut to the alpha of the leaf's
  /// contents.
  ///
  /// It is a colour or a ramp, such as a shadow; nil draws the leaf itself. Only for leaves with a
  /// projective surface.
  public var shade: Face.Paper?
  /// Values in which the leaf's tint, or a shade as a whole, is mixed; only for leaves with a
  /// projective surface.
  public var mixing = Mixing.linear
  /// Picture seen through the front's transparent parts, in its own orientation, moving with the
  /// leaf; only for leaves with a projective surface.
  public var beneath: Picture?
  /// Opacity of `beneath`, 0…1.
  public var beneathShare: Double = 0

  /// A leaf from its parts.
  public init(
    front: Face, back: Face, opacity: Double = 1, thickness: Double = 0, paper: Colour = .white,
    surface: Surface, clip: Rectangle? = nil, turnsOver: Bool = false,
    lightShare: Double = 1, seam: Seam? = nil
  ) {
    self.front = front
    self.back = back
    self.opacity = opacity
    self.thickness = thickness
    self.paper = paper
    self.surface = surface
    self.clip = clip
    self.turnsOver = turnsOver
    self.lightShare = lightShare
    self.seam = seam
  }

  /// A shade on this leaf or on a part of it: a colour, or a ramp in the leaf's page pixels.
  public func shaded(
    _ shade: Face.Paper, opacity: Double = 1, clip: Rectangle? = nil, mixing: Mixing = .linear
  ) -> Leaf {
    var leaf = self
    (leaf.shade, leaf.opacity, leaf.clip, leaf.seam) = (shade, opacity, clip, nil)
    leaf.mixing = mixing
    return leaf
  }
}

/// Surface of a leaf.
public enum Surface: Sendable, Equatable {
  /// A developable sheet: a cross-section, and the fold line at its arc length 0.
  case profile(Profile, fold: Fold)
  /// A flat leaf: the map from its points to where the camera sees them on the page plane.
  ///
  /// It casts no shadow. A map that keeps the orientation shows the front, another one the back.
  case projective(Projective)
}
