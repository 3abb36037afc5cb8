/// What is seen of one side of a leaf.
public struct Face: Sendable, Equatable {
  /// What the face shows before tint and show-through.
  public enum Paper: Sendable, Equatable {
    /// A picture, in its own orientation; on a back it is flipped across the binding axis, so that
    /// it reads right when the sheet has turned.
    case picture(Picture)
    /// The other face seen through the sheet: at each place its colour there.
    case mirrored
    /// One colour, cut to the other face's alpha; on both faces of a leaf, to nothing.
    case colour(Colour)
    /// A ramp between two colours, cut to nothing.
    case gradient(Gradient)
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
