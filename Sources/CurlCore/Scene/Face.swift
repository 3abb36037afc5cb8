/// Look of one side of a leaf.
public struct Face: Sendable, Equatable {
  /// Contents of a face before tint and show-through.
  public enum Contents: Sendable, Equatable {
    /// A picture in its own orientation; on a back it is flipped across the binding axis, so that
    /// it is legible after the turn.
    case picture(Picture)
    /// The other face, seen through the sheet.
    case mirrored
    /// One colour, cut to the other face's alpha; uncut if both faces are colours.
    case colour(Colour)
    /// A ramp between two colours, uncut.
    case gradient(Gradient)
  }

  /// Contents of the face.
  public var contents: Contents
  /// Share of the other face that shines through, 0…1, mixed in linear light.
  public var showThrough: Double
  /// Colour mixed over everything, in the values of ``Leaf/mixing``.
  public var tint: Colour
  /// Share of the tint, 0…1; 0 disables it.
  public var tintAmount: Double
  /// Whether show-through fades by up to half where the other side is in shadow; on a mirrored
  /// face, and on a picture without show-through, everything except the tint fades.
  public var fades: Bool

  /// A face with contents, by default without tint.
  public init(
    _ contents: Contents, showThrough: Double = 0, tint: Colour = .white, tintAmount: Double = 0,
    fades: Bool = false
  ) {
    self.contents = contents
    self.showThrough = showThrough
    self.tint = tint
    self.tintAmount = tintAmount
    self.fades = fades
  }
}
