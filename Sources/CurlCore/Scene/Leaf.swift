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
  /// The part of the page that this leaf is, page pixels; nil is all of it.
  ///
  /// Only leaves with a projective surface are parts.
  public var clip: Rectangle?
  /// Whether a back picture is flipped across the horizontal axis instead of the vertical one: that
  /// of a book bound at the top.
  public var turnsOver: Bool
  /// The share of the scene's light and shadow that this leaf has, 0…1: its own ramp where several
  /// turn, each at its own moment.
  public var lightShare: Double
  /// Where a leaf that is drawn later meets this one edge to edge; only leaves with a projective
  /// surface have seams.
  public var seam: Seam?
  /// A shade that lies on the leaf and is drawn in its place, cut to the alpha of what it shows.
  ///
  /// A colour or a ramp, as of a shadow; nil is the leaf itself. Only leaves with a projective surface
  /// have a shade drawn.
  public var shade: Face.Paper?
  /// The values in which the leaf's tint is mixed, or the leaf itself where it is a shade; only of
  /// leaves with a projective surface.
  public var mixing = Mixing.linear
  /// A picture seen through what is clear of the front, in its own orientation, moving with the leaf;
  /// only of leaves with a projective surface.
  public var beneath: Picture?
  /// How much of `beneath` is seen, 0…1.
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

  /// A shade that lies on this leaf, or on a part of it: a colour, or a ramp in the leaf's own page
  /// pixels.
  public func shaded(
    _ shade: Face.Paper, opacity: Double = 1, clip: Rectangle? = nil, mixing: Mixing = .linear
  ) -> Leaf {
    var leaf = self
    (leaf.shade, leaf.opacity, leaf.clip, leaf.seam) = (shade, opacity, clip, nil)
    leaf.mixing = mixing
    return leaf
  }
}

/// Where the points of a leaf lie.
public enum Surface: Sendable, Equatable {
  /// A developable sheet: a cross-section and the fold line its arc length counts from.
  case profile(Profile, fold: Fold)
  /// A flat leaf: where the camera sees its points on the page plane. It casts no shadow, and is
  /// seen from the front where the map keeps the sense of turning, from the back where it doesn't.
  case projective(Projective)
}
