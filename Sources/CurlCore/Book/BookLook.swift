/// The look of an open book apart from its pages: the gutter's shade, and the edges of the leaves
/// under the open ones.
///
/// By default the gutter is off, and books on an opaque background show a quiet block of leaves.
public struct BookLook: Sendable, Equatable {
  /// Width of the gutter's shade on each page, from the spine, 0 … 1,000,000 in either unit;
  /// default 0, none.
  public var gutter: Length = .pixels(0)
  /// Share of the light that the gutter's shade removes at the spine, 0…1; default 0.35.
  public var gutterAmount: Double = 0.35
  /// Visible width of each leaf's edge beyond the leaf above it, 0 … 1,000,000 in either unit; 0
  /// disables the edges.
  ///
  /// nil, the default, shows edges where facing pages lie on an opaque background with room beside
  /// them: 0.35 % of the page's width each, together at most `Look.leafBlock` and half of the room.
  public var leafEdge: Length?
  /// Number of leaves on the facing page's side before the turn, 0 … 100,000; default 0.
  public var turned: Int = 0
  /// Number of leaves on this side before the turn, including the turning one, 0 … 100,000; default
  /// 1.
  public var unturned: Int = 1
  /// Number of leaves that the turn moves to the other side; nil means all turning leaves.
  package var moved: Int?
  /// Colour of the edges; nil, the default, is that of the paper of the open pages.
  public var edgeColour: Colour?

  /// No gutter, and the default edges.
  public init() {}

  /// Maximum number of edges drawn on a side; with more leaves, each edge is wider.
  private static let mostEdges = 24.0

  /// Throws for the first number out of its range.
  package func check() throws(ParameterError) {
    try ParameterError.require("gutter", gutter)
    try ParameterError.require("gutterAmount", gutterAmount, 0...1)
    if let leafEdge { try ParameterError.require("leafEdge", leafEdge) }
    try ParameterError.require("turned", Double(turned), 0...1e5)
    try ParameterError.require("unturned", Double(unturned), 0...1e5)
    if let edgeColour { try ParameterError.require("paper", edgeColour) }
  }

  /// This look with its lengths in page pixels of `page`.
  package func inPixels(on page: PageSize) -> BookLook {
    var look = self
    look.gutter = .pixels(gutter.pixels(on: page))
    look.leafEdge = leafEdge.map { .pixels($0.pixels(on: page)) }
    return look
  }

  /// Width of each edge of a book of `leaves` leaves whose `leafEdge` is nil, page pixels.
  package static func defaultEdge(_ look: Look, leaves: Int, on page: PageSize) -> Double {
    guard leaves > 1 else { return 0 }
    return min(0.0035 * Double(page.width), look.leafBlock.pixels(on: page) / Double(leaves - 1))
  }

  /// Room that the edges of a book of `leaves` leaves need on a side, page pixels.
  package func room(_ look: Look, leaves: Int, on page: PageSize) -> Double {
    let above = Double(max(leaves - 1, 0))
    if let leafEdge { return leafEdge.pixels(on: page) * above }
    if case .colour(let colour) = look.background, colour.alpha < 1 { return 0 }
    // Default edges take half of the room; the other half is their shadow's.
    return 2 * Self.defaultEdge(look, leaves: leaves, on: page) * above
  }

  /// Total widths of the edges at a progress: on the facing page's side and on this side.
  ///
  /// Each leaf's edge moves to the other side as the leaf turns, so that the widths at the end of a
  /// turn are those at the start of the next one.
  package func edges(at progress: Double, on stage: TurnStage) -> (facing: Double, page: Double) {
    let edge = leafEdge?.pixels(on: stage.page) ?? 0
    let moved = progress * Double(self.moved ?? stage.leaves)
    // The top leaf hides its own edge: a single leaf, such as a cover, shows none.
    func width(_ leaves: Double) -> Double { edge * max(leaves - 1, 0) }
    return (
      stage.isFacing ? width(Double(turned) + moved) : 0, width(Double(unturned) - moved)
    )
  }

  /// A turn's scene at a progress with the leaves' edges under it; an overlay stays unchanged.
  ///
  /// `paper` is the colour of the edges if they have none of their own.
  package func surrounding(
    _ scene: Scene, at progress: Double, on stage: TurnStage, paper: Colour
  ) -> Scene {
    let below = stacks(at: progress, on: stage, edgeColour ?? paper)
    guard scene.base == .next, !below.isEmpty else { return scene }
    var scene = scene
    scene.ground = below + (scene.ground.isEmpty ? [stage.flat(.next)] : scene.ground)
    return scene
  }

  /// The edges under the open pages, lowest leaf first; each ramps from the shadow of the leaf
  /// above it to their colour.
  private func stacks(at progress: Double, on stage: TurnStage, _ colour: Colour) -> [Leaf] {
    let edge = leafEdge?.pixels(on: stage.page) ?? 0
    let count = Double(turned + unturned)
    guard edge > 0, count > 0 else { return [] }
    let pitch = max(edge, edge * count / Self.mostEdges)
    let widths = edges(at: progress, on: stage)
    return [(widths.facing, true), (widths.page, false)].flatMap { width, isFacing in
      (0..<Int((width / pitch).rounded(.up))).reversed().map { number in
        let near = Double(number) * pitch
        return self.edge(
          colour, from: near, to: near + pitch, cut: min(near + pitch, width), isFacing: isFacing,
          on: stage)
      }
    }
  }

  /// A leaf's edge, `near` … `far` page pixels from the open page's edge, cut where the pile ends.
  private func edge(
    _ colour: Colour, from near: Double, to far: Double, cut: Double, isFacing: Bool,
    on stage: TurnStage
  ) -> Leaf {
    let page = stage.size.x
    func shade(_ share: Double) -> Colour {
      Colour(
        red: colour.red * share, green: colour.green * share, blue: colour.blue * share,
        alpha: colour.alpha)
    }
    // In coordinates of a page one page width further out.
    func place(_ away: Double) -> Double { isFacing ? page - away : away }
    let ramp = Gradient(
      start: SIMD2(place(near), 0), end: SIMD2(place(far), 0), from: shade(0.7), to: shade(0.96))
    return Leaf(
      front: Face(.gradient(ramp)), back: Face(.mirrored),
      surface: .projective(.translation(SIMD2(isFacing ? -2 * page : page, 0))),
      clip: isFacing ? stage.strip(from: page - cut, to: page) : stage.strip(from: 0, to: cut))
  }
}
