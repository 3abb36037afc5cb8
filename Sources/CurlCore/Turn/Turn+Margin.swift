/// Margins that a turn needs around its pages.
extension Turn {
  /// Margin around the flat pages that contains a moment's leaves as the camera sees them, page
  /// pixels.
  ///
  /// A bent leaf is sampled; the error is below a hundredth of its size. Shadows of half turns
  /// count if the background shows them. The long, faint shadow of an upright leaf doesn't count.
  public func margin(at moment: Moment, on stage: TurnStage) -> Margin {
    let scene = scene(moment, on: stage, base: .next)
    var box = PlaneBox()
    for leaf in scene.leaves {
      switch leaf.surface {
      case .projective(let map):
        for corner in (leaf.clip ?? Rectangle(scene.page)).corners {
          let seen = map.column(corner)
          // A point at the eye's height may be seen anywhere: no margin contains it.
          box.add(SIMD2(seen.x, seen.y) / max(seen.w, Plate.leastW))
        }
      case .profile(let profile, let fold):
        for point in scene.page.samples(fold, profile) where point.height <= scene.camera.highest {
          box.add(scene.camera.project(point.place, height: point.height))
        }
        guard profile.halfTurnRadius != nil, look.takesShadow else { continue }
        let light = scene.light
        let shadow = ShadowLengths(light, fold: fold)
        for point in scene.page.samples(fold, profile) where point.height > 0 {
          box.add(point.place, height: light.shadowScale * point.height, shadow: shadow)
        }
      }
    }
    return box.margin(beyond: stage.pagesRectangle, slack: 0)
  }

  /// Margin that the turn needs: the largest of 65 moments.
  public func margin(on stage: TurnStage) -> Margin { sampledMargin(on: stage) }

  /// The largest margin of 65 moments.
  func sampledMargin(on stage: TurnStage) -> Margin {
    (0...64).map { margin(at: .progress(Double($0) / 64), on: stage) }.reduce(.none) {
      $0.union($1)
    }
  }
}

extension TurnStage {
  /// The page, or both pages of a spread.
  var pagesRectangle: Rectangle {
    isFacing
      ? Rectangle(x: -size.x, y: 0, width: 2 * size.x, height: size.y)
      : Rectangle(origin: .zero, size: size)
  }
}

extension Look {
  /// Whether a shadow is seen on the background; a transparent background shows none.
  fileprivate var takesShadow: Bool {
    guard isLit, shadowAmount > 0 else { return false }
    if case .colour(let colour) = background { return colour.alpha > 0 }
    return true
  }
}

extension PageSize {
  /// Points along the rim of a sheet that is bent over a fold: place and height.
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
