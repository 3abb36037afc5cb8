import CurlCore
import PageTurner
import TestSupport
import Testing

/// Nothing leaps: i7 of the invariants, and the source documents' defect of a sheet that is grabbed
/// again on its way.
@Suite struct ContinuityTests {
  /// Plays a script, telling each event with the turner right before and right after.
  private func watch(
    _ script: Script,
    _ body: (
      _ before: Turner, TurnerEvent, [TurnerOutput], _ after: Turner
    ) -> Void
  ) throws {
    var turner = try Turner(script.book, view: script.view, at: script.start, script.rules)
    for (time, event) in script.events {
      try turner.handle(.tick, at: time)
      let before = turner
      let told = try turner.handle(event, at: time)
      body(before, event, told, turner)
    }
  }

  /// Rules under which a sheet never goes by itself to where the finger is.
  private static func rules(_ random: inout Random) -> TurnerConfiguration {
    var rules = TurnerConfiguration()
    rules.allowsReversal = Bool.random(using: &random)
    rules.boundary =
      [.clamp, .rubber(limit: 0.25, stiffness: 0.55), .tip(limit: 0.3)][
        Int.random(in: 0..<3, using: &random)]
    rules.catchUp = Bool.random(using: &random) ? .none : .eased(0.07)
    rules.release =
      [.projected(time: 0.25, threshold: 0.5), .half, .distance(0.05)][
        Int.random(in: 0..<3, using: &random)]
    return rules
  }

  @Test func i7_s1_21_aSheetThatIsGrabbedOnItsWayGoesOnFromWhereItIs() throws {
    var random = Random(seed: 121)
    var (grabs, ups, claims) = (0, 0, 0)
    for number in 0..<3000 {
      var script = random.script(6, strokesOnly: true, reusesFingers: false)
      script.rules = Self.rules(&random)
      try watch(script) { before, event, told, after in
        let leap = abs(after.position - before.position)
        switch event {
        case .down:
          #expect(leap <= 1e-12, "script \(number)")
          if told.contains(where: { if case .grab = $0.kind { true } else { false } }) {
            grabs += 1
            let isThere = told.contains {
              if case .grab(let place) = $0.kind {
                abs(place - before.position) <= 1e-12
              } else {
                false
              }
            }
            #expect(isThere, "script \(number)")
          }
        case .up, .cancel:
          #expect(leap <= 1e-12, "script \(number)")
          ups += 1
        case .move:
          // Where the finger goes back past its start, a sheet has the move's own way.
          guard before.phase != .dragging, after.phase == .dragging else { return }
          claims += 1
          #expect(leap <= 1e-12, "script \(number)")
        default: break
        }
      }
    }
    #expect(grabs > 2000 && ups > 9000 && claims > 3000, "\(grabs) \(ups) \(claims)")
  }

  /// A finger that moves evenly lets go: the sheet goes on as fast as it did.
  @Test(arguments: [-900.0, -300, -50, 50, 300, 900])
  func i7_aReleaseKeepsItsSpeed(pixelsPerSecond: Double) throws {
    var script = Script()
    script.start = 4
    let steps = 16
    script.events = [(0, .down(id: 1, SIMD2(400, 500)))]
    // First it takes the sheet half way, whichever way that is.
    let far = SIMD2(400 - 0.4 * 768, 500)
    script.events.append((0.5, .move(id: 1, far)))
    for step in 1...steps {
      let time = 1 + Double(step) / 128
      script.events.append(
        (time, .move(id: 1, far + SIMD2(pixelsPerSecond * Double(step) / 128, 0))))
    }
    let end = 1 + Double(steps) / 128
    let last = far + SIMD2(pixelsPerSecond * Double(steps) / 128, 0)
    script.events.append((end, .up(id: 1, last)))
    var speed: Double?
    try watch(script) { _, event, _, after in
      if case .up = event { speed = after.velocity }
    }
    let measured = try #require(speed)
    #expect(abs(measured + pixelsPerSecond / 768) <= 1e-9)
  }

  @Test func aReleasedSheetNeverLeavesItsLeafAndLandsInTime() throws {
    var random = Random(seed: 7)
    for number in 0..<2000 {
      var script = Script()
      script.start = 4
      let start = SIMD2(384.0, 500)
      var point = start
      script.events = [(0, .down(id: 1, point))]
      for step in 1...Int.random(in: 2...10, using: &random) {
        point.x += Double(Int.random(in: -90...90, using: &random))
        script.events.append((Double(step) / 64, .move(id: 1, point)))
      }
      let end = (script.events.last?.time ?? 0) + 1.0 / 512
      script.events.append((end, .up(id: 1, point)))
      var turner = try Turner(script.book, view: script.view, at: 4)
      for (time, event) in script.events { try turner.handle(event, at: time) }
      let leaf = turner.posture.leaves.first
      var time = end
      while turner.phase != .idle {
        time += 1.0 / 256
        #expect(turner.posture(at: time).leaves.allSatisfy { (0...1).contains($0.progress) })
        let place = turner.posture(at: time).leaves.first?.progress
        #expect(place != nil && leaf != nil, "script \(number)")
        try turner.handle(.tick, at: time)
      }
      #expect(time - end <= 0.5 + 1.0 / 256, "script \(number)")
    }
  }
}
