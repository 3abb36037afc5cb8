internal import CurlCore

/// What a frame's constants ask of the shaders of its sheet: a `#define` each.
///
/// What isn't asked for is a constant in `Frame.glsl`, which compilers fold: drivers in software
/// write out the code of every call, and take seconds where nothing is left out. This is the one
/// place that decides.
struct SheetNeeds: OptionSet, Hashable {
  let rawValue: UInt16

  /// Light and shadow.
  static let light = SheetNeeds(rawValue: 1 << 0)
  /// A shadow that depends on the front picture's alpha.
  static let alpha = SheetNeeds(rawValue: 1 << 1)
  /// A sheet whose opacity is less than 1.
  static let opacity = SheetNeeds(rawValue: 1 << 2)
  /// Show-through that fades with the front's light.
  static let fade = SheetNeeds(rawValue: 1 << 3)
  /// A key light with a share.
  static let key = SheetNeeds(rawValue: 1 << 4)
  /// The key light's reflection.
  static let gloss = SheetNeeds(rawValue: 1 << 5)
  /// The paper's cut edge.
  static let thickness = SheetNeeds(rawValue: 1 << 6)
  /// Round corners of the pages.
  static let corners = SheetNeeds(rawValue: 1 << 7)
  /// Another view than from straight above.
  static let tilt = SheetNeeds(rawValue: 1 << 8)
  /// A canvas that reaches beyond the page.
  static let edges = SheetNeeds(rawValue: 1 << 9)

  /// All of them with their `#define`s.
  static let names: [(need: SheetNeeds, name: String)] = [
    (.light, "LIT"), (.alpha, "SHEET_ALPHA"), (.opacity, "TRANSLUCENT"), (.fade, "FADES"),
    (.key, "KEY"), (.gloss, "GLOSS"), (.thickness, "THICK"), (.corners, "CORNERS"),
    (.tilt, "TILTED"), (.edges, "EDGES"),
  ]
  /// Everything.
  static let all = SheetNeeds(names.map(\.need))
  /// What a sheet of any cross-section depends on, in layers.
  static let ofSection = all.subtracting([.gloss, .thickness, .edges])
  /// What the plane alone depends on, in a frame of one sheet.
  static let ofPlane: SheetNeeds = [.light, .alpha, .opacity, .key, .corners, .edges]
  /// What a sheet's shadow depends on.
  static let ofShadow: SheetNeeds = [.light, .alpha, .opacity, .key, .corners]

  init(rawValue: UInt16) { self.rawValue = rawValue }

  /// What a frame needs.
  init(_ frame: CurlFrame, _ pictures: FramePictures) {
    self = []
    if frame.hasSheet && frame.opacity != 1 { insert(.opacity) }
    if frame.isThick { insert(.thickness) }
    if frame.cornerRadius > 0 { insert(.corners) }
    if frame.viewOffset != .zero || frame.nearness != 0 { insert(.tilt) }
    if frame.within != SIMD2(1, 1) { insert(.edges) }
    guard frame.isLit else { return }
    insert(.light)
    if !pictures.front.isOpaque { insert(.alpha) }
    if frame.fades && (frame.back == .mirrored || frame.showThrough > 0) { insert(.fade) }
    if frame.key.share > 0 { insert(.key) }
    if frame.gloss > 0 { insert(.gloss) }
  }

  /// The `#define`s of what is needed.
  var defines: [String] { Self.names.filter { contains($0.need) }.map(\.name) }
}
