import CurlCore
import Testing

@Suite struct MarginTests {
  static let page = PageSize(width: 300, height: 400)

  static func turn(
    canvas: Canvas? = nil, _ change: (inout CurlTurn) -> Void = { _ in }
  ) -> CurlGeometry {
    var parameters = CurlTurn()
    change(&parameters)
    return CurlGeometry(parameters, page: page, canvas: canvas ?? Canvas(page: page))
  }

  /// What of a thin or thick sheet's points is seen where, found by brute force.
  static func box(_ turn: CurlGeometry, time: Double) -> Margin {
    let fold = turn.fold(time: time)
    var low = SIMD2<Double>(0, 0)
    var high = SIMD2(Double(page.width), Double(page.height))
    let steps = 240
    for row in 0...steps {
      for column in 0...steps {
        let share = SIMD2(Double(column), Double(row)) / Double(steps)
        let p = share * SIMD2(Double(page.width), Double(page.height)) - fold.point
        let (s, tau) = ((p * fold.normal).sum(), (p * fold.ruling).sum())
        let place = Profile.halfTurn(radius: turn.radius).place(s)
        guard s > 0 else { continue }
        for out in turn.thickness > 0 ? [0, turn.thickness] : [0] {
          let x = place.x + out * sine(place.angle)
          let z = place.z - out * cosine(place.angle)
          guard z >= 0, z <= turn.camera.highest else { continue }
          let seen = turn.camera.project(
            fold.point + x * fold.normal + tau * fold.ruling, height: z)
          low = pointwiseMin(low, seen)
          high = pointwiseMax(high, seen)
        }
      }
    }
    return Margin(
      left: -low.x, top: -low.y, right: high.x - Double(page.width),
      bottom: high.y - Double(page.height))
  }

  private static func cosine(_ angle: Double) -> Double {
    cosineAndSine(degrees: angle * 180 / .pi).0
  }

  private static func sine(_ angle: Double) -> Double {
    cosineAndSine(degrees: angle * 180 / .pi).1
  }

  static let views: [CurlTurn.View] = [
    .above, .oblique(shear: SIMD2(0.4, -0.9)), .eye(distance: .percent(150)),
    .eye(distance: .pixels(200), centre: SIMD2(0.1, 0.9)),
  ]

  @Test(
    "The margin holds the sheet as every camera sees it, and hardly more",
    arguments: views, [151.0, 29, 180, -75])
  func holdsTheSheet(_ view: CurlTurn.View, _ angle: Double) {
    for (thickness, time) in [(0.0, 0.2), (0, 0.7), (9, 0.45), (9, 1)] {
      let turn = Self.turn {
        $0.angle = angle
        $0.look.view = view
        $0.radius = .pixels(40)
        $0.look.thickness = .pixels(thickness)
      }
      let margin = turn.margin(at: .time(time))
      let box = Self.box(turn, time: time)
      #expect(margin.holds(box), "\(margin) \(box)")
      // The grid misses up to a step along the rim, which a low eye shows enlarged.
      let rough = 1.0 + (turn.camera.nearness > 0 ? 6 : 0)
      let more = Margin(
        left: box.left + rough, top: box.top + rough, right: box.right + rough,
        bottom: box.bottom + rough)
      #expect(more.holds(margin), "\(margin) \(box)")
    }
  }

  @Test("A thin sheet's margin is known in closed form along an axis")
  func closedForm() {
    let turn = Self.turn {
      $0.angle = 180
      $0.radius = .pixels(20)
    }
    // At time 1 the flap reaches as far as the page, less what the roll takes.
    let flap = 300 - Double.pi * 20
    let margin = turn.margin(at: .time(1))
    #expect(abs(margin.left - flap) < 0.1)
    #expect(margin.top == 0 && margin.right == 0 && margin.bottom == 0)
    #expect(turn.margin == margin)
    #expect(turn.margin(at: .time(0)) == .none && turn.margin(at: .progress(1)) == .none)
  }

  @Test("A shadow counts where a background takes it, and ends five radii from the fold")
  func shadow() {
    func margin(_ background: Background, lit: Bool = true, lamp: Double = 0) -> Margin {
      Self.turn {
        $0.angle = 180
        $0.radius = .pixels(20)
        $0.look.background = background
        $0.look.isLit = lit
        $0.look.keyLight = KeyLight(share: lamp, elevation: 45, azimuth: 180, size: 2)
      }.margin(at: .time(0.25))
    }
    // The fold stands at 225: the roll's shadow ends at 325.
    let shadow = margin(.colour(.white))
    #expect(abs(shadow.right - 25) < 0.1)
    #expect(shadow.top > 2.4 * 20 && abs(shadow.top - shadow.bottom) < 1e-9)
    #expect(margin(.picture) == shadow)
    #expect(margin(.colour(.clear)) == .none)
    #expect(margin(.colour(.white), lit: false) == .none)
    // A lamp alone from the left casts to the right: the roll's top, at 44 degrees.
    let lamp = margin(.colour(.white), lamp: 1)
    let reach = 20 * (1 + 2.0.squareRoot())
    #expect(abs(lamp.right - max(0, 225 + reach - 300)) < 3)
    #expect(lamp.top < 2 && lamp.bottom < 2)
  }

  @Test("The whole turn's margin holds that of every moment up to time 1, whatever the canvas")
  func wholeTurn() {
    for angle in [151.0, 90, 20] {
      func change(_ parameters: inout CurlTurn) {
        parameters.angle = angle
        parameters.look.thickness = .pixels(3)
        parameters.look.cornerRadius = .pixels(40)
        parameters.look.view = .eye(distance: .percent(200), centre: SIMD2(0.3, 0.2))
        parameters.look.background = .colour(.white)
      }
      let turn = Self.turn(change)
      let whole = turn.margin
      var widened = whole
      widened.left += 0.3
      widened.top += 0.3
      widened.right += 0.3
      widened.bottom += 0.3
      for step in 0...500 {
        let margin = turn.margin(at: .time(Double(step) / 500))
        #expect(widened.holds(margin), "\(angle) \(step)")
      }
      let larger = Self.turn(canvas: Canvas(page: Self.page, margin: whole), change)
      #expect(larger.margin == whole)
      #expect(larger.endTime > turn.endTime)
    }
  }

  @Test("Round corners reach less far than sharp ones")
  func roundCorners() {
    func margin(_ radius: Double) -> Margin {
      Self.turn { $0.look.cornerRadius = .pixels(radius) }.margin(at: .time(0.7))
    }
    #expect(margin(100).left < margin(30).left - 5)
    #expect(margin(30).left < margin(0).left - 5)
  }

  @Test("A margin is rounded up to whole pixels, and rounding's own trace is none")
  func rounding() {
    let margin = Margin(left: 1.2, top: 3 + 1e-9, right: 0, bottom: 7)
    #expect(margin.roundedUp == Margin(left: 2, top: 3, right: 0, bottom: 7))
    let canvas = Canvas(page: Self.page, margin: margin)
    #expect(canvas.width == 302 && canvas.height == 410)
    #expect(canvas.origin == SIMD2(-2, -3) && canvas.step == SIMD2(1, 1))
  }

  @Test("Extreme turns have finite margins")
  func extremes() {
    for radius in [0.0, 1e-9, 5000, 1e6] {
      for view in Self.views + [.eye(distance: .pixels(0.1))] {
        let turn = Self.turn {
          $0.radius = .pixels(radius)
          $0.look.thickness = .pixels(radius)
          $0.look.view = view
          $0.look.background = .colour(.white)
          $0.look.keyLight = KeyLight(share: 0.5, elevation: 20, azimuth: 20, size: 30)
        }
        let margin = turn.margin
        for side in [margin.left, margin.top, margin.right, margin.bottom] {
          #expect(side.isFinite && side >= 0)
        }
      }
    }
  }
}
