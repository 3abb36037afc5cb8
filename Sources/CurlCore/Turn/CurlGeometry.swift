/// Geometry of a page curl on a page and a canvas: turns a moment into a scene.
///
/// The fold line starts at the corner that lifts first and moves along the heading: at time t by
/// t·P, with P = W·|cos| + H·|sin|. The turn ends when the sheet has left the canvas. On a canvas
/// without room beyond the last corner, that is at endTime = 1 + s/P: s is the distance of the
/// silhouette from the fold, as the camera sees it; from straight above, it is the radius plus the
/// paper's thickness. Where there is room, the sheet's rear passes it ahead of the fold, see
/// `SheetExit`.
public struct CurlGeometry: Sendable, Equatable {
  /// The curl's parameters.
  public let parameters: CurlTurn
  /// The page's size.
  public let page: PageSize
  /// Area and size of a frame.
  public let canvas: Canvas
  /// Radius of the roll, page pixels; ≥ 0.001 if the paper has a thickness.
  public let radius: Double
  /// Time at which the sheet has left the canvas, ≥ 1; at time 1 the fold has crossed the page.
  public let endTime: Double

  /// The camera, with lengths in page pixels.
  public let camera: Camera
  /// Radius of the pages' corners, page pixels.
  public let cornerRadius: Double
  /// Thickness of the paper, page pixels.
  public let thickness: Double

  private let heading: SIMD2<Double>
  private let extent: Double

  /// A curl on a page and a canvas.
  ///
  /// `windsUp` is for a sheet that stays on its roll.
  ///
  /// - Precondition: the parameters are in range, see `CurlTurn.check()`.
  package init(_ parameters: CurlTurn, page: PageSize, canvas: Canvas, windsUp: Bool = false) {
    self.parameters = parameters
    self.page = page
    self.canvas = canvas
    let (cosine, sine) = cosineAndSine(degrees: parameters.angle)
    heading = SIMD2(cosine, -sine)
    extent = Double(page.width) * abs(cosine) + Double(page.height) * abs(sine)
    thickness = parameters.look.thickness.pixels(on: page)
    // The back of a thick sheet bends around the fold, so the front needs a radius above 0.
    radius = max(parameters.radius.pixels(on: page), thickness > 0 ? 0.001 : 0)
    cornerRadius = parameters.look.cornerRadius(on: page)
    camera = parameters.look.camera(on: page)
    let exit = SheetExit(
      page: page, heading: heading, radius: radius, thickness: thickness,
      cornerRadius: cornerRadius, camera: camera, windsUp: windsUp)
    endTime = 1 + exit.distance(from: canvas.area.corners) / extent
  }

  private static func furthest(_ points: [SIMD2<Double>], along direction: SIMD2<Double>)
    -> Double
  {
    points.map { ($0 * direction).sum() }.max() ?? 0
  }

  /// The time of a moment, clamped to 0…endTime.
  public func time(_ moment: Moment) -> Double {
    switch moment {
    case .progress(let progress): min(max(progress, 0), 1) * endTime
    case .time(let time): min(max(time, 0), endTime)
    }
  }

  /// The fold line at a time.
  public func fold(time: Double) -> Fold {
    let normal = -heading
    let distance = Self.furthest(page.corners, along: normal) - time * extent
    let centre = SIMD2(Double(page.width), Double(page.height)) / 2
    return Fold(point: centre + normal * (distance - (centre * normal).sum()), normal: normal)
  }

  /// The scene at a moment: the sheet over `base`, or `base` alone at the end.
  ///
  /// Without pages, a look whose `paper` is nil has ``Colour/printPaper``.
  public func scene(_ moment: Moment, base: Base = .next) -> Scene {
    let time = time(moment)
    var scene = Scene(
      page: page, outline: .rectangle(cornerRadius: cornerRadius), base: base, leaves: [],
      background: parameters.look.background, camera: camera, light: light(time: time),
      canvas: canvas)
    guard time < endTime else { return scene }
    scene.leaves = [
      Leaf(
        front: Face(.picture(.front)), back: parameters.look.back(), thickness: thickness,
        cutEdgeColour: parameters.look.paperColour,
        surface: .profile(.halfTurn(radius: radius), fold: fold(time: time)))
    ]
    return scene
  }

  func light(time: Double) -> Light {
    let lift = parameters.look.shadowLift(on: page, radius: radius)
    return parameters.look.light(
      on: page, radius: radius, strength: strength(time: time, lift: lift))
  }

  /// Factor of light and shadow, 0…1: ramps with a continuous first derivative.
  ///
  /// For a sheet that casts its shadow from its own height, light and shadow fade out from time 1
  /// to the end. For a sheet that casts from a larger height, such as a flat fold, they fade in
  /// until time 0.05 and out over the last tenth of the turn.
  private func strength(time: Double, lift: Double) -> Double {
    let castsFromRaisedHeight = lift > 2 * radius
    let start = castsFromRaisedHeight || radius == 0 ? 0.9 * endTime : 1
    let out = 1 - smoothstep((time - start) / (endTime - start))
    return castsFromRaisedHeight ? out * smoothstep(time / 0.05) : out
  }
}
