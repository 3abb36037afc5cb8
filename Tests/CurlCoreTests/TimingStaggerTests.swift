import CurlCore
import TestSupport
import Testing

@Suite struct TimingStaggerTests {
  @Test func s1_4_theTwoLeavesOfThePageRestAt180And0AndTheOthersApart() {
    for pages in 1...20 {
      let board = Flipboard(pages: pages)
      for page in 0..<pages {
        let angles = (0..<board.leaves).map { board.restingAngle(of: $0, at: page) }
        #expect(zip(angles, angles.dropFirst()).allSatisfy { $0 < $1 })
        #expect(angles.filter { $0 == 0 }.count == 1)
        #expect(angles.filter { $0 == 180 }.count == 1)
        #expect(angles[board.upperLeaf(of: page)] == 180)
        #expect(angles[pages - page - 1] == 0)
      }
    }
  }

  @Test func s1_4_restingAnglesAreTheRulesNumbers() {
    let board = Flipboard(pages: 5, spread: 1)
    #expect((0..<6).map { board.restingAngle(of: $0, at: 0) } == [-4, -3, -2, -1, 0, 180])
    #expect((0..<6).map { board.restingAngle(of: $0, at: 2) } == [-2, -1, 0, 180, 181, 182])
    #expect((0..<6).map { board.restingAngle(of: $0, at: 4) } == [0, 180, 181, 182, 183, 184])
  }

  @Test(arguments: [(1, 1.050), (2, 1.101), (5, 1.253), (8, 1.406)])
  func s1_7_flightsLastAsLongAsTheOriginals(pages: Int, seconds: Double) {
    for count in [9, 12, 20] {
      let flight = Flipboard(pages: count, spread: 0.1).flight(from: 0, to: pages)
      #expect((flight.totalDuration * 1000).rounded() == seconds * 1000)
    }
  }

  @Test func s1_7_aLeafTakesItsShareOfASecondAndDelaysAddUp() {
    let flight = Flipboard(pages: 3, spread: 1).flight(from: 0, to: 2)
    #expect(flight.flips.map(\.leaf) == [3, 2, 1, 0])
    #expect(flight.flips.map(\.fromAngle) == [180, 0, -1, -2])
    #expect(flight.flips.map(\.toAngle) == [182, 181, 180, 0])
    let durations = [2.0, 181, 181, 2].map { $0 / 180 }
    #expect(flight.flips.map(\.duration) == durations)
    var delay = 0.0
    for (flip, duration) in zip(flight.flips, durations) {
      delay += 0.05 * duration
      #expect(abs(flip.start - delay) < 1e-15)
    }
  }

  @Test func s1_8_forwardFromTheHighestLeafDownBackwardFrom0Up() {
    #expect(
      Flipboard(pages: 6).flight(from: 1, to: 4).flips.map(\.leaf) == [6, 5, 4, 3, 2, 1, 0])
    #expect(
      Flipboard(pages: 6).flight(from: 4, to: 1).flips.map(\.leaf) == [0, 1, 2, 3, 4, 5, 6])
  }

  @Test func s1_8_noLeafOvertakesAnother() {
    for (from, to) in [(0, 8), (8, 0), (3, 4), (7, 2)] {
      let flight = Flipboard(pages: 10).flight(from: from, to: to)
      for step in 0...400 {
        let time = flight.totalDuration * Double(step) / 400
        let angles = (0...10).map { flight.angle(of: $0, at: time) ?? .nan }
        #expect(zip(angles, angles.dropFirst()).allSatisfy { $0 < $1 })
      }
    }
  }

  @Test func aFlightStartsAndEndsAtRestExactly() {
    var random = Random(seed: 15)
    for _ in 0..<200 {
      let board = Flipboard(
        pages: Int.random(in: 1...20, using: &random), spread: random.number(in: 0...1))
      let from = Int.random(in: 0..<board.pages, using: &random)
      let to = Int.random(in: 0..<board.pages, using: &random)
      let flight = board.flight(from: from, to: to)
      for leaf in 0..<board.leaves {
        #expect(flight.angle(of: leaf, at: 0) == board.restingAngle(of: leaf, at: from))
        #expect(
          flight.angle(of: leaf, at: flight.totalDuration) == board.restingAngle(of: leaf, at: to))
      }
      #expect(flight.angle(of: board.leaves, at: 0) == nil)
    }
  }

  @Test func aFlightToTheSamePageLastsNoTime() {
    #expect(Flipboard(pages: 4).flight(from: 2, to: 2).totalDuration == 0)
  }

  @Test func severalLeavesAreInTheAirAtOnce() {
    let flight = Flipboard(pages: 9).flight(from: 0, to: 8)
    let inTheAir = (0...9).filter {
      let angle = flight.angle(of: $0, at: 0.6) ?? 0
      return angle > 5 && angle < 175
    }
    #expect(inTheAir.count == 8)
  }

  @Test func turnsOfAFlightStartOneAfterAnother() {
    let stagger = Stagger(count: 3, duration: 2, delay: 0.5)
    #expect(stagger.totalDuration == 3)
    #expect((0..<3).map { stagger.start(of: $0) } == [0, 0.5, 1])
    #expect((0..<3).map { stagger.progress(of: $0, at: 1) } == [0.5, 0.25, 0])
    #expect((0..<3).map { stagger.progress(of: $0, at: 3) } == [1, 1, 1])
    #expect(stagger.progress(of: 0, at: 0.5, .curve(.quad, .in)) == 0.0625)
    #expect(stagger.inTheAir(at: 1) == 0..<2)
    #expect(Stagger(count: 1, duration: 0.5).delay == 0.025)
  }

  @Test func everyTurnOfAFlightEndsAtItsEnd() {
    var random = Random(seed: 16)
    for _ in 0..<300 {
      let stagger = Stagger(
        count: Int.random(in: 1...30, using: &random), duration: random.number(in: 0.01...3),
        delay: random.number(in: 0...1))
      for turn in 0..<stagger.count {
        #expect(stagger.progress(of: turn, at: 0) == 0)
        #expect(stagger.progress(of: turn, at: stagger.totalDuration) == 1)
      }
    }
  }
}
