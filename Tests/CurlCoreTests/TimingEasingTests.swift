import CurlCore
import TestSupport
import Testing

@Suite struct TimingEasingTests {
  /// Shares of the time at even steps, the ends included.
  static let shares = (0...1000).map { Double($0) / 1000 }
  static let overshooting: Set = ["ease-in-back", "ease-out-back", "ease-in-out-back"]

  @Test(arguments: Easing.names) func everyNameMakesAnEasingOfThatName(name: String) throws {
    #expect(try #require(Easing(name: name)).name == name)
  }

  @Test func allTheNamesAreKnown() {
    let curves = ["sine", "quad", "cubic", "quart", "expo", "back"]
    let sides = ["in", "out", "in-out"]
    let expected =
      ["linear", "hold", "ease", "ease-in", "ease-out", "ease-in-out", "smoothstep"]
      + curves.flatMap { curve in sides.map { "ease-\($0)-\(curve)" } }
    #expect(Set(Easing.names) == Set(expected))
    #expect(Easing.names.count == expected.count)
  }

  @Test(arguments: Easing.names) func endsAreExactAndBeyondThemItStays(name: String) throws {
    let easing = try #require(Easing(name: name))
    #expect([-1, -0.0, 0].map { easing.value(at: $0) } == [0, 0, 0])
    #expect([1, 1.5, .infinity].map { easing.value(at: $0) } == [1, 1, 1])
  }

  @Test(arguments: Easing.names) func onlyBackEverGoesBack(name: String) throws {
    let easing = try #require(Easing(name: name))
    let values = Self.shares.map { easing.value(at: $0) }
    let goesBack = zip(values, values.dropFirst()).contains { $0 > $1 + 1e-15 }
    #expect(goesBack == Self.overshooting.contains(name))
    let leaves = values.contains { $0 < 0 || $0 > 1 }
    #expect(leaves == Self.overshooting.contains(name))
  }

  @Test(arguments: Easing.names) func nothingButHoldJumps(name: String) throws {
    let easing = try #require(Easing(name: name))
    let values = Self.shares.map { easing.value(at: $0) }
    let largest = zip(values, values.dropFirst()).map { abs($0 - $1) }.max() ?? 0
    #expect((largest > 0.02) == (name == "hold"))
  }

  @Test(arguments: ["sine", "quad", "cubic", "quart", "expo", "back"])
  func outIsInTurnedRound(curve: String) throws {
    let into = try #require(Easing(name: "ease-in-\(curve)"))
    let out = try #require(Easing(name: "ease-out-\(curve)"))
    let both = try #require(Easing(name: "ease-in-out-\(curve)"))
    for share in Self.shares {
      #expect(abs(out.value(at: share) + into.value(at: 1 - share) - 1) < 1e-12)
      #expect(abs(both.value(at: share) + both.value(at: 1 - share) - 1) < 1e-12)
      #expect(abs(both.value(at: share / 2) - into.value(at: share) / 2) < 1e-12)
    }
  }

  @Test(arguments: [
    ("ease-in-sine", 1 - 0.5.squareRoot()), ("ease-in-quad", 0.25), ("ease-in-cubic", 0.125),
    ("ease-in-quart", 0.0625), ("ease-in-expo", 31.0 / 1023), ("ease-in-back", -0.0876975),
    ("smoothstep", 0.5), ("linear", 0.5), ("hold", 0), ("ease-in-out", 0.5),
  ])
  func halfWayInTimeIsWhereTheFormulaSays(name: String, value: Double) throws {
    #expect(abs(try #require(Easing(name: name)).value(at: 0.5) - value) < 1e-12)
  }

  /// The easings of CSS at a point that the curve's parameter gives in closed form.
  @Test(arguments: [
    (Easing.ease, 0.25, 0.1, 0.25, 1.0), (.easeIn, 0.42, 0, 1, 1), (.easeOut, 0, 0, 0.58, 1),
    (.easeInOut, 0.42, 0, 0.58, 1), (.cubicBezier(1, -2, 0, 3), 1, -2, 0, 3),
  ])
  func béziersMeetTheirParametricPoints(
    easing: Easing, x1: Double, y1: Double, x2: Double, y2: Double
  ) {
    for s in stride(from: 0.01, to: 1, by: 0.01) where abs(s - 0.5) > 0.02 {
      let (a, b, c) = (3 * (1 - s) * (1 - s) * s, 3 * (1 - s) * s * s, s * s * s)
      #expect(abs(easing.value(at: a * x1 + b * x2 + c) - (a * y1 + b * y2 + c)) < 1e-11)
    }
  }

  @Test func béziersWithinTheSquareAreMonotone() {
    var random = Random(seed: 1)
    for _ in 0..<200 {
      let easing = Easing.cubicBezier(
        random.number(in: 0...1), random.number(in: 0...1), random.number(in: 0...1),
        random.number(in: 0...1))
      let values = Self.shares.map { easing.value(at: $0) }
      // Where the curve is nearly vertical the last bits of x are more of y.
      #expect(zip(values, values.dropFirst()).allSatisfy { $0 <= $1 + 1e-9 })
      #expect(values.allSatisfy { $0 >= 0 && $0 <= 1 })
    }
  }

  @Test func aBézierIsReadFromItsName() throws {
    #expect(Easing(name: "cubic-bezier(0.1,-2,0.3,4)") == .cubicBezier(0.1, -2, 0.3, 4))
    #expect(Easing(name: "cubic-bezier( .1 , 0, 1 ,1e0 )") == .cubicBezier(0.1, 0, 1, 1))
    #expect(Easing(name: "cubic-bezier(0.42, 0, 0.58, 1)") == .easeInOut)
    let odd = Easing.cubicBezier(1 / 3, -0.7, 0.1, 1.7)
    #expect(Easing(name: odd.name) == odd)
  }

  @Test(arguments: [
    "", "Linear", "ease-in-", "cubic", "cubic-bezier", "cubic-bezier()", "cubic-bezier(0,0,1)",
    "cubic-bezier(0,0,1,1,1)", "cubic-bezier(-0.1,0,1,1)", "cubic-bezier(0,0,1.1,1)",
    "cubic-bezier(nan,0,1,1)", "cubic-bezier(0,inf,1,1)", "cubic-bezier(0,0,1,1", "(0,0,1,1)",
    "cubic-bezier(0 0,0,1,1)", "cubic-bezier(a,b,c,d)", "cubic-bezier(0,,1,1)",
  ])
  func whatIsNoNameMakesNoEasing(name: String) {
    #expect(Easing(name: name) == nil)
  }
}
