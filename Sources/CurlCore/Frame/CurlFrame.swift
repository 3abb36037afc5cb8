/// The constants of a frame of a curled page, in the renderers' precision.
///
/// The host computes them once per frame in Double. The GPU gets them as the uniform block of
/// `Frame.glsl`, in the order of `uniforms`, which CurlMesh adds. `CurlFrame` is a class because the
/// CPU path passes it to every tap: copying a struct of this size took a tenth of the time.
package final class CurlFrame: Sendable {
  /// A scene that these renderers cannot draw.
  package struct Unsupported: Error, Sendable, Equatable {
    package let what: String
  }

  /// Contents of the back.
  package enum Back: Int, Sendable {
    case mirrored, picture, colour
  }

  package let width: Int
  package let height: Int
  /// Whether the frame has a sheet; otherwise it shows the next page alone.
  package let hasSheet: Bool
  package let base: Base
  package let isLit: Bool
  package let back: Back
  package let hasBackgroundPicture: Bool
  /// Whether the plane around the page can show a shadow.
  package let hasGround: Bool
  /// Whether output pixels are page pixels.
  package let isAligned: Bool

  /// Page width and height in page pixels.
  package let page: SIMD2<Float>
  package let radius: Float
  /// Radius of the pages' corners, page pixels.
  package let cornerRadius: Float
  /// The sheet's surfaces: the front is the roll's inner surface, the back its outer surface.
  package let inner: Skin
  package let outer: Skin
  /// Colour of the paper's cut edge, linear light.
  package let cutEdgeColour: SIMD4<Float>
  /// Projection of heights: the ray through (x, tau) on the page plane is, at height z, at
  /// (x, tau) + z · (viewOffset − nearness · (x, tau)).
  package let viewOffset: SIMD2<Float>
  package let nearness: Float
  /// Largest height drawn, page pixels.
  package let highest: Float
  /// The point of the fold line nearest the page's centre.
  package let fold: SIMD2<Float>
  /// Unit normal of the fold line, towards the lifted side.
  package let normal: SIMD2<Float>
  /// Page point of the output's top-left corner, and page pixels per output pixel.
  package let origin: SIMD2<Float>
  package let step: SIMD2<Float>
  /// 1 for an axis along which the canvas stays within the page, else 0.
  package let within: SIMD2<Float>
  /// Premultiplied linear light.
  package let background: SIMD4<Float>
  package let backColour: SIMD4<Float>
  package let tint: SIMD4<Float>
  package let tintAmount: Float
  package let showThrough: Float
  package let opacity: Float
  /// Whether the back picture is flipped across the horizontal axis.
  package let turnsOver: Bool
  /// Share of the light that full shadow removes, and that the roll's shading removes at most.
  package let shadowAmount: Float
  package let shading: Float
  /// Whether the show-through on the back fades where the front is in shadow.
  package let fades: Bool
  /// Whether all of the back except its tint is light that comes through from the front.
  package var isThrough: Bool { back == .mirrored || back == .picture && showThrough == 0 }
  /// Share of the light that the page reflects, largest share that the roll's outside reflects, and
  /// strength of the key light's reflection.
  package let bounce: Float
  package let sheen: Float
  package let gloss: Float
  /// Radius of the roll as light sees it: see `easedRoll`.
  package let easedRadius: Float
  /// The key light in the fold's coordinates.
  package let key: KeyBeam
  /// The sheet as a shadow caster for the sky.
  package let caster: ShadowCaster
  /// Noise of the rounding to 8 bits.
  package let noise: Noise

  // Stored, not computed: every tap reads them, and calls from other modules aren't inlined.

  /// Unit direction of the rulings.
  package let ruling: SIMD2<Float>
  /// Whether the paper's cut edge may be visible.
  package let isThick: Bool
  /// Whether a part of the light is the key light's.
  package let hasKey: Bool
  /// Whether bent paper reflects the key light; the same in all frames of a turn, whatever the
  /// light's strength.
  package let hasGloss: Bool
  /// Whether the roll's radius is at most 4 page pixels, so that its light is computed per pixel
  /// even for a long shadow.
  package let isSharp: Bool

  /// The constants of a scene with at most one half-turn sheet.
  package convenience init(_ scene: Scene) throws(Unsupported) {
    let sheet = scene.leaves.first.flatMap { HalfTurnSheet($0, in: scene) }
    guard scene.ground.isEmpty, scene.leaves.count == (sheet == nil ? 0 : 1) else {
      throw Unsupported(what: "anything but one half-turn sheet with a front and its back")
    }
    let flat = Fold(point: .zero, normal: SIMD2(1, 0))
    try self.init(
      scene, radius: sheet?.radius ?? 0, lift: scene.light.shadowLift, sheet?.fold ?? flat)
  }

  /// The constants of a scene with one leaf of any cross-section.
  ///
  /// ``Section`` holds the constants of the cross-section. Those of the half turn here describe a
  /// flat sheet.
  package convenience init(section scene: Scene) throws(Unsupported) {
    guard scene.leaves.count == 1, case .profile(_, let fold) = scene.leaves[0].surface else {
      throw Unsupported(what: "a section of a scene without exactly one leaf with a profile")
    }
    try self.init(scene, radius: 0, lift: 0, fold)
  }

  private init(_ scene: Scene, radius: Double, lift: Double, _ fold: Fold) throws(Unsupported) {
    let leaf = scene.leaves.first
    width = scene.canvas.width
    height = scene.canvas.height
    hasSheet = leaf != nil
    base = scene.base
    isLit = scene.light.isLit && hasSheet
    isAligned = scene.canvas.isAligned
    page = SIMD2(Float(scene.page.width), Float(scene.page.height))
    self.radius = Float(radius)
    let corner =
      switch scene.outline {
      case .rectangle(let cornerRadius): cornerRadius
      }
    cornerRadius = Float(min(max(corner, 0), Double(min(scene.page.width, scene.page.height)) / 2))
    let cross = CrossView(scene.camera, fold)
    let thickness = max(leaf?.thickness ?? 0, 0)
    inner = Skin(radius: radius, axis: radius, cross)
    outer = Skin(radius: radius + thickness, axis: radius, cross)
    isThick = outer.radius > inner.radius
    cutEdgeColour = (leaf?.cutEdgeColour ?? .white).linear
    viewOffset = SIMD2<Float>(cross.offset)
    nearness = Float(cross.nearness)
    highest = Float(min(scene.camera.highest, 1e30))
    self.fold = SIMD2<Float>(fold.point)
    normal = SIMD2<Float>(fold.normal)
    ruling = SIMD2(-normal.y, normal.x)
    origin = SIMD2<Float>(scene.canvas.origin)
    step = SIMD2<Float>(scene.canvas.step)
    within = scene.canvas.within(scene.page)
    switch scene.background {
    case .colour(let colour):
      background = colour.linear
      hasBackgroundPicture = false
      hasGround = colour.alpha > 0 && scene.base == .next
    case .picture:
      background = .zero
      hasBackgroundPicture = true
      hasGround = scene.base == .next
    }
    switch leaf?.back.contents {
    case .picture(.back): (back, backColour) = (.picture, .zero)
    case .picture: throw Unsupported(what: "a back that shows another picture than the back's")
    case .colour(let colour): (back, backColour) = (.colour, colour.linear)
    case .mirrored, nil: (back, backColour) = (.mirrored, .zero)
    case .gradient: throw Unsupported(what: "a bent sheet whose back is a gradient")
    }
    // A tint's alpha reduces its share and doesn't darken the tint.
    var tint = leaf?.back.tint ?? .white
    tintAmount = Float((leaf?.back.tintAmount ?? 0) * tint.alpha)
    tint.alpha = 1
    self.tint = tint.linear
    showThrough = Float(leaf?.back.showThrough ?? 0)
    opacity = Float(leaf?.opacity ?? 0)
    turnsOver = leaf?.turnsOver ?? false
    shadowAmount = Float(scene.light.shadowAmount * scene.light.strength)
    shading = Float(scene.light.shading * scene.light.strength)
    fades = leaf?.back.fades ?? false
    bounce = Float(scene.light.bounce)
    sheen = Float(scene.light.sheen * scene.light.strength)
    gloss = Float(scene.light.gloss * scene.light.strength)
    noise = scene.dithers ? .frame : .none
    easedRadius = Float(max(radius, scene.light.crease, 1e-3))
    key = KeyBeam(scene.light.key, fold)
    isSharp = radius <= 4
    hasKey = isLit && key.share > 0
    hasGloss = isLit && scene.light.gloss > 0
    caster = ShadowCaster(
      page: scene.page, cornerRadius: Double(cornerRadius), fold: fold, radius: radius,
      lift: lift, shadowScale: scene.light.shadowScale, key: key)
  }
}
