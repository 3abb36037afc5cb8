internal import CurlCore

/// The sky's light at four places at once, for opaque sheets and without a key light.
///
/// Twin of Formulas/Light.swift, name by name and in the same order; where that branches, this takes
/// both ways and picks. SSE2 is enough for it, and it takes a third of the time.
struct SkyLanes {
  typealias Lanes = SIMD4<Float>

  private let frame: CurlFrame
  private let caster: ShadowCaster

  init(_ frame: CurlFrame) {
    self.frame = frame
    caster = frame.caster
  }

  /// Light on the sheet's front over places at `x` from the fold and `tau` along the rulings.
  func frontLight(_ x: Lanes, _ tau: Lanes) -> Lanes {
    let r = frame.radius
    let x = least(x, Lanes(repeating: r))
    let isFlat = x .<= 0
    let across = most(x, .zero) / max(r, 1e-12)
    let rise = most((r - x) * (r + x), .zero).squareRoot() / max(r, 1e-12)
    let turnX = across.replacing(with: 0, where: isFlat)
    let turnY = rise.replacing(with: 1, where: isFlat)
    let flat = least(x - caster.foot, .zero)
    let placeX = (caster.radius * turnX).replacing(with: flat, where: isFlat)
    let placeY = caster.radius * (1 - turnY)
    let sky = 1 - skyOverFront(placeX, placeY, turnX, turnY, tau)
    return (1 - frame.shadowAmount * sky).replacing(with: 1, where: x .< caster.frontLimit)
  }

  /// Light on the plane beyond the fold.
  func baseLight(_ x: Lanes, _ tau: Lanes) -> Lanes {
    1 - frame.shadowAmount * (1 - skyOverBase(x, tau))
  }

  private func skyOverBase(_ distance: Lanes, _ tau: Lanes) -> Lanes {
    let r = caster.radius
    let x = most(distance - caster.foot, Lanes(repeating: 1e-4 * r))
    let tangent = (x * x - r * r) / (x * x + r * r)
    let isOpen = tangent .>= skyCosine
    if all(isOpen) { return Lanes(repeating: 1) }
    let end = sheetEdge(lastArc(tau))
    let own = elevationCosine(x, end)
    let top = held(silhouetteCosine(x, end, tangent), -skyCosine, skyCosine)
    let tip = (Lanes(repeating: caster.end.x), Lanes(repeating: caster.end.y))
    let furthest = held(silhouetteCosine(x, tip, tangent), -skyCosine, skyCosine)
    let first = firstArc(tau)
    var start = Lanes(repeating: skyCosine)
    let begins = first .> 0
    if any(begins) {
      let seen = least(
        most(silhouetteCosine(x, sheetEdge(first), tangent), top), Lanes(repeating: skyCosine))
      start.replace(with: seen, where: begins)
    }
    let free = least(most(own, start), Lanes(repeating: skyCosine))
    let hidden =
      hiddenFromBase(x, tau, Lanes(repeating: skyCosine), free)
      + hiddenFromBase(x, tau, free, start) + hiddenFromBase(x, tau, start, top)
      + hiddenFromBase(x, tau, top, least(top, furthest))
    return held(1 - hidden / (4 * skyCosine), 0, 1).replacing(with: 1, where: isOpen)
  }

  private func hiddenFromBase(_ x: Lanes, _ tau: Lanes, _ from: Lanes, _ to: Lanes) -> Lanes {
    let isNone = from - to .< 1e-5
    if all(isNone) { return .zero }
    let half = (from - to) / 2
    let node = half * 0.57735027
    let sum =
      hiddenFromBase(x, tau, (from + to) / 2 + node)
      + hiddenFromBase(x, tau, (from + to) / 2 - node)
    return (half * sum).replacing(with: 0, where: isNone)
  }

  private func hiddenFromBase(_ x: Lanes, _ tau: Lanes, _ c: Lanes) -> Lanes {
    let r = caster.radius
    let sine = most(1 - c * c, Lanes(repeating: 1e-12)).squareRoot()
    let p = x * c + r * sine
    let beyond = p + most(p * p - x * x, .zero).squareRoot()
    let near = x * x / beyond
    let outside = rulingSpan(casterArc(near * sine / r), tau, near)
    let place = x - 2 * r * c / sine
    let isFlap = place .< 0
    let behind = rulingSpan(
      casterArc(beyond * sine / r).replacing(with: caster.rollLength - place, where: isFlap), tau,
      beyond.replacing(with: 2 * r / sine, where: isFlap))
    let both =
      azimuthShare(least(outside.1, behind.1)) - azimuthShare(most(outside.0, behind.0))
    return azimuthShare(outside.1) - azimuthShare(outside.0) + azimuthShare(behind.1)
      - azimuthShare(behind.0) - most(both, .zero)
  }

  private func skyOverFront(
    _ placeX: Lanes, _ placeY: Lanes, _ turnX: Lanes, _ turnY: Lanes, _ tau: Lanes
  ) -> Lanes {
    let r = caster.radius
    let angle = rollAngle(turnX, turnY)
    let low = Lanes(repeating: 1).replacing(
      with: skyCosine * turnY + skySine * turnX, where: turnY .> skyCosine)
    let high = least(skySine * turnX - skyCosine * turnY, low)
    func cosine(_ x: Lanes, _ y: Lanes) -> Lanes {
      let (dx, dy) = (x - placeX, y - placeY)
      let length = (dx * dx + dy * dy).squareRoot()
      let isThere = length .<= 1e-5 * r
      let seen = (dx * turnY + dy * turnX) / most(length, Lanes(repeating: 1e-20))
      return least(most(seen, high), low).replacing(with: low, where: isThere)
    }
    let last = lastArc(tau)
    let arc = angle * caster.lengthPerRadian
    let edge = sheetEdge(last)
    let own = low.replacing(with: cosine(edge.0, edge.1), where: last .> arc)
    let tip = cosine(Lanes(repeating: caster.end.x), Lanes(repeating: caster.end.y))
    let furthest = own.replacing(
      with: least(own, tip), where: Lanes(repeating: caster.furthest) .> arc)
    let hidden =
      hiddenFromFront(placeX, placeY, turnX, turnY, tau, low, own)
      + hiddenFromFront(placeX, placeY, turnX, turnY, tau, own, furthest)
    return held((2 * (low - high) - hidden) / (4 * skyCosine), 0, 1)
  }

  private func hiddenFromFront(
    _ placeX: Lanes, _ placeY: Lanes, _ turnX: Lanes, _ turnY: Lanes, _ tau: Lanes, _ from: Lanes,
    _ to: Lanes
  ) -> Lanes {
    let isNone = from - to .< 1e-5
    if all(isNone) { return .zero }
    let half = (from - to) / 2
    let node = half * 0.57735027
    let sum =
      hiddenFromFront(placeX, placeY, turnX, turnY, tau, (from + to) / 2 + node)
      + hiddenFromFront(placeX, placeY, turnX, turnY, tau, (from + to) / 2 - node)
    return (half * sum).replacing(with: 0, where: isNone)
  }

  private func hiddenFromFront(
    _ placeX: Lanes, _ placeY: Lanes, _ turnX: Lanes, _ turnY: Lanes, _ tau: Lanes, _ c: Lanes
  ) -> Lanes {
    let r = caster.radius
    let slant = most(1 - c * c, .zero).squareRoot()
    let cosine = c * turnY - slant * turnX
    let sine = most(slant * turnY + c * turnX, Lanes(repeating: 0.3))
    let toFlap = (2 * r - placeY) / sine
    let x = placeX + toFlap * cosine
    let isFlap = x .< 0
    var arc = caster.rollLength - x
    var distance = toFlap
    if !all(isFlap) {
      let p = (r - placeY) * sine - placeX * cosine
      let q = (placeX * placeX).replacing(with: 0, where: turnX .> 0)
      let toRoll = p + most(p * p - q, .zero).squareRoot()
      arc = casterArc((placeY + toRoll * sine) / r).replacing(with: arc, where: isFlap)
      distance = toRoll.replacing(with: toFlap, where: isFlap)
    }
    let span = rulingSpan(arc, tau, distance)
    return azimuthShare(span.1) - azimuthShare(span.0)
  }

  private func sheetEdge(_ s: Lanes) -> (Lanes, Lanes) {
    let angle = held(s / caster.lengthPerRadian, 0, pi)
    let y = angle - pi / 2
    let u = y * y
    var sine = Lanes(repeating: 2.6051661734527443e-06)
    sine = sine * u - 0.00019809046352747828
    sine = sine * u + 0.008333050645887852
    sine = sine * u - 0.16666658222675323
    sine = sine * u + 1
    var cosine = Lanes(repeating: -2.6051077384181553e-07)
    cosine = cosine * u + 2.4760134692769498e-05
    cosine = cosine * u - 0.0013888360699638724
    cosine = cosine * u + 0.04166663438081741
    cosine = cosine * u - 0.5
    cosine = cosine * u + 1
    return (
      caster.radius * cosine - most(s - caster.rollLength, .zero), caster.radius * (1 + y * sine)
    )
  }

  private func casterArc(_ z: Lanes) -> Lanes {
    let y = held(least(z, 2 - z), 0, 1)
    let x = 1 - y
    let p = y.squareRoot() * (1.5707288 + x * (-0.2121144 + x * (0.0742610 - x * 0.0187293)))
    return caster.lengthPerRadian * p.replacing(with: pi - p, where: z .> 1)
  }

  private func azimuthShare(_ sigma: Lanes) -> Lanes {
    let q = sigma * sigma
    return sigma * (1.25942414 - q * (0.13587249 + q * 0.12355165))
  }

  private func cornerFall(_ v: Lanes, _ slope: Float, _ share: Float) -> Lanes {
    let straight = most(slope * v, -v / slope)
    if caster.corner == 0 { return straight }
    let d = v + share * (slope - 1)
    let round =
      share * (1 + slope)
      - most(caster.corner * caster.corner - d * d, .zero).squareRoot()
    return round.replacing(with: straight, where: (d .<= -share) .| (d .>= share * slope))
  }

  private func rulingSpan(_ s: Lanes, _ tau: Lanes, _ d: Lanes) -> (Lanes, Lanes) {
    let (m, k) = (caster.slope, caster.cornerShare)
    let high = caster.top.y - cornerFall(s - caster.top.x, m, k) - tau
    let low = caster.bottom.y + cornerFall(caster.bottom.x - s, m, k) - tau
    let top = most(high, low)
    let d2 = d * d + 1e-12
    return (low / (low * low + d2).squareRoot(), top / (top * top + d2).squareRoot())
  }

  private func lastArc(_ tau: Lanes) -> Lanes {
    caster.far.x
      - cornerFall(tau - caster.far.y, 1 / caster.slope, caster.cornerShare * caster.slope)
  }

  private func firstArc(_ tau: Lanes) -> Lanes {
    caster.near.x
      + cornerFall(caster.near.y - tau, 1 / caster.slope, caster.cornerShare * caster.slope)
  }

  private func elevationCosine(_ x: Lanes, _ point: (Lanes, Lanes)) -> Lanes {
    let d = x - point.0
    return d / (d * d + point.1 * point.1 + 1e-20).squareRoot()
  }

  private func silhouetteCosine(_ x: Lanes, _ point: (Lanes, Lanes), _ tangent: Lanes) -> Lanes {
    elevationCosine(x, point).replacing(
      with: tangent, where: 1 - point.1 / caster.radius .<= -tangent)
  }

  private func rollAngle(_ sine: Lanes, _ cosine: Lanes) -> Lanes {
    let w = most(cosine, -cosine)
    let z = least(sine, w) / most(most(sine, w), Lanes(repeating: 1e-30))
    let u = z * z
    var p = Lanes(repeating: 0.0028340641874819994)
    p = p * u - 0.016005029901862144
    p = p * u + 0.042587608098983765
    p = p * u - 0.07495445758104324
    p = p * u + 0.10636754333972931
    p = p * u - 0.14202570915222168
    p = p * u + 0.19992484152317047
    p = p * u - 0.3333306610584259
    p = p * u + 1
    let a = z * p
    let angle = a.replacing(with: pi / 2 - a, where: sine .> w)
    return angle.replacing(with: pi - angle, where: cosine .< 0)
  }

  @inline(__always) private func least(_ a: Lanes, _ b: Lanes) -> Lanes {
    a.replacing(with: b, where: b .< a)
  }

  @inline(__always) private func most(_ a: Lanes, _ b: Lanes) -> Lanes {
    a.replacing(with: b, where: b .> a)
  }

  @inline(__always) private func held(_ a: Lanes, _ low: Float, _ high: Float) -> Lanes {
    least(most(a, Lanes(repeating: low)), Lanes(repeating: high))
  }
}
