internal import PageTurner

/// Visible part of a posture: the moving leaves and the faces under them.
struct VisibleLeaves {
  /// A moving leaf.
  struct Leaf {
    var roles: Book.Roles
    /// Motion as drawn; its displacement is in pixels of the view.
    var motion: LeafMotion
    /// Number of turned leaves at progress 0 of the motion as drawn.
    var turned: Int
    /// Number of leaves that the motion as drawn turns.
    var moved: Int
  }

  /// The moving leaves, in reading order; empty at rest.
  private(set) var leaves: [Leaf] = []
  /// Face on the facing page's side, under the leaves that land there.
  private(set) var verso: Book.Face?
  /// Face on the other side, under the leaves that rise from there.
  private(set) var recto: Book.Face?
  /// Number of leaves that are turned before the moving ones turn.
  private(set) var turned = 0
  /// Number of leaves that turn; one of ``leaves`` may stand for several.
  var moved: Int { leaves.reduce(0) { $0 + $1.moved } }

  /// Moving leaves further than this number of leaves from a held one aren't drawn.
  private static let mostAround = 2

  /// The visible part of a posture; `flies` tells whether the turn can move several leaves at once.
  init(_ posture: Posture, in book: Book, flies: Bool) {
    let all = posture.leaves
    var flying = all.indices.filter { all[$0].progress > 0 && all[$0].progress < 1 }
    if let held = all.lastIndex(where: \.isHeld) {
      flying.removeAll { abs($0 - held) > Self.mostAround }
    }
    if !flies, flying.count > 1 {
      // `posture.stop` is the stop that the oldest leaf left; the posture may omit that leaf.
      let isForward =
        all[0].early == posture.stop
        || (all[all.count - 1].late != posture.stop && (all[0].early ?? -1) > posture.stop ?? 0)
      let latest = flying.last { all[$0].isHeld } ?? (isForward ? flying.last : flying.first)
      flying = latest.map { [$0] } ?? []
    }
    for index in flying {
      let leaf = all[index]
      guard let roles = book.roles(early: leaf.early, late: leaf.late) else { continue }
      // A stop of nil is beyond an end of the book: one leaf further.
      let early = leaf.early ?? leaf.late.map { $0 - 1 } ?? 0
      let late = leaf.late ?? early + 1
      leaves.append(
        roles.isForward
          ? Leaf(
            roles: roles,
            motion: LeafMotion(progress: leaf.progress, grab: leaf.heldPoint, across: leaf.across),
            turned: max(early, 0), moved: late - early)
          // The book turns back as a whole, whatever the finger's direction: no point is held.
          : Leaf(
            roles: roles, motion: LeafMotion(progress: 1 - leaf.progress), turned: late,
            moved: early - late))
    }
    if let first = leaves.first, let last = leaves.last {
      (verso, recto, turned) = (first.roles.verso, last.roles.recto, first.turned)
      return
    }
    guard let open = Self.open(posture) else { return }
    let stop = book.stop(open)
    (verso, recto, turned) = (stop.verso, stop.recto, open)
  }

  /// The stop that is shown if no leaf moves.
  private static func open(_ posture: Posture) -> Int? {
    guard let stop = posture.stop else { return nil }
    if let waiting = posture.leaves.first(where: { $0.progress <= 0 }) {
      return waiting.early ?? stop
    }
    return posture.leaves.last { $0.progress >= 1 }?.late ?? stop
  }

  /// Whether leaves move, and all of these are hard.
  var isHard: Bool { !leaves.isEmpty && leaves.allSatisfy(\.roles.isHard) }

  /// All visible faces, in the best order of drawing.
  var faces: [Book.Face] {
    leaves.flatMap { [$0.roles.back, $0.roles.front] } + [recto, verso].compactMap { $0 }
  }

  /// The leaves' motions in page pixels; `scale` is page pixels per pixel of the view.
  func motions(_ scale: Double) -> [LeafMotion] {
    leaves.map { leaf in
      var motion = leaf.motion
      motion.across *= scale
      return motion
    }
  }
}
