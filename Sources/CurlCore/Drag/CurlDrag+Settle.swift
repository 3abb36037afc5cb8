/// Where a sheet goes when it's let go of.
extension CurlDrag {
  /// How a turn ends.
  public enum Rest: Sendable, Equatable {
    /// Back where it was, flat.
    case flat
    /// Turned: a bound sheet lies mirrored beyond its spine, a free one has left its page.
    case landed
  }

  /// The pointer that shows the sheet on its way to rest, from where `pointer` let go of it;
  /// `progress` 0 (there) … 1 (at rest).
  ///
  /// A landing sheet's pointer goes along the straight line to g's image in the spine, where the
  /// heading is square to the spine of itself. On a straight line back to g the heading would stay
  /// askew to the end; so what of d runs along the spine goes with (1 − progress)², and the rest
  /// in proportion. Both ways stay within the spine's limits. A free sheet keeps its heading.
  public func pointer(
    settlingFrom pointer: SIMD2<Double>, to rest: Rest, progress: Double
  ) -> SIMD2<Double> {
    let start = pulled(pointer)
    let left = 1 - min(max(progress, 0), 1)
    let goal = resting(from: start, rest)
    guard left < 1 else { return start }
    guard left > 0 else { return goal }
    guard rest == .flat, let spine else { return goal + left * (start - goal) }
    let symmetry = spine.symmetry
    let d = symmetry.applied(to: start - goal)
    return goal + symmetry.applied(to: SIMD2(left * d.x, left * left * d.y))
  }

  /// The sheet on its way to rest, from where `pointer` let go of it; `progress` 0 … 1.
  public func curl(
    settlingFrom pointer: SIMD2<Double>, to rest: Rest, progress: Double
  ) -> Curl {
    curl(at: self.pointer(settlingFrom: pointer, to: rest, progress: progress))
  }

  /// Where the pointer is when the sheet is at rest.
  private func resting(from start: SIMD2<Double>, _ rest: Rest) -> SIMD2<Double> {
    guard rest == .landed else { return grab }
    if let spine {
      let upright = spine.symmetry.applied(to: page)
      let held = spine.symmetry.applied(to: grab, on: page)
      // The fold itself gets no further than the spine.
      let goal = SIMD2(follow == .edge ? -held.x : 0, held.y)
      return spine.symmetry.applied(to: goal, on: upright)
    }
    let d = start - grab
    let distance = (d * d).sum().squareRoot()
    let heading = distance > 0 ? d / distance : SIMD2(-1, 0)
    // The roll is gone when its silhouette, r behind the fold, has passed the last corner.
    let far = page.corners.map { (($0 - grab) * heading).sum() }.max() ?? 0
    let last = max(far, 0) + radius
    let gone = follow == .edge ? Self.displacement(arc: last, radius: radius) : last
    return grab + max(gone, distance) * heading
  }
}

extension CurlDrag.Follow {
  /// The fold's place as a share of the page's width, 0 (at the spine) … 1 (at the free edge), that
  /// puts what follows exactly under a finger `x` page pixels from the spine: a flat fold, straight
  /// across.
  ///
  /// The free edge is seen twice as far from its own place as the fold is, and so has −width…width
  /// to go.
  public func foldShare(finger x: Double, width: Double) -> Double {
    self == .fold ? x / width : (x / width + 1) / 2
  }

  /// Where what follows is when the fold lies at a share of the page's width.
  public func finger(foldShare: Double, width: Double) -> Double {
    self == .fold ? foldShare * width : (2 * foldShare - 1) * width
  }
}
