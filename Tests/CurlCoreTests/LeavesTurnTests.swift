import CurlCore
import Testing

/// The layers of the Leaves library, on the page that it was made for.
@Suite struct LeavesTurnTests {
  static let page = PageSize(width: 768, height: 1004)
  static let edges = [0, 0.25, 0.5, 0.75, 1.0]

  static func scene(_ edge: Double, isFacing: Bool = false, base: Base = .next) -> Scene {
    var turn = LeavesTurn.leaves
    turn.look.paper = .white
    if isFacing { turn.look.back = .picture }
    let stage = TurnStage(page: page, isFacing: isFacing)
    return turn.scene(.progress(1 - edge), on: stage, base: base)
  }

  /// Where a plate lies, and what is drawn on the side that is seen.
  struct Layer {
    var low: Double
    var high: Double
    var leaf: Leaf
    var face: Face
    var isOver: Bool

    init?(_ leaf: Leaf) {
      guard case .projective(let map) = leaf.surface else { return nil }
      let clip = leaf.clip ?? Rectangle(page)
      let ends = [map(clip.origin).x, map(clip.end).x]
      (low, high) = (min(ends[0], ends[1]), max(ends[0], ends[1]))
      self.leaf = leaf
      isOver = map.determinant < 0
      face = isOver ? leaf.back : leaf.front
      if let shade = leaf.shade { face = Face(shade) }
    }

    /// Places where a ramp is dark and where it is gone, and its dark alpha.
    var ramp: (dark: Double, clear: Double, alpha: Double)? {
      guard case .gradient(let ramp) = face.contents, case .projective(let map) = leaf.surface
      else {
        return nil
      }
      return (map(ramp.start).x, map(ramp.end).x, ramp.from.alpha)
    }
  }

  static func layers(_ edge: Double, isFacing: Bool = false) -> [Layer] {
    scene(edge, isFacing: isFacing).leaves.compactMap(Layer.init)
  }

  static func isClose(_ a: Double?, _ b: Double) -> Bool { abs((a ?? .nan) - b) < 1e-9 }

  @Test(arguments: edges)
  func s4_1_theFrontIsLeftBeforeTheFold(edge: Double) {
    let front = Self.layers(edge).first { $0.face.contents == .picture(.front) }
    guard edge > 0 else {
      #expect(front == nil)
      return
    }
    #expect(front?.low == 0)
    #expect(Self.isClose(front?.high, edge * 768))
  }

  @Test(arguments: edges, [false, true])
  func s4_2_theReverseLiesBeyondTheFold(edge: Double, isFacing: Bool) {
    let reverse = Self.layers(edge, isFacing: isFacing).first { $0.isOver && $0.ramp == nil }
    // At 0 a single page has gone, and at 1 nothing has turned yet.
    guard edge < 1, edge > 0 || isFacing else {
      #expect(reverse == nil)
      return
    }
    #expect(Self.isClose(reverse?.low, (2 * edge - 1) * 768))
    #expect(Self.isClose(reverse.map { $0.high - $0.low }, (1 - edge) * 768))
  }

  @Test func s4_3_theReverseIsTheMirroredFrontOrTheNextPage() {
    let single = Self.layers(0.5).first { $0.isOver }
    #expect(single?.face.contents == .mirrored)
    let facing = Self.layers(0.5, isFacing: true).first { $0.isOver }
    #expect(facing?.face.contents == .picture(.back))
  }

  @Test func s4_4_theReverseIsSeenThroughWhite() {
    let single = Self.layers(0.5).first { $0.isOver }
    #expect(single?.face.tint == .white && Self.isClose(single?.face.tintAmount, 0.8))
    let facing = Self.layers(0.5, isFacing: true).first { $0.isOver }
    #expect(facing?.face.tintAmount == 0 && facing?.face.showThrough == 0)
  }

  @Test(arguments: [0.25, 0.5, 0.75], [false, true])
  func s4_5_theReverseIsShadedAlongTheFold(edge: Double, isFacing: Bool) {
    let shading = Self.layers(edge, isFacing: isFacing).last
    #expect(shading?.isOver == true && shading?.leaf.opacity == 1)
    #expect(Self.isClose(shading?.ramp?.dark, edge * 768))
    #expect(Self.isClose(shading?.ramp?.clear, edge * 768 - 51))
    #expect(Self.isClose(shading?.low, edge * 768 - 51) && shading?.ramp?.alpha == 0.6)
  }

  @Test(arguments: [0.75, 0.9])
  func s4_6_aShadowLiesBeforeTheReverse(edge: Double) {
    let reverse = (2 * edge - 1) * 768
    let shadow = Self.layers(edge).first { Self.isClose($0.ramp?.dark, reverse) }
    #expect(Self.isClose(shadow?.low, reverse - 40) && Self.isClose(shadow?.high, reverse))
    #expect(Self.isClose(shadow?.ramp?.clear, reverse - 40) && shadow?.ramp?.alpha == 0.6)
    #expect(Self.isClose(shadow?.leaf.opacity, min(1, 4 * (1 - edge))))
  }

  @Test func s4_6_theShadowGoesOnOverTheFacingPage() {
    let shadow = Self.layers(0.25, isFacing: true).first { Self.isClose($0.ramp?.dark, -384) }
    #expect(Self.isClose(shadow?.low, -424) && Self.isClose(shadow?.high, -384))
    // Off a single page it isn't there: no plate of any width lies beside the page.
    #expect(Self.layers(0.25).allSatisfy { $0.isOver || $0.low >= 0 })
  }

  @Test(arguments: [0.1, 0.25, 0.5, 0.75, 0.9], [false, true])
  func s4_7_aShadowLiesUnderTheFold(edge: Double, isFacing: Bool) {
    let fold = edge * 768
    let shadow = Self.layers(edge, isFacing: isFacing).first
    #expect(Self.isClose(shadow?.low, fold) && Self.isClose(shadow?.high, fold + 40))
    #expect(Self.isClose(shadow?.ramp?.dark, fold) && Self.isClose(shadow?.ramp?.clear, fold + 40))
    // Of facing pages the library fades it at the start; at the end it would vanish at once.
    let opacity = isFacing ? min(1, 4 * (1 - edge), 4 * edge) : min(1, 4 * edge)
    #expect(Self.isClose(shadow?.leaf.opacity, opacity) && shadow?.ramp?.alpha == 0.6)
  }

  @Test(arguments: [0.5, 0.9])
  func s4_8_thePagesAreDimmed(edge: Double) {
    let black = Face.Contents.colour(Colour(red: 0, green: 0, blue: 0, alpha: 0.2))
    let dimmed = Self.layers(edge, isFacing: true).filter { $0.face.contents == black }
    #expect(dimmed.count == 2)
    for layer in dimmed { #expect(Self.isClose(layer.leaf.opacity, min(1, 4 * (1 - edge)))) }
    #expect(dimmed.last?.low == -768 && dimmed.last?.high == 0)
    #expect(dimmed.first?.low == 0 && Self.isClose(dimmed.first?.high, edge * 768))
  }

  @Test func theBandsThatFallOnOtherPagesAreTheSheetsShadow() {
    let all = Self.scene(0.4, isFacing: true).leaves
    #expect(Self.scene(0.4, isFacing: true, base: .shadow).leaves == all)
    let sheet = Self.scene(0.4, isFacing: true, base: .nothing).leaves
    #expect(sheet.allSatisfy(all.contains) && all.count == sheet.count + 3)
  }

  @Test func widthsGoWithThePage() {
    var turn = LeavesTurn()
    let page = PageSize(width: 1536, height: 2008)
    #expect(Self.isClose(turn.value(of: "shadingWidth", on: page), 102))
    #expect(Self.isClose(turn.value(of: "shadowWidth", on: page), 80))
    let isSet = turn.set("shadowWidth", to: 12)
    #expect(isSet && turn.shadowWidth == .pixels(12))
    turn.dimming = 2
    #expect(throws: ParameterError.self) { try turn.check() }
  }
}
