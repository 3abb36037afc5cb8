internal import Glibc

/// Turns of leaves about the spine.
extension TurnStage {
  /// The scene of leaves that turn about the spine one after the other.
  ///
  /// `profile` returns the cross-section at a share of a leaf's way to the facing page. A leaf that
  /// has no room there only turns until it has left the canvas.
  func flight(
    _ look: Look, base: Base, _ progress: Double, stagger: Double,
    profile: (_ share: Double) -> Profile
  ) -> Scene {
    // A rigid leaf would reflect as a whole, in one flash.
    var look = look
    look.sheen = 0
    let whole = wholeTurn(look, profile)
    return flight(look, base: base, progress, stagger: stagger) { number, own in
      let (front, back) = pictures(ofLeaf: number)
      return Leaf(
        front: Face(.picture(front)),
        back: self.look(look, ofLeaf: number).back(isFacing: isFacing, picture: back),
        opacity: opacity(at: own), surface: .profile(profile(own * whole), fold: spine),
        // Shadow and shading fade out over the last tenth, before the leaf lies flat. A leaf with
        // alpha shows the shadow under it, which therefore fades in as the leaf rises.
        lightShare: (1 - smoothstep((own - 0.9) / 0.1))
          * (translucent.contains(front) ? Self.rampIn(own) : 1))
    }
  }

  /// The spine as a fold line: the page lies on its lifted side.
  var spine: Fold { Fold(point: SIMD2(0, size.y / 2), normal: SIMD2(1, 0)) }

  /// Whether a leaf that has turned over lies on the canvas.
  var hasRoomToLand: Bool { isFacing || canvas.origin.x < -1e-9 * size.x }

  /// The same stage with room for the landed leaves.
  var withRoomToLand: TurnStage {
    var stage = self
    if !hasRoomToLand { stage.canvas = Canvas(spread: page, binding: .left) }
    return stage
  }

  /// Share of a leaf's way to the facing page at which its turn ends.
  ///
  /// It is 1 where the leaf has room to land. On a canvas that ends at the spine, or right of it, it
  /// is the share at which the leaf is seen for the last time.
  private func wholeTurn(_ look: Look, _ profile: (_ share: Double) -> Profile) -> Double {
    guard !hasRoomToLand else { return 1 }
    // A point is seen right of the canvas's left edge if x − z·w exceeds the edge, see Camera.
    let edge = canvas.origin.x
    let w = look.camera(on: page).tilt(along: SIMD2(1, 0), at: edge)
    func isSeen(_ share: Double) -> Bool {
      profile(share).furthest(w, upTo: size.x) > edge + 1e-9 * size.x
    }
    return Self.exit(isSeen)
  }

  /// The share, 0…1, from which on nothing is seen; 1 for what is never seen before.
  ///
  /// What has left may come back, as a leaf with a large bend leans over its page after it has been
  /// upright: the last time counts.
  static func exit(_ isSeen: (_ share: Double) -> Bool) -> Double {
    let steps = 64
    guard let last = (0..<steps).last(where: { isSeen(Double($0) / Double(steps)) }) else {
      return 1
    }
    var (low, high) = (Double(last) / Double(steps), Double(last + 1) / Double(steps))
    for _ in 0..<48 {
      let middle = (low + high) / 2
      if isSeen(middle) { low = middle } else { high = middle }
    }
    return high
  }
}

extension Profile {
  /// The largest x − z·w of the sheet between arc lengths 0 and `end`.
  fileprivate func furthest(_ w: Double, upTo end: Double) -> Double {
    func value(_ arc: Double) -> Double {
      let place = place(min(arc, end))
      return place.x - w * place.z
    }
    // On an arc, the value is largest where the tangent points along the view.
    let upright = atan2(1, w)
    var best = value(end)
    var arc = 0.0
    for piece in pieces {
      best = max(best, value(arc))
      if case .arc(let radius, let turn) = piece {
        let angle = (upright - place(arc).angle) * (turn < 0 ? -1 : 1)
        if angle > 0 && angle < abs(turn) { best = max(best, value(arc + radius * angle)) }
      }
      arc += piece.length
    }
    return max(best, value(arc))
  }
}
