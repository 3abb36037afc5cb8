import CurlCore

/// A flat leaf that narrows towards the spine and widens again on the facing page, several of them
/// one after the other: a turn for tests of books, which no drawing of bent paper slows down.
struct SwingTurn: Turn {
  static let name = "swing"
  static let summary = "For tests."
  static let turnsSpreads = true
  static let parameters = [
    TurnParameter<Self>("stagger", .share, 0...1, "for tests") { $1(&$0.stagger) },
    TurnParameter<Self>("inset", "for tests") { $1(&$0.inset) },
  ]

  var look = Look()
  var stagger = 0.5
  var inset = Length.percent(0)

  init() {}

  func check() throws(ParameterError) { try look.check() }

  func scene(_ moment: Moment, on stage: TurnStage, base: Base) -> Scene {
    let flight = Stagger(count: stage.leaves, duration: 1, delay: stagger)
    let time = progress(moment, on: stage) * flight.totalDuration
    var landed: [Leaf] = []
    var waiting: [Leaf] = []
    for number in 0..<stage.leaves {
      let own = flight.progress(of: number, at: time)
      let front = Picture.front(number)
      let leaf = Leaf(
        front: Face(.picture(front)), back: back(number, stage.paper(ofLeaf: number, look)),
        surface: .projective(own == 0 ? .identity : .scale(SIMD2(1 - 2 * own, 1))))
      if own <= 0.5 {
        waiting.insert(leaf, at: 0)
      } else if stage.isFacing || own < 1 {
        landed.append(leaf)
      }
    }
    let next = Leaf(
      front: Face(.picture(.next)), back: Face(.mirrored), surface: .projective(.identity))
    let beside = Leaf(
      front: Face(.picture(.beside)), back: Face(.mirrored),
      surface: .projective(.translation(SIMD2(-Double(stage.page.width), 0))))
    return Scene(
      page: stage.page, base: base, ground: stage.isFacing ? [beside, next] : [next],
      leaves: landed + waiting, background: look.background, canvas: stage.canvas)
  }

  private func back(_ number: Int, _ paper: Colour) -> Face {
    switch look.back {
    case .mirrored: Face(.mirrored, tint: paper, tintAmount: 0.75)
    case .picture: Face(.picture(number == 0 ? .back : .leafBack(number)))
    case .colour(let colour): Face(.colour(colour))
    }
  }
}

extension Picture {
  fileprivate static func front(_ number: Int) -> Picture {
    number == 0 ? .front : .leafFront(number)
  }
}
