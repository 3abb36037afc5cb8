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
      ["linear", "hold", "ease", "ease-in", "ease-out", "ease-in-out", "smoothstep", "paper"]
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
    ("smoothstep", 0.5), ("linear", 0.5), ("hold", 0), ("ease-in-out", 0.5), ("paper", 0.578125),
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
    "cubic-bezier(0 0,0,1,1)", "cubic-bezier(a,b,c,d)", "cubic-bezier(0,,1,1)", "spring",
    "spring()", "spring(1)", "spring(1,1,1)", "spring(0.009,1)", "spring(10.1,1)", "spring(1,-0.1)",
    "spring(1,10.1)", "spring(nan,1)", "spring(1,0.5", "Spring(1,0.5)",
  ])
  func whatIsNoNameMakesNoEasing(name: String) {
    #expect(Easing(name: name) == nil)
  }

  @Test func paperPeelsSlowlyRunsAndLandsSoftly() {
    let easing = Easing.paper
    let count = 100_000
    let values = (0...count).map { easing.value(at: Double($0) / Double(count)) }
    let speeds = zip(values, values.dropFirst()).map { ($1 - $0) * Double(count) }
    #expect(values.first == 0 && values.last == 1)
    // Monotone; in the first and the last step by less than a double can tell at 1.
    #expect(speeds.allSatisfy { $0 > 0 })
    // The speed itself has no jump, and vanishes at both ends.
    let jumps = zip(speeds, speeds.dropFirst()).map { abs($1 - $0) }
    #expect((jumps.max() ?? 1) < 1e-3)
    #expect((speeds.first ?? 1) < 1e-4 && (speeds.last ?? 1) < 1e-4)
    // It rises once and falls once, with its peak a little before the middle.
    let peak = speeds.indices.max { speeds[$0] < speeds[$1] } ?? 0
    #expect((0.4..<0.45).contains(Double(peak) / Double(count)))
    #expect(abs(speeds[peak] - 1.763) < 1e-3)
    let slack = 1e-9
    #expect(zip(speeds, speeds.dropFirst()).prefix(peak).allSatisfy { $0 < $1 + slack })
    #expect(zip(speeds, speeds.dropFirst()).dropFirst(peak).allSatisfy { $0 > $1 - slack })
    // The landing takes longer than the peel.
    let half = easing.value(at: 0.2)
    #expect(half > 0.09 && half < 0.11 && 1 - easing.value(at: 0.8) < 0.062)
  }

  @Test(
    arguments: [0.01, 0.1, 0.5, 1, 1.9, 2, 4, 10],
    [0, 0.2, 0.825, 0.999_999, 1, 1.001, 3, 10])
  func springsRiseFrom0To1AndStayThere(response: Double, damping: Double) throws {
    let easing = Easing.spring(try #require(Spring(response: response, damping: damping)))
    let values = Self.shares.map { easing.value(at: $0) }
    #expect(values.first == 0 && values.last == 1)
    #expect(values.allSatisfy { $0 >= 0 && $0 <= 1 })
    #expect(zip(values, values.dropFirst()).allSatisfy { $0 <= $1 + 1e-12 })
    #expect(Easing(name: easing.name) == easing)
    // At rest at first: the speed is 0 but for the step's own share.
    #expect(easing.value(at: 1e-6) < 1e-6)
  }

  /// Places of a unit mass on a spring, by the equation of motion itself.
  @Test(arguments: [(0.5, 0.5), (1, 0.825), (3, 0.2), (0.5, 1), (2, 1.0), (1, 2.5), (8, 0)])
  func aSpringMovesAsItsEquationSays(response: Double, damping: Double) throws {
    let spring = try #require(Spring(response: response, damping: damping))
    let frequency = 2 * Double.pi / response
    let steps = 20_000
    let step = 1 / Double(steps)
    func force(_ x: Double, _ v: Double) -> Double {
      frequency * frequency * (1 - x) - 2 * damping * frequency * v
    }
    var (x, v) = (0.0, 0.0)
    var places = [x]
    for _ in 0..<steps {
      // The midpoint rule.
      let (mx, mv) = (x + step / 2 * v, v + step / 2 * force(x, v))
      (x, v) = (x + step * mv, v + step * force(mx, mv))
      places.append(x)
    }
    let arrival = places.firstIndex { $0 >= 1 } ?? steps
    let whole = arrival < steps ? 1 : x
    for share in stride(from: 0.05, to: 1, by: 0.05) {
      let index = Int((share * Double(steps)).rounded())
      let expected = index >= arrival ? 1 : places[index] / whole
      #expect(abs(spring.value(at: share) - expected) < 1e-4, "\(share)")
    }
  }

  @Test func aSpringIsReadFromItsName() throws {
    let spring = try #require(Spring(response: 0.5, damping: 0.825))
    #expect(Easing(name: "spring(0.5,0.825)") == .spring(spring))
    #expect(Easing(name: "spring( .5 , 825e-3 )") == .spring(spring))
    #expect(Easing.spring(spring).name == "spring(0.5, 0.825)")
    #expect(Spring(response: 0, damping: 1) == nil && Spring(response: 1, damping: .nan) == nil)
  }

  @Test func progressIsTheValueClamped() {
    let easing = Easing.cubicBezier(0.3, -2, 0.6, 3)
    let values = Self.shares.map { easing.value(at: $0) }
    #expect(values.contains { $0 < 0 } && values.contains { $0 > 1 })
    for (share, value) in zip(Self.shares, values) {
      #expect(easing.progress(at: share) == min(max(value, 0), 1))
    }
  }
}
