/// How far a turn reaches beyond its pages.
extension Turn {
  /// How far the leaves of a moment reach beyond what lies flat, as the camera sees them, page pixels;
  /// a bent one is sampled, within a hundredth of its size.
  ///
  /// The shadow counts of sheets rolled by half a turn, where the background takes one; that of a leaf
  /// that stands up falls so far, and so faintly, that it doesn't.
  public func margin(at moment: Moment, on stage: TurnStage) -> Margin {
    let scene = scene(moment, on: stage, base: .next)
    var box = PlaneBox()
    for leaf in scene.leaves {
      switch leaf.surface {
      case .projective(let map):
        for corner in (leaf.clip ?? Rectangle(scene.page)).corners {
          let seen = map.column(corner)
          // What stands at the eye's level is seen anywhere: no margin holds it.
          box.add(SIMD2(seen.x, seen.y) / max(seen.w, Plate.nearest))
        }
      case .profile(let profile, let fold):
        for point in scene.page.samples(fold, profile) where point.height <= scene.camera.highest {
          box.add(scene.camera.project(point.place, height: point.height))
        }
        guard profile.halfTurnRadius != nil, look.takesShadow else { continue }
        let light = scene.light
        let spread = ShadowSpread(light, fold: fold)
        for point in scene.page.samples(fold, profile) where point.height > 0 {
          box.add(point.place, height: 2 * light.shadowSize * point.height, spread: spread)
        }
      }
    }
    return box.margin(beyond: stage.spread, slack: 0)
  }

  /// How far the turn reaches, the most of 65 moments.
  public func margin(on stage: TurnStage) -> Margin {
    (0...64).map { margin(at: .progress(Double($0) / 64), on: stage) }.reduce(.none) {
      $0.union($1)
    }
  }
}

extension TurnStage {
  /// The page, or both where they face each other.
  var spread: Rectangle {
    isFacing
      ? Rectangle(x: -size.x, y: 0, width: 2 * size.x, height: size.y)
      : Rectangle(origin: .zero, size: size)
  }
}

extension Look {
  /// Whether a shadow is seen on the background: a clear one doesn't show it.
  fileprivate var takesShadow: Bool {
    guard isLit, shadowAmount > 0 else { return false }
    if case .colour(let colour) = background { return colour.alpha > 0 }
    return true
  }
}

extension PageSize {
  /// Points along the rim of a sheet that is bent over a fold: where each stands, and how high.
  fileprivate func samples(_ fold: Fold, _ profile: Profile) -> [(
    place: SIMD2<Double>, height: Double
  )] {
    let steps = 200
    return corners.indices.flatMap { i in
      let (from, to) = (corners[i], corners[(i + 1) % corners.count])
      return (0...steps).map { step in
        let p = from + (to - from) * (Double(step) / Double(steps)) - fold.point
        let along = (p * fold.ruling).sum()
        let at = profile.place((p * fold.normal).sum())
        return (place: fold.point + at.x * fold.normal + along * fold.ruling, height: at.z)
      }
    }
  }
}
