/// What is seen of an open book beside its pages.
///
/// That is the shade of the gutter, and the edges of the leaves that lie under the open ones; by
/// default there is neither.
public struct BookLook: Sendable, Equatable {
  /// How far the gutter's shade reaches from the spine on each page, 0 … 1,000,000 in either unit;
  /// default none.
  public var gutter: Length = .pixels(0)
  /// Light that the gutter takes at the spine, 0…1; default 0.35.
  public var gutterAmount: Double = 0.35
  /// How far each leaf's edge stands out under the one above it, 0 … 1,000,000 in either unit;
  /// default not at all.
  public var leafEdge: Length = .pixels(0)
  /// Leaves that lie on the facing page's side before the turn, 0 … 100,000; default none.
  public var turned: Int = 0
  /// Leaves on this side before the turn, the one that turns among them, 0 … 100,000; default one.
  public var unturned: Int = 1
  /// How many more leaves lie turned after the turn than before it; nil is as many as turn.
  package var moved: Int?
  /// Colour of their edges; default white.
  public var paper: Colour = .white

  /// No gutter and no edges.
  public init() {}

  /// Most edges that are drawn on a side, each wider where there are more.
  private static let mostEdges = 24.0

  /// Throws for the first number out of its range.
  package func check() throws(ParameterError) {
    try ParameterError.require("gutter", gutter)
    try ParameterError.require("gutterAmount", gutterAmount, 0...1)
    try ParameterError.require("leafEdge", leafEdge)
    try ParameterError.require("turned", Double(turned), 0...1e5)
    try ParameterError.require("unturned", Double(unturned), 0...1e5)
    try ParameterError.require("paper", paper)
  }

  /// The same with its lengths in the page pixels of `page`.
  package func inPixels(on page: PageSize) -> BookLook {
    var look = self
    look.gutter = .pixels(gutter.pixels(on: page))
    look.leafEdge = .pixels(leafEdge.pixels(on: page))
    return look
  }

  /// How far the edges stand out at a progress: on the facing page's side and on this one.
  ///
  /// Each leaf's edge goes over to the other side as it turns, so that one turn ends where the next
  /// one starts.
  package func edges(at progress: Double, on stage: TurnStage) -> (facing: Double, page: Double) {
    let edge = leafEdge.pixels(on: stage.page)
    let moved = progress * Double(self.moved ?? stage.leaves)
    // What lies open hides its own edge: of a leaf alone, such as a cover, none is seen.
    func width(_ leaves: Double) -> Double { edge * max(leaves - 1, 0) }
    return (
      stage.isFacing ? width(Double(turned) + moved) : 0, width(Double(unturned) - moved)
    )
  }

  /// A scene of a turn at a progress with the book around it; what is drawn over transparency has
  /// none.
  package func around(_ scene: Scene, at progress: Double, on stage: TurnStage) -> Scene {
    guard scene.base == .next else { return scene }
    let gutters = strips(of: gutter.pixels(on: stage.page), on: stage)
    let below = stacks(at: progress, on: stage)
    guard !(gutters.isEmpty && below.isEmpty) else { return scene }
    var scene = scene
    let ground = scene.ground.isEmpty ? [stage.flat(.next)] : scene.ground
    func shades(_ page: Picture, _ verso: Picture) -> [(shade: Leaf, isFacing: Bool)] {
      gutters.map { strip in
        let lying = strip.isFacing ? verso : page
        let place = strip.isFacing ? SIMD2(-stage.size.x, 0) : .zero
        return (
          stage.flat(lying, at: place).shaded(.gradient(strip.ramp), clip: strip.clip),
          strip.isFacing
        )
      }
    }
    scene.ground = below + ground + shades(.next, .beside).map { $0.shade }
    // What turns has its own shade while it lies; it loses it as it rises from the gutter.
    let (lying, landed) = (
      1 - CurlTurn.smoothstep(progress / 0.4), CurlTurn.smoothstep((progress - 0.75) / 0.25)
    )
    let back = stage.pictures(ofLeaf: stage.leaves - 1).back
    let hasBack = scene.leaves.contains { $0.back.paper == .picture(back) }
    // A page that fades takes its shade along: what comes out behind it has one of its own.
    let fading = scene.leaves.first { leaf in
      guard case .projective = leaf.surface else { return false }
      return leaf.front.paper == .picture(.front) && leaf.clip == nil && leaf.opacity < 1
    }
    // Where a back has no picture of its own it has the shape of its front.
    scene.leaves += shades(.front, hasBack ? back : .front).map { shade, isFacing in
      var shade = shade
      shade.opacity = isFacing ? landed : lying
      if !isFacing, let fading {
        shade.surface = fading.surface
        shade.opacity *= fading.opacity
      }
      return shade
    }
    return scene
  }

  /// A ramp along the spine, on a part of a page.
  private struct Gutter {
    var ramp: Gradient
    var clip: Rectangle
    /// Whether that page is the facing one.
    var isFacing: Bool
  }

  /// Ramps of black along the spine: a wide one and a narrow one on each page.
  private func strips(of width: Double, on stage: TurnStage) -> [Gutter] {
    guard width > 0, gutterAmount > 0 else { return [] }
    // Two of them leave (1 − a)² of the light.
    let alpha = 1 - (1 - gutterAmount).squareRoot()
    let (dark, clear) = (
      Colour(red: 0, green: 0, blue: 0, alpha: alpha), Colour(red: 0, green: 0, blue: 0, alpha: 0)
    )
    let page = stage.size
    return (stage.isFacing ? [true, false] : [false]).flatMap { isFacing in
      [width, 0.4 * width].map { length in
        let spine = isFacing ? page.x : 0
        let end = isFacing ? page.x - length : length
        return Gutter(
          ramp: Gradient(start: SIMD2(spine, 0), end: SIMD2(end, 0), from: dark, to: clear),
          clip: stage.strip(from: min(spine, end), to: max(spine, end)), isFacing: isFacing)
      }
    }
  }

  /// The edges under the open pages, the lowest leaf's first: each stands out under the one above it,
  /// and ramps from that one's shade to its paper.
  private func stacks(at progress: Double, on stage: TurnStage) -> [Leaf] {
    let edge = leafEdge.pixels(on: stage.page)
    let count = Double(turned + unturned)
    guard edge > 0, count > 0 else { return [] }
    let pitch = max(edge, edge * count / Self.mostEdges)
    let widths = edges(at: progress, on: stage)
    return [(widths.facing, true), (widths.page, false)].flatMap { width, isFacing in
      (0..<Int((width / pitch).rounded(.up))).reversed().map { number in
        let near = Double(number) * pitch
        return self.edge(
          from: near, to: near + pitch, cut: min(near + pitch, width), isFacing: isFacing, on: stage
        )
      }
    }
  }

  /// One leaf as far as it stands out, its edge `near` … `far` page pixels beyond the open page's and
  /// cut where the pile ends.
  private func edge(
    from near: Double, to far: Double, cut: Double, isFacing: Bool, on stage: TurnStage
  ) -> Leaf {
    let page = stage.size.x
    func shade(_ share: Double) -> Colour {
      Colour(
        red: paper.red * share, green: paper.green * share, blue: paper.blue * share,
        alpha: paper.alpha)
    }
    // Counted on a page that lies one width further out.
    func place(_ away: Double) -> Double { isFacing ? page - away : away }
    let ramp = Gradient(
      start: SIMD2(place(near), 0), end: SIMD2(place(far), 0), from: shade(0.7), to: shade(0.96))
    return Leaf(
      front: Face(.gradient(ramp)), back: Face(.mirrored),
      surface: .projective(.translation(SIMD2(isFacing ? -2 * page : page, 0))),
      clip: isFacing ? stage.strip(from: page - cut, to: page) : stage.strip(from: 0, to: cut))
  }
}
