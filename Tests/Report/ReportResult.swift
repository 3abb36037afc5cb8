import CurlCore
import Glibc
import PageCurl
import TestSupport

/// What was measured, and whether it is good enough.
struct ReportResult {
  let plan: ReportPlan
  let qualities: [QualityRow]
  let ramps: [RampRow]

  /// A sentence for each number out of its bounds.
  var failures: [String] {
    let frames = qualities.flatMap { row in
      Quality.Kind.allCases.compactMap { kind -> String? in
        let difference = row.quality[kind]
        guard difference.pixels >= Quality.Kind.fewest, difference.psnr < kind.bound else {
          return nil
        }
        return "\(row.renderer), \(name(row.size)), heading \(decimal(row.angle, 0))°, progress "
          + "\(decimal(row.progress, 2)): \(kind.rawValue) \(decimal(difference.psnr, 1)) dB, "
          + "but at least \(decimal(kind.bound, 0)) is due"
      }
    }
    let edges = ramps.filter { !RampRow.bound.contains($0.fit.width) }.map {
      "\($0.renderer), \($0.edge.rawValue), heading \(decimal($0.angle, 0))°, step "
        + "\(decimal($0.step, 2)): the edge is \(decimal($0.fit.width, 2)) pixels wide"
    }
    return frames + edges
  }

  /// Tables: the least dB and the worst pixel over a heading's moments, then over everything; ramps.
  var markdown: String {
    let kinds = Quality.Kind.allCases
    var text = "Against \(ReferenceRenderer.samples) exact rays a pixel, unlit, radius "
    text += "\(decimal(plan.radius, 1)) %: least dB over \(plan.progresses.count) moments / worst "
    text += "pixel in steps of 1/255.\n\n"
    text += "| | size | heading | " + kinds.map(\.rawValue).joined(separator: " | ") + " |\n"
    text += "|---|---|---:|" + kinds.map { _ in "---:|" }.joined() + "\n"
    for renderer in renderers {
      let rows = qualities.filter { $0.renderer == renderer }
      for size in plan.sizes {
        for angle in plan.headings {
          let group = rows.filter { $0.size == size && $0.angle == angle }
          text += "| \(renderer) | \(name(size)) | \(decimal(angle, 0))° | "
          text += kinds.map { cell(group, $0) }.joined(separator: " | ") + " |\n"
        }
      }
      text += "| **\(renderer)** | all | all | "
      text += kinds.map { "**\(cell(rows, $0))**" }.joined(separator: " | ") + " |\n"
    }
    text += "\nEdges of black on white, a least-squares ramp along the normal: width (place) in "
    text += "pixels, extremes over \(ReportPlan.rampHeadings.count) headings and "
    text +=
      "\(ReportPlan.rampSteps.count) scales.\n\n| | edge | narrowest | widest | furthest off |"
    text += "\n|---|---|---:|---:|---:|\n"
    for renderer in renderers {
      for edge in TurnEdge.allCases {
        let fits = ramps.filter { $0.renderer == renderer && $0.edge == edge }.map(\.fit)
        guard !fits.isEmpty else { continue }
        let widths = fits.map(\.width)
        let offset = fits.map { abs($0.offset) }.max() ?? 0
        text += "| \(renderer) | \(edge.rawValue) | \(decimal(widths.min() ?? 0, 2)) | "
        text += "\(decimal(widths.max() ?? 0, 2)) | \(decimal(offset, 3)) |\n"
      }
    }
    return text
  }

  /// Every frame's and every edge's numbers; null for too few pixels.
  var json: String {
    let frames = qualities.map { row in
      let kinds = Quality.Kind.allCases.map { kind -> String in
        let difference = row.quality[kind]
        let psnr =
          difference.pixels < Quality.Kind.fewest || difference.psnr.isInfinite
          ? "null" : decimal(difference.psnr, 2)
        return "\"\(kind.rawValue)\":{\"psnr\":\(psnr),\"worst\":\(decimal(difference.maximum, 2)),"
          + "\"pixels\":\(difference.pixels)}"
      }
      return "{\"renderer\":\"\(row.renderer)\",\"width\":\(row.size.width),"
        + "\"height\":\(row.size.height),\"heading\":\(row.angle),\"progress\":\(row.progress),"
        + kinds.joined(separator: ",") + "}"
    }
    let edges = ramps.map {
      "{\"renderer\":\"\($0.renderer)\",\"edge\":\"\($0.edge.rawValue)\",\"heading\":\($0.angle),"
        + "\"step\":\($0.step),\"samples\":\($0.samples),\"width\":\(decimal($0.fit.width, 3)),"
        + "\"offset\":\(decimal($0.fit.offset, 3))}"
    }
    return "{\"radiusPercent\":\(plan.radius),\"ok\":\(failures.isEmpty),\"frames\":[\n"
      + frames.joined(separator: ",\n") + "\n],\"ramps\":[\n" + edges.joined(separator: ",\n")
      + "\n]}\n"
  }

  private var renderers: [String] {
    qualities.map(\.renderer).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  private func cell(_ rows: [QualityRow], _ kind: Quality.Kind) -> String {
    let differences = rows.map { $0.quality[kind] }.filter { $0.pixels >= Quality.Kind.fewest }
    guard let psnr = differences.map(\.psnr).min(), let worst = differences.map(\.maximum).max()
    else { return "–" }
    return "\(decimal(psnr, 1)) / \(decimal(worst, 0))"
  }

  private func name(_ size: PageSize) -> String { "\(size.width)×\(size.height)" }

  /// A number with a fixed count of places.
  private func decimal(_ x: Double, _ places: Int) -> String {
    guard x.isFinite else { return x > 0 ? "∞" : "–" }
    let scale = pow(10.0, Double(places))
    let whole = Int((abs(x) * scale).rounded())
    let sign = x < 0 && whole > 0 ? "-" : ""
    if places == 0 { return "\(sign)\(whole)" }
    let unit = Int(scale)
    let rest = String(whole % unit)
    return "\(sign)\(whole / unit)." + String(repeating: "0", count: places - rest.count) + rest
  }
}
