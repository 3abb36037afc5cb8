/// Paint of one face of a leaf, prepared for both renderers.
package struct Ink: Sendable, Equatable {
  /// Source of a colour.
  package enum Source: Sendable, Equatable {
    /// A picture, flipped or not.
    case picture(Picture, Flip)
    /// Premultiplied linear light.
    case colour(SIMD4<Float>)
    /// A ramp in premultiplied linear light.
    ///
    /// The share of `to` at a point p is (p − origin) · along, clamped to 0…1.
    case gradient(
      origin: SIMD2<Float>, along: SIMD2<Float>, from: SIMD4<Float>, to: SIMD4<Float>)
  }

  /// Flip of a picture on the sheet: none, across the vertical axis, or over the horizontal axis.
  package enum Flip: Int, Sendable {
    case none, across, over
  }

  /// Source of the face, or of the shade drawn instead of it.
  package let contents: Source
  /// The picture whose alpha cuts the paint; nil for paint that isn't cut.
  ///
  /// A coloured face is cut by the other face's picture, a shade by its own face's picture or else
  /// the other face's.
  package let cut: Source?
  /// Source of the show-through, and its share.
  package let through: Source?
  package let showThrough: Float
  /// Tint in premultiplied linear light with alpha 1, and its share.
  package let tint: SIMD4<Float>
  package let tintAmount: Float
  /// Source seen through the face's transparent parts, and its share.
  package let beneath: Source?
  package let beneathShare: Float
  /// Whether the paint is a shade on a page, rather than a page.
  package let isShade: Bool
  /// Values in which the tint, or a shade as a whole, is mixed.
  package let mixing: Mixing

  /// Paint of a leaf's front or back.
  package init(_ leaf: Leaf, isBack: Bool) {
    mixing = leaf.mixing
    let face = isBack ? leaf.back : leaf.front
    let other = isBack ? leaf.front : leaf.back
    let flip: Flip = leaf.turnsOver ? .over : .across
    func source(_ contents: Face.Contents, isBack: Bool) -> Source? {
      switch contents {
      case .picture(let picture): .picture(picture, isBack ? flip : .none)
      case .colour(let colour): .colour(colour.linear)
      case .gradient(let gradient): Self.ramp(gradient)
      case .mirrored: nil
      }
    }
    let below = source(other.contents, isBack: !isBack)
    let own = source(face.contents, isBack: isBack)
    if let shade = leaf.shade.flatMap({ source($0, isBack: isBack) }) {
      contents = shade
      cut = [own, below].compactMap { $0 }.first { $0.isPicture }
      (through, showThrough, beneath, beneathShare) = (nil, 0, nil, 0)
      (tint, tintAmount) = (.zero, 0)
      isShade = true
      return
    }
    contents = own ?? below ?? .colour(.zero)
    switch (contents, below?.isPicture ?? false) {
    case (.picture, _): (cut, isShade) = (nil, false)
    case (.colour, true): (cut, isShade) = (below, false)
    case (.colour, false), (.gradient, _): (cut, isShade) = (nil, true)
    }
    let shines = face.showThrough > 0 && face.contents != .mirrored
    through = shines ? below : nil
    showThrough = shines && below != nil ? Float(face.showThrough) : 0
    // A tint's alpha reduces its share and doesn't darken the tint.
    tintAmount = Float(face.tintAmount * face.tint.alpha)
    var tint = face.tint
    tint.alpha = 1
    self.tint = tint.linear
    beneath = isBack ? nil : leaf.beneath.map { .picture($0, .none) }
    beneathShare = beneath == nil ? 0 : Float(leaf.beneathShare)
  }

  private static func ramp(_ gradient: Gradient) -> Source {
    let length = gradient.end - gradient.start
    let along = length / (length * length).sum()
    return .gradient(
      origin: SIMD2<Float>(gradient.start), along: SIMD2<Float>(along),
      from: gradient.from.linear, to: gradient.to.linear)
  }
}

extension Ink.Source {
  /// Whether the source is a picture.
  package var isPicture: Bool {
    if case .picture = self { true } else { false }
  }
}
