internal import PageTurner

/// What of a posture is seen: which leaves are on their way, and what lies under them.
struct Opening {
  /// A leaf on its way.
  struct Leaf {
    var roles: Book.Roles
    /// Its displacement is in pixels of the view.
    var motion: LeafMotion
    /// How many leaves lie turned before it turns, in reading direction as it's drawn.
    var turned: Int
    /// How many more lie turned once it has.
    var moved: Int
  }

  /// In reading order; none at rest.
  private(set) var leaves: [Leaf] = []
  /// What lies on the facing page's side, under what has yet to land there.
  private(set) var verso: Book.Face?
  /// What lies on the other side, under what has yet to rise there.
  private(set) var recto: Book.Face?
  /// How many leaves lie turned before those on their way turn.
  private(set) var turned = 0
  /// How many more lie turned once they have: not as many as leaves where one stands for several.
  var moved: Int { leaves.reduce(0) { $0 + $1.moved } }

  /// How far from a leaf that is held others are drawn on their way.
  private static let mostAround = 2

  /// What is seen of a posture; `flies` tells whether several leaves may be on their way.
  init(_ posture: Posture, in book: Book, flies: Bool) {
    let all = posture.leaves
    var flying = all.indices.filter { all[$0].progress > 0 && all[$0].progress < 1 }
    if let held = all.lastIndex(where: \.isHeld) {
      flying.removeAll { abs($0 - held) > Self.mostAround }
    }
    if !flies, flying.count > 1 {
      // The stop lies open from which the oldest one started, which may not be listed any more.
      let isForward =
        all[0].early == posture.stop
        || (all[all.count - 1].late != posture.stop && (all[0].early ?? -1) > posture.stop ?? 0)
      let latest = flying.last { all[$0].isHeld } ?? (isForward ? flying.last : flying.first)
      flying = latest.map { [$0] } ?? []
    }
    for index in flying {
      let leaf = all[index]
      guard let roles = book.roles(early: leaf.early, late: leaf.late) else { continue }
      // What lies beyond an end counts as a leaf more.
      let early = leaf.early ?? leaf.late.map { $0 - 1 } ?? 0
      let late = leaf.late ?? early + 1
      leaves.append(
        roles.isForward
          ? Leaf(
            roles: roles,
            motion: LeafMotion(progress: leaf.progress, grab: leaf.grab, across: leaf.across),
            turned: max(early, 0), moved: late - early)
          // The book as a whole goes back, whichever way the finger goes: no point of it is held.
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

  /// The stop that lies open where nothing is on its way.
  private static func open(_ posture: Posture) -> Int? {
    guard let stop = posture.stop else { return nil }
    if let waiting = posture.leaves.first(where: { $0.progress <= 0 }) {
      return waiting.early ?? stop
    }
    return posture.leaves.last { $0.progress >= 1 }?.late ?? stop
  }

  /// Whether all leaves on their way are of board.
  var isHard: Bool { !leaves.isEmpty && leaves.allSatisfy(\.roles.isHard) }

  /// All faces that are seen, in the order in which they are best drawn.
  var faces: [Book.Face] {
    leaves.flatMap { [$0.roles.back, $0.roles.front] } + [recto, verso].compactMap { $0 }
  }

  /// The motions of the leaves, `scale` page pixels being a pixel of the view.
  func motions(_ scale: Double) -> [LeafMotion] {
    leaves.map { leaf in
      var motion = leaf.motion
      motion.across *= scale
      return motion
    }
  }
}
