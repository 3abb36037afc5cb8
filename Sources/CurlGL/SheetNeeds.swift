internal import CurlCore

/// Parts of the shaders that a frame needs: a `#define` each.
///
/// Where a part is left out, `Frame.glsl` has a constant, and compilers remove the code. Software GL
/// compiles each call anew, and took seconds for programs with all parts. Each rule depends on
/// constants of the turn and of its pictures, not on progress, so that a film compiles its programs
/// once. Every part but `light` and `alpha` may be on where no frame needs it: the picture stays the
/// same.
struct SheetNeeds: OptionSet, Hashable {
  let rawValue: UInt16

  /// Light and shadow: the look is lit and there is a sheet.
  static let light = SheetNeeds(rawValue: 1 << 0)
  /// Light through the front picture's alpha: lit, and the picture isn't opaque.
  static let alpha = SheetNeeds(rawValue: 1 << 1)
  /// A sheet whose opacity is less than 1, or may become so: leaves fade only on a canvas that
  /// reaches beyond the page.
  static let opacity = SheetNeeds(rawValue: 1 << 2)
  /// Show-through that fades with the front's light: lit, and the front shines through the back.
  static let fade = SheetNeeds(rawValue: 1 << 3)
  /// The key light's part of the light: lit, and the share isn't 0.
  static let key = SheetNeeds(rawValue: 1 << 4)
  /// The key light's reflection: lit, and the gloss isn't 0.
  static let gloss = SheetNeeds(rawValue: 1 << 5)
  /// The paper's cut edge: the thickness isn't 0.
  static let thickness = SheetNeeds(rawValue: 1 << 6)
  /// Round corners of the pages: their radius isn't 0.
  static let corners = SheetNeeds(rawValue: 1 << 7)
  /// Any view but from straight above.
  static let tilt = SheetNeeds(rawValue: 1 << 8)
  /// A canvas that reaches beyond the page.
  static let edges = SheetNeeds(rawValue: 1 << 9)

  /// All needs with their `#define`s.
  static let names: [(need: SheetNeeds, name: String)] = [
    (.light, "LIT"), (.alpha, "SHEET_ALPHA"), (.opacity, "TRANSLUCENT"), (.fade, "FADES"),
    (.key, "KEY"), (.gloss, "GLOSS"), (.thickness, "THICK"), (.corners, "CORNERS"),
    (.tilt, "TILTED"), (.edges, "EDGES"),
  ]
  /// Everything.
  static let all = SheetNeeds(names.map(\.need))
  /// What the plane depends on in a frame of one half-turn sheet.
  static let ofPlane: SheetNeeds = [.light, .alpha, .opacity, .key, .corners, .edges]
  /// What a sheet of any cross-section depends on.
  static let ofSection = all.subtracting([.gloss, .thickness, .edges])
  /// What a sheet's shadow depends on in layers.
  static let ofShadow: SheetNeeds = [.light, .alpha, .opacity, .key, .corners]

  init(rawValue: UInt16) { self.rawValue = rawValue }

  /// The needs of a frame with its pictures.
  init(_ frame: CurlFrame, _ pictures: FramePictures) {
    self = []
    if frame.within != SIMD2(1, 1) { insert([.edges, .opacity]) }
    if frame.hasSheet && frame.opacity != 1 { insert(.opacity) }
    if frame.isThick { insert(.thickness) }
    if frame.cornerRadius > 0 { insert(.corners) }
    if frame.viewOffset != .zero || frame.nearness != 0 { insert(.tilt) }
    guard frame.isLit else { return }
    insert(.light)
    if !pictures.front.isOpaque { insert(.alpha) }
    if frame.fades && (frame.isThrough || frame.showThrough > 0) { insert(.fade) }
    if frame.hasKey { insert(.key) }
    if frame.hasGloss { insert(.gloss) }
  }

  /// The `#define`s of the needs.
  var defines: [String] { Self.names.filter { contains($0.need) }.map(\.name) }
}
