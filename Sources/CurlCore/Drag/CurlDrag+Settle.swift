/// Motion of a sheet after it is released.
extension CurlDrag {
  /// State at the end of a turn.
  public enum Rest: Sendable, Equatable {
    /// Flat, as before the turn.
    case flat
    /// Turned: a bound sheet lies mirrored across its spine; a free sheet has left its page.
    case landed
  }

  /// The pointer that moves a released sheet to rest; `progress` is 0 at the release and 1 at rest.
  ///
  /// The pointer of a landing sheet moves straight to g's mirror image in the spine, where the
  /// heading becomes perpendicular to the spine. On a straight line back to g the heading would
  /// stay slanted. So on the way back, the component of d along the spine shrinks with
  /// (1 − progress)², the other one with 1 − progress. Both paths respect the spine's limits. A
  /// free sheet keeps its heading.
  public func pointer(
    settlingFrom pointer: SIMD2<Double>, to rest: Rest, progress: Double
  ) -> SIMD2<Double> {
    let start = clampedToSpine(pointer)
    let left = 1 - min(max(progress, 0), 1)
    let goal = resting(from: start, rest)
    guard left < 1 else { return start }
    guard left > 0 else { return goal }
    guard rest == .flat, let spine else { return goal + left * (start - goal) }
    let symmetry = spine.symmetry
    let d = symmetry.applied(to: start - goal)
    return goal + symmetry.applied(to: SIMD2(left * d.x, left * left * d.y))
  }

  /// The curl of a released sheet; `progress` is 0 at the release and 1 at rest.
  public func curl(
    settlingFrom pointer: SIMD2<Double>, to rest: Rest, progress: Double
  ) -> Curl {
    curl(at: self.pointer(settlingFrom: pointer, to: rest, progress: progress))
  }

  /// The pointer of the sheet at rest.
  private func resting(from start: SIMD2<Double>, _ rest: Rest) -> SIMD2<Double> {
    guard rest == .landed else { return grab }
    if let spine {
      let upright = spine.symmetry.applied(to: page)
      let held = spine.symmetry.applied(to: grab, on: page)
      // A fold that follows the pointer stops at the spine.
      let goal = SIMD2(follow == .edge ? -held.x : 0, held.y)
      return spine.symmetry.applied(to: goal, on: upright)
    }
    let d = start - grab
    let distance = (d * d).sum().squareRoot()
    let heading = distance > 0 ? d / distance : SIMD2(-1, 0)
    // The roll has left the page when its silhouette, r behind the fold, passes the last corner.
    let far = page.corners.map { (($0 - grab) * heading).sum() }.max() ?? 0
    let last = max(far, 0) + radius
    let gone = follow == .edge ? Self.displacement(arc: last, radius: radius) : last
    return grab + max(gone, distance) * heading
  }
}

extension CurlDrag.Follow {
  /// Position of a flat fold, parallel to the spine, that puts the followed line under a finger `x`
  /// page pixels from the spine.
  ///
  /// The result is a share of the page's width, 0 (at the spine) … 1 (at the free edge). The free
  /// edge moves twice as far as the fold, from width to −width.
  public func foldShare(finger x: Double, width: Double) -> Double {
    self == .fold ? x / width : (x / width + 1) / 2
  }

  /// Distance of the followed line from the spine for a fold at a share of the page's width, in the
  /// unit of `width`.
  public func finger(foldShare: Double, width: Double) -> Double {
    self == .fold ? foldShare * width : (2 * foldShare - 1) * width
  }
}
