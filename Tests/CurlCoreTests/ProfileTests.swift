import CurlCore
import TestSupport
import Testing

@Suite struct ProfileTests {
  static let profiles: [Profile] = [
    .halfTurn(radius: 40), .halfTurn(radius: 0.5),
    Profile(lift: 0.7, pieces: []),
    Profile(lift: 0.3, pieces: [.line(length: 30), .arc(radius: 50, turn: 1.2)]),
    Profile(pieces: [
      .arc(radius: 20, turn: 1.5), .line(length: 10), .arc(radius: 35, turn: -0.8),
    ]),
  ]

  @Test(arguments: profiles)
  func arcLengthIsKept(profile: Profile) {
    let h = 1e-4
    for i in -100..<400 {
      let s = Double(i) * 0.731
      if profile.joints.contains(where: { abs($0 - s) <= h }) { continue }
      let (a, b) = (profile.place(s - h), profile.place(s + h))
      let speed = ((b.x - a.x) * (b.x - a.x) + (b.z - a.z) * (b.z - a.z)).squareRoot() / (2 * h)
      #expect(abs(speed - 1) < 1e-6)
    }
  }

  @Test(arguments: profiles)
  func piecesJoinWithoutAStepOrAKink(profile: Profile) {
    for joint in profile.joints {
      let (a, b) = (profile.place(joint - 1e-9), profile.place(joint + 1e-9))
      #expect(abs(a.x - b.x) < 1e-8 && abs(a.z - b.z) < 1e-8)
      #expect(abs(a.angle - b.angle) < 1e-8)
    }
  }

  @Test func aHalfTurnRunsFlatThenRoundThenBack() {
    let profile = Profile.halfTurn(radius: 10)
    let flat = profile.place(-25)
    #expect(flat.x == -25 && flat.z == 0 && flat.angle == 0)
    let top = profile.place(5 * .pi)
    #expect(abs(top.x - 10) < 1e-12 && abs(top.z - 10) < 1e-12)
    let flap = profile.place(10 * .pi + 7)
    #expect(abs(flap.x + 7) < 1e-12 && abs(flap.z - 20) < 1e-12)
    #expect(profile.halfTurnRadius == 10)
    #expect(Profile(lift: 1, pieces: []).halfTurnRadius == nil)
  }

  @Test func radiusZeroIsASharpFold() {
    let profile = Profile.halfTurn(radius: 0)
    #expect(profile.place(12).x == -12)
    #expect(profile.place(12).z.magnitude < 1e-12)
    #expect(profile.place(-12).x == -12)
  }

  @Test func aLeafTurnsAboutItsHinge() {
    let leaf = Profile(lift: .pi / 3, pieces: [])
    let place = leaf.place(10)
    #expect(abs(place.x - 5) < 1e-12 && abs(place.z - 75.0.squareRoot()) < 1e-12)
  }
}
