import CurlCore
import Glibc
import TestSupport
import Testing

@testable import CurlDefinition
@testable import CurlRaster

/// Light on and under sheets of any cross-section, against rays.
@Suite struct SectionLightTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var profile: Profile
    var fold: Fold
    /// How near to the ends of the rulings nothing is looked at, page pixels.
    var inside = 0.0
    var opacity = 1.0
    var bound = 0.03
    var testDescription: String { name }
  }

  static let bent = Profile(lift: 0.5, pieces: [.arc(radius: 60, turn: 1.2)])

  static let cases: [Case] = [
    Case(
      name: "standing leaf", profile: Profile(lift: .pi / 2, pieces: []),
      fold: SectionScene.spine()),
    Case(name: "low leaf", profile: Profile(lift: 0.5, pieces: []), fold: SectionScene.spine()),
    Case(
      name: "leaf far over", profile: Profile(lift: 2.4, pieces: []), fold: SectionScene.spine()),
    Case(name: "bent leaf", profile: bent, fold: SectionScene.spine()),
    Case(
      name: "bent leaf far over",
      profile: Profile(lift: 1, pieces: [.arc(radius: 50, turn: 1.7), .line(length: 20)]),
      fold: SectionScene.spine()),
    Case(
      name: "drooping leaf", profile: Profile(lift: 1.3, pieces: [.arc(radius: 90, turn: -1.1)]),
      fold: SectionScene.spine()),
    Case(
      name: "curled leaf", profile: Profile(lift: 0.2, pieces: [.arc(radius: 20, turn: 4)]),
      fold: SectionScene.spine()),
    Case(
      name: "roll", profile: Profile(pieces: [.arc(radius: 8, turn: 40)]),
      fold: SectionScene.fold(0, at: -20), inside: 32, bound: 0.012),
    Case(
      name: "large roll", profile: Profile(pieces: [.arc(radius: 15, turn: 40)]),
      fold: SectionScene.fold(0, at: -20)),
    Case(
      name: "turned roll", profile: Profile(pieces: [.arc(radius: 8, turn: 40)]),
      fold: SectionScene.fold(-29, at: -30)),
    Case(
      name: "turned hinge", profile: Profile(lift: 1, pieces: []),
      fold: SectionScene.fold(-29, at: -30)),
    Case(
      name: "half turn", profile: .halfTurn(radius: 12), fold: SectionScene.fold(0, at: 0),
      inside: 48, bound: 0.015),
    Case(
      name: "turned half turn", profile: .halfTurn(radius: 20), fold: SectionScene.fold(-29, at: 5)),
    Case(
      name: "translucent curled leaf",
      profile: Profile(lift: 0.2, pieces: [.arc(radius: 20, turn: 4)]),
      fold: SectionScene.spine(), opacity: 0.5),
    Case(
      name: "translucent roll", profile: Profile(pieces: [.arc(radius: 20, turn: 40)]),
      fold: SectionScene.fold(0, at: -20), opacity: 0.5),
    Case(
      name: "translucent turned roll", profile: Profile(pieces: [.arc(radius: 15, turn: 40)]),
      fold: SectionScene.fold(-29, at: -30), opacity: 0.3),
    Case(
      name: "translucent half turn", profile: .halfTurn(radius: 20),
      fold: SectionScene.fold(-29, at: 5), opacity: 0.5),
  ]

  @Test(arguments: cases)
  func theSkyIsThatOfRays(_ it: Case) throws {
    let canvas = Canvas(width: 320, height: 260, origin: SIMD2(-160, -17), step: SIMD2(1, 1))
    var scene = try SectionScene(it.profile, fold: it.fold, lit: true, canvas: canvas)
    scene.scene.leaves[0].opacity = it.opacity
    let painter = try scene.painter()
    let reference = ReferenceSection(scene.scene, step: 0.15)
    var random = Random(seed: 7)
    var worst = (plane: 0.0, front: 0.0, back: 0.0)
    var places = (plane: "", front: "", back: "")
    var counts = SIMD3<Int>.zero
    for _ in 0..<60 {
      let x = Int.random(in: 0..<320, using: &random)
      let y = Int.random(in: 0..<260, using: &random)
      if it.inside > 0 && (Double(y - 17) < it.inside || Double(y - 17) > 226 - it.inside) {
        continue
      }
      let at = painter.foldPoint(x, y)
      let plane = reference.sky(
        x: Double(at.x), z: 0, along: Double(at.y), tilt: 0, count: 64)
      let error = abs(plane - Double(painter.light(x, y)))
      counts.x += 1
      if error > worst.plane { (worst.plane, places.plane) = (error, "\(at) \(plane)") }
      guard let probe = painter.probe(x, y), let along = steady(painter, x, y) else { continue }
      let place = it.profile.place(Double(probe.arc))
      let tilt = probe.side == 1 ? place.angle : place.angle - .pi
      let truth = reference.sky(x: place.x, z: place.z, along: along, tilt: tilt, count: 64)
      let off = abs(truth - Double(probe.light))
      if probe.side == 1 {
        counts.y += 1
        if off > worst.front { (worst.front, places.front) = (off, "\(at) \(probe.arc) \(truth)") }
      } else {
        counts.z += 1
        if off > worst.back { (worst.back, places.back) = (off, "\(at) \(probe.arc) \(truth)") }
      }
    }
    #expect(worst.plane <= it.bound, "\(places.plane)")
    #expect(worst.front <= it.bound, "\(places.front)")
    #expect(worst.back <= it.bound, "\(places.back)")
    // A leaf that stands upright is seen from neither side.
    #expect(counts.x > 20 && (counts.y + counts.z > 2 || it.name == "standing leaf"))
  }

  // A roll's paper covers the sky of its own inside, from both directions.
  @Test(
    arguments: [
      // Barely more than a turn, several turns, and less than one, the page's begin on the plane.
      (radius: 23.0, at: -70.0), (9, -70), (30, -70),
      // The page's begin on the roll: several turns, less than one, and much less.
      (9, -92), (30, -120), (45, -150),
    ], [1.0, 0.4])
  func theSkyInsideARollIsThatOfRays(_ roll: (radius: Double, at: Double), opacity: Double) throws {
    let profile = Profile(pieces: [.arc(radius: roll.radius, turn: 80)])
    for angle in [0.0, -29] {
      let fold = SectionScene.fold(angle, at: roll.at)
      var scene = try SectionScene(profile, fold: fold, lit: true)
      scene.scene.leaves[0].opacity = opacity
      let painter = try scene.painter()
      let reference = ReferenceSection(scene.scene, step: 0.1)
      let curve = try #require(painter.section.liftedCurves.first)
      let begin = curve.arc - curve.halfLength
      var worst = (error: 0.0, place: "")
      var count = 0
      for tau in [-61, 3, 40] as [Float] {
        for i in 0..<24 {
          let arc = begin + curve.halfLength * 2 * (Float(i) + 0.3) / 24
          let place = profile.place(Double(arc))
          for isFront in [true, false] {
            let spot = Spot(
              x: Float(place.x), tau: tau, z: Float(place.z),
              sineCosine: SIMD2(Float(sin(place.angle)), Float(cos(place.angle))), arc: arc,
              slope: 1, rise: 0)
            let light = Double(painter.light(on: spot, isFront: isFront))
            let truth = reference.sky(
              x: place.x, z: place.z, along: Double(tau),
              tilt: isFront ? place.angle : place.angle - .pi, count: 64)
            count += 1
            if abs(light - truth) > worst.error {
              worst = (
                abs(light - truth), "\(angle) \(tau) \(arc) \(isFront): \(light) for \(truth)"
              )
            }
          }
        }
      }
      #expect(worst.error <= 0.03, "\(worst.place)")
      #expect(count == 144)
    }
  }

  // Where a sheet leaves the plane, rounding decides on which side of it a point lies.
  @Test(arguments: [0.4, 20, 3000])
  func lightBesideTheContactIsThatALittleFurtherAway(radius: Double) throws {
    for begin in [0.0, 11] {
      let flat = begin == 0 ? [] : [Profile.Piece.line(length: begin)]
      let scene = try SectionScene(
        Profile(pieces: flat + [.arc(radius: radius, turn: min(2, 200 / radius))]),
        fold: SectionScene.fold(-29, at: 5), lit: true)
      let painter = try scene.painter()
      for tau: Float in [-40, 3, 61] {
        for side: Float in [-1, 1] {
          // A scaled shadow falls as from a scaled sheet.
          let contact = Float(begin) * painter.section.shadowScale
          let reach = 2e-3 * Float(radius) * painter.section.shadowScale
          let truth = painter.planeLight(SIMD2(contact + side * reach, tau))
          for i in 1...400 {
            let x = contact + side * Float(i) / 400 * reach
            if x == contact { continue }
            let light = painter.planeLight(SIMD2(x, tau))
            #expect(abs(light - truth) < 2e-3, "\(begin) \(tau) \(x): \(light), \(truth)")
          }
        }
      }
    }
  }

  // A leaf that stands at an angle touches the plane in a corner, however little it bends.
  @Test(arguments: [0.4, 1.5708, 2.6], [1e3, 1e5, 1e6])
  func aLeafThatHardlyBendsLightsThePlaneAsAStraightOne(lift: Double, radius: Double) throws {
    func painter(_ pieces: [Profile.Piece]) throws -> SectionPainter {
      try SectionScene(
        Profile(lift: lift, pieces: pieces), fold: SectionScene.spine(), lit: true
      ).painter()
    }
    let bent = try painter([.arc(radius: radius, turn: 160 / radius)])
    let straight = try painter([])
    #expect(bent.section.contact == .zero)
    for x: Float in [-30, -3, -0.3, 0.3, 3, 30] {
      for tau: Float in [-40, 3, 61] {
        let (seen, truth) = (bent.planeLight(SIMD2(x, tau)), straight.planeLight(SIMD2(x, tau)))
        let bound: Float = radius == 1e3 ? 0.06 : 0.01
        #expect(abs(seen - truth) < bound, "\(x) \(tau): \(seen), \(truth)")
      }
    }
  }

  @Test func lightRunsOnFromPieceToPiece() throws {
    let profiles = [
      Profile(pieces: [.arc(radius: 60, turn: 1.2)]),
      Profile(lift: 0.5, pieces: [.arc(radius: 60, turn: 0.8), .line(length: 30)]),
      Profile(pieces: [.line(length: 20), .arc(radius: 40, turn: 1), .arc(radius: 80, turn: -0.5)]),
    ]
    for profile in profiles {
      let fold = SectionScene.fold(0, at: -60)
      let painter = try SectionScene(profile, fold: fold, lit: true).painter()
      for row in [20, 113] {
        for x in 1..<160 {
          guard let a = painter.probe(x - 1, row), let b = painter.probe(x, row),
            a.side == b.side
          else { continue }
          // By the length of paper between: near a silhouette that is many page pixels. At the
          // spine of a leaf that stands at an angle there is a real edge.
          if a.arc < 0 && b.arc >= 0 && profile.lift > 0 { continue }
          let step = abs(a.light - b.light) / max(b.arc - a.arc, 1)
          #expect(step <= 0.03, "\(profile), row \(row), arc \(a.arc): \(a.light) to \(b.light)")
        }
      }
    }
  }

  // A ray through the place where two pieces join meets a translucent sheet once.
  @Test(arguments: [30, 0.2])
  func whatAJoinOfPiecesHidesCountsOnce(length: Double) throws {
    let profile = Profile(
      lift: 0.2,
      pieces: [.arc(radius: 60, turn: 0.8), .line(length: length), .arc(radius: 200, turn: 0.1)])
    var leaf = try SectionScene(profile, fold: SectionScene.spine(), lit: true)
    leaf.scene.leaves[0].opacity = 0.5
    let painter = try leaf.painter()
    var before: Float?
    for i in 0..<20_000 {
      let x = 20 + Float(i) * 0.005
      let light = painter.planeLight(SIMD2(x, 8))
      if let before { #expect(abs(light - before) <= 2e-3, "\(x): \(before) to \(light)") }
      before = light
    }
  }

  // The end of a translucent sheet crosses rays one by one.
  @Test(arguments: [9.0, 17, 26], [0.3, 0.7])
  func theEndOfASheetOverItselfCastsNoEdge(radius: Double, opacity: Double) throws {
    let height = 226
    var scene = try SectionScene(
      Profile(pieces: [.arc(radius: radius, turn: 40)]), fold: SectionScene.fold(0, at: -70),
      lit: true)
    scene.scene.leaves[0].opacity = opacity
    let painter = try scene.painter()
    var worst: (step: Float, place: String) = (0, "")
    for tau in [0, Float(height) * 0.45] {
      var before: Float?
      for i in 0..<4000 {
        let turn = 0.05 + Float(i) / 4000 * 6
        let r = Float(radius)
        if turn * r > 140 { break }
        let sineCosine = SIMD2<Float>(sin(turn), cos(turn))
        let spot = Spot(
          x: r * sineCosine.x, tau: tau, z: r * (1 - sineCosine.y), sineCosine: sineCosine,
          arc: turn * r, slope: 1, rise: 0)
        let light = painter.light(on: spot, isFront: true)
        if let before, abs(light - before) > worst.step {
          worst = (abs(light - before), "turn \(turn), tau \(tau): \(before) to \(light)")
        }
        before = light
      }
    }
    #expect(worst.step <= 0.002, "\(worst.place)")
  }

  // The windings of a roll coincide: rounding must not decide whether one of them covers another.
  @Test(arguments: [8.0, 17.1, 53])
  func lightInsideARollOfManyWindingsHasNoSpots(radius: Double) throws {
    let (width, height) = (Int(20 * radius), Int(28 * radius))
    let scene = try SectionScene(
      Profile(pieces: [.arc(radius: radius, turn: 40)]),
      fold: SectionScene.fold(0, at: -7 * radius, width: width, height: height), width: width,
      height: height, lit: true)
    let painter = try scene.painter()
    #expect(painter.section.liftedCurves.contains { $0.windings > 2 })
    func light(_ turn: Float, _ tau: Float) -> Float {
      let r = Float(radius)
      let sineCosine = SIMD2<Float>(sin(turn), cos(turn))
      let spot = Spot(
        x: r * sineCosine.x, tau: tau, z: r * (1 - sineCosine.y), sineCosine: sineCosine,
        arc: turn * r, slope: 1, rise: 0)
      return painter.light(on: spot, isFront: true)
    }
    for along in [-0.49, -0.3, 0.02, 0.45] {
      let tau = Float(along * Double(height))
      for i in 0..<1000 {
        let turn = 0.4 + Float(i) / 1000 * 5
        let step = abs(light(turn, tau) - light(turn + 0.005, tau))
        #expect(step <= 0.02, "\(turn) \(tau): \(light(turn, tau))")
      }
    }
  }

  /// The place along the rulings, where a pixel's neighbours see the same side of the sheet.
  private func steady(_ painter: SectionPainter, _ x: Int, _ y: Int) -> Double? {
    let side = painter.probe(x, y)?.side
    for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1)]
    where painter.probe(x + dx, y + dy)?.side != side { return nil }
    return Double(painter.foldPoint(x, y).y)
  }
}
