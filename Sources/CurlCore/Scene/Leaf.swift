/// One sheet: two faces and a surface.
public struct Leaf: Sendable, Equatable {
  /// Look of the front.
  public var front: Face
  /// Look of the back.
  public var back: Face
  /// Opacity, 0 (invisible) … 1.
  public var opacity: Double
  /// Thickness of the paper, page pixels, ≥ 0: distance between front and back; 0 has no cut edge.
  public var thickness: Double
  /// Colour of a thick sheet's cut edge.
  public var cutEdgeColour: Colour
  /// Surface of the leaf.
  public var surface: Surface
  /// Part of the page that this leaf shows, page pixels; nil is the whole page.
  ///
  /// Only for leaves with a projective surface.
  public var clip: Rectangle?
  /// Whether a back picture is flipped across the horizontal axis instead of the vertical one, as
  /// in a book bound at the top.
  public var turnsOver: Bool
  /// Factor of the light's ``Light/strength``, 0…1, for this leaf alone; several turning leaves
  /// ramp their light at different times.
  public var lightShare: Double
  /// Line where a later leaf meets this leaf edge to edge, or beyond which this leaf fades; only
  /// for leaves with a projective surface.
  public var seam: Seam?
  /// Shade drawn instead of the leaf, cut to the alpha of the leaf's contents; nil draws the leaf.
  ///
  /// A shade is a colour or a ramp, such as a shadow. Only for leaves with a projective surface.
  public var shade: Face.Contents?
  /// Values in which the leaf's tint, or its whole shade, is mixed; only for leaves with a
  /// projective surface.
  public var mixing = Mixing.linear
  /// Picture seen through the front's transparent parts, in its own orientation, moving with the
  /// leaf; only for leaves with a projective surface.
  public var beneath: Picture?
  /// Opacity of `beneath`, 0…1.
  public var beneathShare: Double = 0

  /// A leaf from its parts.
  public init(
    front: Face, back: Face, opacity: Double = 1, thickness: Double = 0,
    cutEdgeColour: Colour = .white,
    surface: Surface, clip: Rectangle? = nil, turnsOver: Bool = false,
    lightShare: Double = 1, seam: Seam? = nil
  ) {
    self.front = front
    self.back = back
    self.opacity = opacity
    self.thickness = thickness
    self.cutEdgeColour = cutEdgeColour
    self.surface = surface
    self.clip = clip
    self.turnsOver = turnsOver
    self.lightShare = lightShare
    self.seam = seam
  }

  /// A shade of this leaf or of a part of it: a colour, or a ramp in the leaf's page pixels.
  public func shaded(
    _ shade: Face.Contents, opacity: Double = 1, clip: Rectangle? = nil, mixing: Mixing = .linear
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
  /// A flat leaf: the map from its points to the points of the page plane at which the camera sees
  /// them.
  ///
  /// A flat leaf casts no shadow. It shows its front if the map's determinant is positive, its back
  /// if negative.
  case projective(Projective)
}
