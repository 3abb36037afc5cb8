import CurlCore
import PageCurl
import TestSupport

/// One frame's quality on one renderer.
struct QualityRow: Sendable {
  var renderer: String
  var size: PageSize
  var angle: Double
  var progress: Double
  var quality: Quality
}

/// One edge's ramp on one renderer, over several moments.
struct RampRow: Sendable {
  var renderer: String
  var edge: TurnEdge
  var angle: Double
  /// Page pixels per output pixel.
  var step: Double
  var samples: Int
  var fit: EdgeRamp.Fit

  /// Width in output pixels that an edge must have.
  static let bound = 0.5...1.5
}

/// What is measured.
struct ReportPlan: Sendable {
  var sizes: [PageSize]
  var headings: [Double]
  var progresses: [Double]
  /// Per cent of the page's width.
  var radius: Double

  static let rampHeadings: [Double] = [0, 30, 45, 90, 151, 225]
  static let rampSteps: [Double] = [1, 0.61, 1.7]
  static let rampProgresses: [Double] = [0.2137, 0.3371, 0.4523, 0.5718, 0.6853]

  /// Every frame against 377 rays a pixel.
  func qualities(_ renderers: [Renderer], _ note: (String) -> Void) async throws -> [QualityRow] {
    var rows: [QualityRow] = []
    let truthful = try await Renderer(.cpu)
    for size in sizes {
      let pages = try Pages(
        front: TestPages.page(.front, width: size.width, height: size.height),
        next: TestPages.page(.next, width: size.width, height: size.height),
        back: TestPages.page(.back, width: size.width, height: size.height))
      for angle in headings {
        note("\(size.width)×\(size.height), heading \(angle)°")
        var parameters = CurlTurn()
        parameters.angle = angle
        parameters.radius = .percent(radius)
        parameters.look.isLit = false
        parameters.look.back = .picture
        let turn = try PageTurn(pages, parameters)
        for progress in progresses {
          let moment = Moment.progress(progress)
          let geometry = try await truthful.geometry(turn, at: moment)
          let places = Quality.places(geometry)
          let truth = await Truth.channels(
            reference(turn, moment), at: places, width: geometry.width)
          for renderer in renderers {
            let frame = try await renderer.frame(turn, at: moment)
            rows.append(
              QualityRow(
                renderer: renderer.info.backend.rawValue, size: size, angle: angle,
                progress: progress,
                quality: Quality(
                  frame, truth, at: places, geometry, radius: turn.sheet.radius)))
          }
        }
      }
    }
    return rows
  }

  private func reference(_ turn: PageTurn, _ moment: Moment) -> ReferenceRenderer {
    let pictures = turn.pages.pictures
    var maps: [Picture: Pixmap] = [.front: pictures.front.pixmap, .next: pictures.next.pixmap]
    maps[.back] = pictures.back?.pixmap
    return ReferenceRenderer(turn.scene(moment), maps)
  }

  /// The width of every edge.
  func ramps(_ renderers: [Renderer], _ note: (String) -> Void) async throws -> [RampRow] {
    var rows: [RampRow] = []
    for edge in TurnEdge.allCases {
      note("ramp: \(edge.rawValue)")
      let pages = try Pages(
        front: TestPages.plain(edge.front, width: 160, height: 226),
        next: TestPages.plain(255, width: 160, height: 226))
      for angle in Self.rampHeadings {
        for step in Self.rampSteps {
          for renderer in renderers {
            var ramp = EdgeRamp()
            for progress in Self.rampProgresses {
              let canvas = Canvas(
                width: Int(220 / step), height: Int(290 / step),
                origin: SIMD2(-30 - progress, -32 + progress), step: SIMD2(step, step))
              let turn = try PageTurn(
                pages, edge.parameters(angle: angle, radius: 24), canvas: canvas)
              let moment = Moment.progress(progress)
              let frame = try await renderer.frame(turn, at: moment, format: .rgba16)
              ramp.add(frame, edge, turn.sheet, time: turn.sheet.time(moment))
            }
            // Headings along the axes leave no flap's side above a background, for one.
            guard ramp.near >= 40 else { continue }
            rows.append(
              RampRow(
                renderer: renderer.info.backend.rawValue, edge: edge, angle: angle, step: step,
                samples: ramp.near, fit: ramp.fit))
          }
        }
      }
    }
    return rows
  }
}
