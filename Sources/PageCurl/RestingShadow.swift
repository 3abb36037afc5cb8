internal import Synchronization

/// The background of a frame with the contact shadow of the pages that rest on it.
///
/// It lies outside the pages and the block of leaves under them, and the same at every progress, but
/// where a side of a book gains or loses leaves. A frame draws it as a background picture of its own
/// size.
struct RestingShadow: Equatable {
  private let background: Background
  private let picture: ObjectIdentifier?
  private let canvas: Canvas
  private let page: PageSize
  private let binding: Binding
  private let cornerRadius: Double
  private let amount: Double
  private let noise: Noise
  /// Whether it is drawn with 16 bits a channel, whatever the background has.
  private let isDeep: Bool
  /// How much of a side's pages is there, 0…1: the recto's and the verso's.
  private var presence: SIMD2<Double>
  /// Widths of the block of leaves beyond the recto and beyond the verso, page pixels.
  private let block: SIMD2<Double>

  /// Light of the sky that a wall hides, `height` shares of the page's width high and `weight` of all:
  /// the sheet's own edge, and the air under it.
  private static let walls = [(height: 0.006, weight: 0.55), (height: 0.05, weight: 0.45)]
  /// Where the shadow ends, shares of the page's width.
  private static let reach = 0.16

  /// The shadow of a turn at a progress; nil for a turn without one.
  init?(_ turn: PageTurn, at progress: Double, isDeep: Bool = false) {
    let look = turn.turn.look
    guard look.isLit, look.contactShadow > 0, turn.layers == .all, turn.hasOpaqueBackground else {
      return nil
    }
    background = look.background
    picture = look.background == .picture ? turn.pages.background.map(ObjectIdentifier.init) : nil
    (canvas, page, binding) = (turn.canvas, turn.pages.size, turn.binding)
    cornerRadius = min(
      look.cornerRadius.pixels(on: page), Double(min(page.width, page.height)) / 2)
    amount = look.contactShadow
    noise = turn.dithers ? .frame : .none
    self.isDeep = isDeep
    // What the opaque one of two pages over one another covers.
    func solid(_ pages: Page?...) -> Double { pages.contains { $0?.isOpaque == true } ? 1 : 0 }
    func between(_ a: Double, _ b: Double, _ share: Double) -> Double { a + (b - a) * share }
    let pages = turn.pages
    let last = pages.flight.last
    let back = last.map { $0.back ?? $0.front } ?? pages.back ?? pages.front
    presence = SIMD2(
      between(solid(pages.front, pages.next), solid(pages.next), smoothstep(4 * progress)),
      pages.beside == nil
        ? 0
        : between(
          solid(pages.beside), solid(back, pages.beside), smoothstep(4 * progress - 3)))
    if turn.leavesThePlane {
      presence *= 1 - smoothstep(10 * progress) * (1 - smoothstep(10 * progress - 9))
    }
    guard presence != .zero else { return nil }
    block = Self.block(turn, at: progress)
  }

  /// The widths of the block of leaves, in steps of at most an output pixel, so that a turn has few
  /// different shadows.
  private static func block(_ turn: PageTurn, at progress: Double) -> SIMD2<Double> {
    let (book, stage) = (turn.drawnBook, turn.leftBound.stage)
    func widths(_ progress: Double) -> SIMD2<Double> {
      let edges = book.edges(at: progress, on: stage)
      return SIMD2(edges.page, edges.facing)
    }
    let (start, end) = (widths(0), widths(1))
    if start == end { return start }
    let change = max(abs(end.x - start.x), abs(end.y - start.y))
    let steps = (change / stage.canvas.step.x).rounded(.up)
    let share = (progress * steps).rounded() / steps
    // Where turns meet, the widths are equal but for rounding.
    return ((start + (end - start) * share) * 1024).rounded(.toNearestOrEven) / 1024
  }

  /// The background with the shadow; made once for the frames of a turn, which may be drawn at the same
  /// time.
  ///
  /// Throws `.limit` if memory is short for it, or for the frame over it.
  func drawn(_ turn: PageTurn) throws(RenderError) -> Page {
    let made = Self.recent.withLock { recent in
      if let known = recent.first(where: { $0.shadow == self }) { return known.page }
      let page = Once<Page>()
      recent.insert((self, page), at: 0)
      if recent.count > 2 { recent.removeLast() }
      return page
    }
    if let page = made.value { return page }
    // A copy of the background in 16 bits, scaled, and the frame: what can't be drawn isn't begun.
    let perPixel = (background == .picture ? 28 : 16) + (isDeep ? 12 : 0)
    return try Page.reserving(
      canvas.width * canvas.height * perPixel, for: "the shadow of the pages"
    ) {
      made.value { Page(shaded(turn)) }
    }
  }

  private static let recent = Mutex<[(shadow: RestingShadow, page: Once<Page>)]>([])

  /// The canvas's background with the shadow.
  private func shaded(_ turn: PageTurn) -> Pixmap {
    let (width, height) = (canvas.width, canvas.height)
    if case .colour(let colour) = background {
      if isDeep {
        return Pixmap(width: width, height: height, rgba16: shaded(colour))
      }
      return Pixmap(width: width, height: height, rgba8: shaded(colour))
    }
    guard let picture = turn.pages.background?.pixmap else {
      preconditionFailure("a background picture without a picture")
    }
    let isWhole = picture.width == width && picture.height == height
    let beneath =
      isWhole ? picture : picture.scaled(width: width, height: height, fit: .stretch)
    if !isDeep, case .rgba8(var bytes) = beneath.storage {
      shade(&bytes)
      return Pixmap(width: width, height: height, rgba8: bytes)
    }
    var values = beneath.rgba16
    shade(&values)
    return Pixmap(width: width, height: height, rgba16: values)
  }

  /// A canvas of one colour with the shadow.
  private func shaded<Channel: FixedWidthInteger & UnsignedInteger>(_ colour: Colour) -> [Channel] {
    let most = Double(Channel.max)
    let pixel = [colour.red, colour.green, colour.blue, 1].map { Channel(($0 * most).rounded()) }
    var row: [Channel] = []
    row.reserveCapacity(4 * canvas.width)
    for _ in 0..<canvas.width { row += pixel }
    var values: [Channel] = []
    values.reserveCapacity(row.count * canvas.height)
    for _ in 0..<canvas.height { values += row }
    shade(&values)
    return values
  }

  /// The share of the full shadow at a distance from the pages, page widths.
  private static func share(_ distance: Double) -> Double {
    guard distance < reach else { return 0 }
    let fade = 1 - distance / reach
    return fade * fade
      * walls.reduce(0) { sum, wall in
        sum + wall.weight
          * (1 - distance / (distance * distance + wall.height * wall.height).squareRoot())
      }
  }

  /// A rectangle of pages, page pixels, and its weight.
  private var places: [(low: SIMD2<Double>, high: SIMD2<Double>, weight: Double)] {
    let size = SIMD2(Double(page.width), Double(page.height))
    let place = binding.origin(of: .verso, on: page)
    func grown(_ low: SIMD2<Double>, by margin: Margin) -> (low: SIMD2<Double>, high: SIMD2<Double>)
    {
      let margin = margin.applying(binding.symmetry)
      return (
        low - SIMD2(margin.left, margin.top), low + size + SIMD2(margin.right, margin.bottom)
      )
    }
    let recto = grown(.zero, by: Margin(left: 0, top: 0, right: block.x, bottom: 0))
    let verso = grown(place, by: Margin(left: block.y, top: 0, right: 0, bottom: 0))
    let (right, left) = (presence.x, presence.y)
    return [
      (
        low: pointwiseMin(verso.low, recto.low), high: pointwiseMax(verso.high, recto.high),
        weight: right * left
      ),
      (low: recto.low, high: recto.high, weight: right * (1 - left)),
      (low: verso.low, high: verso.high, weight: (1 - right) * left),
    ].filter { $0.weight > 0 }
  }

  /// Encoded values by the square root of linear light.
  private static let encoded = (0...4097).map { i in
    let root = Double(i) / 4096
    return SRGB.encode(root * root)
  }

  /// Takes the shadow's share of light from opaque channels of the canvas.
  private func shade<Channel: FixedWidthInteger & UnsignedInteger>(_ values: inout [Channel]) {
    let width = Double(binding.symmetry.applied(to: page).width)
    let places = places
    // The shadow's light by distance, at equal steps up to its end.
    let steps = 4096
    let shares = (0...steps).map { Self.share(Self.reach * Double($0) / Double(steps)) }
    let scale = Double(steps) / (Self.reach * width)
    func light(_ x: Int, _ y: Int) -> Double {
      let q = canvas.origin + (SIMD2(Double(x), Double(y)) + 0.5) * canvas.step
      var dark = 0.0
      for (low, high, weight) in places {
        let (middle, half) = ((low + high) / 2, (high - low) / 2 - cornerRadius)
        let away = SIMD2(abs(q.x - middle.x), abs(q.y - middle.y)) - half
        let out = pointwiseMax(away, .zero)
        let signed =
          (out * out).sum().squareRoot() + min(max(away.x, away.y), 0) - cornerRadius
        // Only outside; a pixel that the outline crosses shows some of the background.
        if signed < -1.5 * max(canvas.step.x, canvas.step.y) { continue }
        let distance = max(signed, 0) * scale
        if distance < Double(steps) {
          let i = Int(distance)
          dark += weight * (shares[i] + (distance - Double(i)) * (shares[i + 1] - shares[i]))
        }
      }
      return 1 - amount * dark
    }
    let levels = (0...255).map { SRGB.decode(Double($0) / 255) }
    let most = Double(Channel.max)
    for y in 0..<canvas.height {
      let noise = noise.row(y, from: 0)
      for x in 0..<canvas.width {
        let light = light(x, y)
        if light >= 1 { continue }
        let i = 4 * (y * canvas.width + x)
        let addend = Channel.bitWidth == 8 ? Double(noise.addend(x)) / 256 : 0.5
        for c in i..<i + 3 {
          let v =
            Channel.bitWidth == 8 ? levels[Int(values[c])] : SRGB.decode(Double(values[c]) / most)
          let place = (light * v).squareRoot() * Double(Self.encoded.count - 2)
          let at = Int(place)
          let (low, high) = (Self.encoded[at], Self.encoded[at + 1])
          values[c] = Channel((low + (place - Double(at)) * (high - low)) * most + addend)
        }
      }
    }
  }
}

extension PageTurn {
  /// Whether all paper leaves the plane in the middle of the turn, as a card that flips does.
  fileprivate var leavesThePlane: Bool {
    let scene = leftBound.turn.scene(.progress(0.5), on: leftBound.stage, base: .next)
    return scene.base == .nothing
      && scene.leaves.allSatisfy { leaf in
        guard case .projective(let map) = leaf.surface else { return false }
        return map.rows[6] != 0 || map.rows[7] != 0
      }
  }

  /// The pictures of ``scene(_:)`` at a moment.
  ///
  /// Throws `.limit` if memory is short.
  func pictures(at moment: Moment, isDeep: Bool) throws(RenderError) -> FramePictures {
    guard let shadow = RestingShadow(self, at: progress(moment), isDeep: isDeep) else {
      return pages.pictures
    }
    var pictures = pages.pictures
    pictures.background = try shadow.drawn(self).picture
    return pictures
  }
}
