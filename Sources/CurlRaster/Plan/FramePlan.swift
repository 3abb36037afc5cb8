package import CurlCore

/// The form of the pipeline that draws each part of a frame on the CPU, and the obstacle to a
/// narrower form.
///
/// All forms draw the same picture within 1/255. A narrower form suits fewer looks, and is faster.
package struct FramePlan: Sendable, Equatable {
  /// How pixels are drawn, from the narrowest form to the general one.
  package enum Form: String, Sendable, CaseIterable {
    /// Copies bytes of a page or a colour, or multiplies them by light.
    case bytes
    /// Computes means of a page in 16-bit integers.
    case integers
    /// Computes in floats, many pixels at a time; draws any look.
    case spans
  }

  /// A condition of a narrower form that isn't met.
  package enum Obstacle: String, Sendable, CaseIterable {
    case deepFrame = "the frame has 16 bits a channel"
    case scale = "a pixel of the frame is under 0.48 page pixels, or oblong"
    case base = "a shadow alone falls on a background"
    case opacity = "the leaf is translucent"
    case alpha = "a page has alpha"
    case deepPage = "a page has 16 bits a channel"
    case nearEye = "the eye is near"
    case background = "the background is translucent or a picture of another size"
    case view = "the view isn't from straight above"
    case flatness = "the sheet is hardly lifted"
    case size = "a side or the radius is very large"
    case section = "the sheet isn't a half turn, and its fold isn't upright"
    case through = "the front shows through a picture on the back"
    case mixing = "colours are mixed in encoded values"
    case cut = "the leaf is cut to a page with alpha"
    case ink = "colours on the leaf leave the range 0…1"
    case shade = "a shade isn't black or has a bent edge"
    case means = "the picture takes another filter"
  }

  /// A part of a frame.
  package struct Part: Sendable, Equatable {
    /// The part's name for people: "sheet", or a layer and its content.
    package let name: String
    package let form: Form
    /// The first condition of a narrower form that isn't met; nil if no form is narrower.
    package let obstacle: Obstacle?

    init(_ name: String, _ form: Form, _ obstacle: Obstacle? = nil) {
      (self.name, self.form, self.obstacle) = (name, form, obstacle)
    }
  }

  /// The parts; layers from the lowest to the highest.
  package let parts: [Part]

  /// The plan of a frame.
  package init(_ drawing: Drawing, _ pictures: FramePictures, _ format: FrameFormat) {
    let isDeep = format == .pixels(.rgba16)
    switch drawing {
    case .curl(let frame, _):
      let pages = isDeep ? Obstacle.deepFrame : Self.obstacleToBytes(frame, pictures)
      parts =
        [Part("pages", pages == nil ? .bytes : .spans, pages)]
        + (frame.hasSheet
          ? Self.sheet(
            "sheet", pages ?? Self.obstacleToIntegers(frame, pictures), Self.obstacleToRoll(frame))
          : [])
    case .stack(let stack):
      let fills = isDeep ? [] : stack.layers.map { LayerFill($0, stack, pictures) }
      parts = stack.layers.enumerated().flatMap { number, layer in
        let name = "layer \(number + 1), \(Self.name(layer.body, stack))"
        if isDeep { return [Part(name, .spans, .deepFrame)] }
        return switch fills[number] {
        case .spans(let obstacle): [Part(name, .spans, obstacle)]
        case .sheet(_, _, let obstacle): Self.sheet(name, obstacle, nil)
        case .page(_, nil, _), .veil: [Part(name, .integers)]
        case .page, .colour, .clear, .shade: [Part(name, .bytes)]
        }
      }
    }
  }

  /// The parts of a bent sheet: its flap and its roll, if they differ.
  private static func sheet(_ name: String, _ obstacle: Obstacle?, _ toRoll: Obstacle?) -> [Part] {
    if let obstacle { return [Part(name, .spans, obstacle)] }
    guard let toRoll else { return [Part(name, .integers)] }
    return [Part("\(name): flap", .integers), Part("\(name): roll", .spans, toRoll)]
  }

  private static func name(_ body: Stack.Body, _ stack: Stack) -> String {
    switch body {
    case .background: "the background"
    case .shadow: "a shadow on the page"
    case .plate(let plate):
      switch plate.ink.contents {
      case .picture(let picture, _): "a flat leaf, picture \(picture)"
      case .colour: "a flat leaf of one colour"
      case .gradient: "a shade"
      }
    case .sheet(let number, let sides):
      "a bent sheet"
        + (stack.sheets[number].section == nil ? "" : " of any cross-section")
        + (sides == .both ? "" : ", its \(sides == .lower ? "front" : "back")")
    }
  }

  /// The obstacle to copying the pages' bytes of a frame with one sheet; nil if there is none.
  static func obstacleToBytes(_ frame: CurlFrame, _ pictures: FramePictures) -> Obstacle? {
    // A shadow is black with alpha: over a background it would be composited.
    if frame.base == .shadow && (frame.hasBackgroundPicture || frame.background.w > 0) {
      return .base
    }
    if frame.base == .next, let obstacle = obstacleToWholeNumbers(pictures.next) { return obstacle }
    return obstacleToFlatPages(frame, pictures)
  }

  /// The obstacle to drawing a lifted sheet in integers, over whatever lies under it.
  static func obstacleToSheet(_ frame: CurlFrame, _ pictures: FramePictures) -> Obstacle? {
    obstacleToFlatPages(frame, pictures) ?? obstacleToIntegers(frame, pictures)
  }

  /// The obstacle to drawing the roll of such a sheet in integers, too.
  static func obstacleToRoll(_ frame: CurlFrame) -> Obstacle? {
    frame.isSeenStraight ? nil : .view
  }

  /// The obstacle to drawing a sheet in integers between layers, whose light is known only straight
  /// below pixels.
  static func obstacleToLayer(_ frame: CurlFrame, _ pictures: FramePictures) -> Obstacle? {
    obstacleToSheet(frame, pictures) ?? obstacleToRoll(frame)
  }

  /// The obstacle to drawing a sheet of another cross-section than a half turn in integers.
  static func obstacleToColumns(_ sheet: Stack.Sheet, _ pictures: FramePictures) -> Obstacle? {
    let frame = sheet.frame
    if frame.normal.y != 0 { return .section }
    if frame.opacity != 1 || frame.back == .colour && frame.backColour.w != 1 { return .opacity }
    // Floats place smaller boxes too coarsely; a pixel has two boxes along the rulings at most.
    if frame.step.min() < 0.48 || frame.step.y > 2 * max(1, frame.step.min()) { return .scale }
    let hasPicture = frame.back == .picture
    if hasPicture && frame.showThrough > 0 { return .through }
    for page in [pictures.front] + (hasPicture ? [pictures.back ?? pictures.front] : []) {
      if let obstacle = obstacleToWholeNumbers(page) { return obstacle }
      guard page.grid.isPage else { return .means }
      if !PlateSampler.canNumber(width: page.grid.width, height: page.grid.height) { return .size }
    }
    return nil
  }

  /// The obstacle to copying the bytes of a sheet's front where it lies flat.
  static func obstacleToFlatPages(_ frame: CurlFrame, _ pictures: FramePictures)
    -> Obstacle?
  {
    if !frame.isAligned {
      // Floats place a page's pixels within a thousandth of so many of the frame.
      let size = frame.page / frame.step
      if max(size.x, size.y) > 8192 { return .size }
    }
    if frame.hasSheet && frame.opacity != 1 { return .opacity }
    if let obstacle = obstacleToWholeNumbers(pictures.front) { return obstacle }
    if frame.nearness * (frame.radius + frame.outer.radius) >= 0.5 { return .nearEye }
    return nil
  }

  /// The obstacle to drawing the lifted sheet, at least its flap, in integers, in a frame whose pages
  /// are bytes.
  static func obstacleToIntegers(_ frame: CurlFrame, _ pictures: FramePictures) -> Obstacle? {
    if !SheetFlap.fits(frame, pictures.front) { return .scale }
    if frame.back == .colour && frame.backColour.w != 1 { return .opacity }
    // Edges are composited over bytes: opaque, or transparent.
    let isOnPage = frame.within.x * frame.within.y == 1 && frame.base == .next
    let alpha = frame.background.w
    let isPlain =
      frame.hasBackgroundPicture ? pictures.background(of: frame) != nil : alpha == 0 || alpha == 1
    if !isOnPage && !isPlain { return .background }
    if frame.caster.furthestArc <= 1e-6 { return .flatness }
    if frame.highest <= 4 * frame.radius { return .nearEye }
    // Arc lengths are 32-bit numbers of 1/65536.
    let reach = .pi * frame.radius + 2 * (frame.step.x + frame.step.y) + 16
    if max(frame.page.x, frame.page.y, frame.outer.silhouette) >= 16384 || frame.radius >= 10_000
      || reach >= 32_768
    {
      return .size
    }
    return obstacleToWholeNumbers(
      frame.back == .picture ? pictures.back ?? pictures.front : pictures.front)
  }

  /// The obstacle to storing a picture in 15-bit integers.
  static func obstacleToWholeNumbers(_ picture: PreparedPicture) -> Obstacle? {
    if !picture.isOpaque { return .alpha }
    return picture.format == .rgba8 ? nil : .deepPage
  }
}

extension FramePlan: CustomStringConvertible {
  /// One line for each part: its name, its form, and the obstacle to a narrower form.
  package var description: String {
    let width = parts.map { $0.name.count }.max() ?? 0
    return parts.map { part in
      let name = part.name + String(repeating: " ", count: width - part.name.count)
      return "\(name)  \(part.form.rawValue)" + (part.obstacle.map { ": \($0.rawValue)" } ?? "")
    }.joined(separator: "\n")
  }
}
