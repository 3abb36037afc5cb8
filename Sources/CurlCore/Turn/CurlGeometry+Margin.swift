/// Margins that a curl needs around the page.
extension CurlGeometry {
  /// Margin around the page that contains the sheet and its shadow at a moment, as the camera sees
  /// them, page pixels.
  ///
  /// It includes the paper's thickness. The sheet's margin is at most a pixel too large. The shadow
  /// counts if the background can show it. Across the fold, the shadow's end is exact; past the
  /// roll's ends, the shadow counts as far as it changes an 8-bit colour.
  public func margin(at moment: Moment) -> Margin {
    let time = time(moment)
    return time < endTime ? margin(time: time, isDark: light(time: time).strength > 0) : .none
  }

  /// Margin that the turn needs up to time 1, when the fold leaves the page, page pixels.
  ///
  /// After time 1, the sheet only moves away. The margin doesn't depend on the canvas.
  public var margin: Margin {
    let steps = 64
    let times = (0...steps).map { Double($0) / Double(steps) }
    let margins = times.map { margin(time: $0, isDark: true) }
    func greatest(_ side: (Margin) -> Double) -> Double {
      let best = margins.indices.max { side(margins[$0]) < side(margins[$1]) } ?? 0
      let between = (times[max(best - 1, 0)], times[min(best + 1, steps)])
      return max(side(margins[best]), peak(between, side))
    }
    return Margin(
      left: greatest { $0.left }, top: greatest { $0.top }, right: greatest { $0.right },
      bottom: greatest { $0.bottom })
  }

  /// The largest value of a side between two times, by ternary search: a side has one peak there.
  private func peak(_ times: (Double, Double), _ side: (Margin) -> Double) -> Double {
    var (low, high) = times
    var best = 0.0
    for _ in 0..<24 {
      let (first, second) = (low + (high - low) / 3, high - (high - low) / 3)
      let (a, b) = (
        side(margin(time: first, isDark: true)), side(margin(time: second, isDark: true))
      )
      best = max(best, a, b)
      if a < b { low = first } else { high = second }
    }
    return best
  }

  private func margin(time: Double, isDark: Bool) -> Margin {
    let fold = fold(time: time)
    let sheet = SheetExtremes(
      page: page, cornerRadius: cornerRadius, fold: fold,
      isPerspective: camera.nearness > 0)
    guard sheet.isLifted else { return .none }
    var box = PlaneBox()
    // The front is the inner surface, the back the outer one; paper without thickness has one
    // surface.
    for radius in thickness > 0 ? [radius, radius + thickness] : [radius] {
      let skin = SheetExtremes.HalfTurn(
        length: .pi * self.radius, radius: radius, middle: SIMD2(0, self.radius),
        highest: camera.highest)
      sheet.trace(skin) { box.add(camera.project($0, height: $1)) }
    }
    let light = light(time: time)
    if isDark && takesShadow && light.isLit && light.shadowAmount > 0 {
      let shadow = ShadowLengths(light, fold: fold)
      let rho = max(radius, light.shadowLift / 2)
      let axisX = min(radius - rho, 0)
      let scaled = light.shadowScale * rho
      // The sheet as the light sees it: see ShadowCaster.
      let caster = SheetExtremes.HalfTurn(
        length: .pi * radius - axisX, radius: scaled, middle: SIMD2(axisX, scaled))
      sheet.trace(caster) { box.add($0, height: $1, shadow: shadow) }
    }
    return box.margin(beyond: page, slack: sheet.slack)
  }

  /// Whether a shadow is seen on the background; a transparent background shows none.
  private var takesShadow: Bool {
    switch parameters.look.background {
    case .colour(let colour): colour.alpha > 0
    case .picture: true
    }
  }
}
