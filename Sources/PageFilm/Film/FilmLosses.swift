internal import ImageFiles
internal import PageCurl

/// Notes for the user on the losses that a film's format causes.
package struct FilmLosses {
  let plan: FilmPlan
  let destination: FilmDestination

  package init(_ plan: FilmPlan, _ destination: FilmDestination) {
    self.plan = plan
    self.destination = destination
  }

  /// Size of the written frames, pixels.
  package var size: (width: Int, height: Int) {
    let (width, height) = (plan.canvas.width, plan.canvas.height)
    guard destination.format.traits.hasEvenSides else { return (width, height) }
    return (width + width % 2, height + height % 2)
  }

  /// One sentence per loss.
  package var sentences: [String] {
    [padding, transparency, rawFormat].compactMap { $0 }
  }

  private var padding: String? {
    let canvas = plan.canvas
    guard size != (canvas.width, canvas.height) else { return nil }
    let column = canvas.width.isMultiple(of: 2) ? [] : ["column"]
    let row = canvas.height.isMultiple(of: 2) ? [] : ["row"]
    let repeated = (column + row).joined(separator: " and ")
    return
      "the video is \(size.width)×\(size.height): \(destination.format.traits.name) needs even sides, so "
      + "the last \(repeated) \(column.count + row.count == 1 ? "is" : "are") repeated"
  }

  private var transparency: String? {
    guard plan.isLikelyTransparent else { return nil }
    let wayOut = "choose a --background, or write WebP, APNG or PNGs (-o f_%04d.png)"
    return switch destination.format.traits.transparency {
    case .kept: nil
    case .none:
      "transparent areas become white, because \(destination.format.traits.name) has no alpha: \(wayOut)"
    case .allOrNothing:
      "half-transparent areas become transparent or opaque, because \(destination.format.traits.name) knows "
        + "nothing in between: \(wayOut)"
    }
  }

  private var rawFormat: String? {
    guard destination.format == .rgba else { return nil }
    let name = destination.depth == .sixteen ? "rgba64le" : "rgba"
    return "raw frames tell no size and rate: read them with ffmpeg -f rawvideo -pix_fmt \(name) "
      + "-s \(size.width)x\(size.height) -r \(destination.rate) -i -"
  }
}
