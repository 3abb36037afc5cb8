package import CurlCore
internal import CurlKernels

/// One light of a frame over a strip of rows, a value per pixel: exact at nodes, interpolated
/// between them.
///
/// A cell of the frame's grid has 3 × 3 nodes. It is filled by the quadric through them, drawn in
/// straight pieces of eight pixels. If the exact light between the nodes differs from the quadric
/// by more than `tolerance`, the cell is cut in four. Cells of eight pixels and less are filled
/// linearly, the last ones exactly, pixel by pixel. Light changes over lengths of the roll's
/// radius: cells that may hide an edge of light between their nodes are cut without a test. A cell
/// depends only on the frame and its place, and is computed only when a pixel of its block is asked
/// for.
///
/// For one thread.
@safe package final class LightField {
  /// The surface that receives the light.
  package enum Kind {
    /// The flat front.
    case flatFront
    /// The plane beyond the fold.
    case plane
    /// The front in the roll and where the roll begins, seen directly.
    case frontInRoll
    /// The front, flat or in the roll, accurate enough for what shines through the back.
    case frontBehind
    /// A layer inside the roll: beyond the fold it gets the front's light at the fold.
    case rolledUp
  }

  /// The scale of values.
  package enum Scale {
    /// ``LightPower``, 0…65535.
    case power
    /// Light, 0…32768.
    case linear
  }

  /// Rows of a strip, and of a block.
  package static var rows: Int { 64 }
  /// Width of a block, pixels.
  private static var blockWidth: Int { 64 }
  /// Length of a straight piece of a quadric, pixels.
  static var piece: Int { 8 }
  /// Smallest distance between two nodes, pixels.
  static var spacing: Int { 4 }

  /// State of a block.
  private enum Block: UInt8 {
    case unknown, full, mixed
  }

  let frame: CurlFrame
  let kind: Kind
  /// Page point of pixel (0, 0)'s corner, and page pixels per pixel: where the light falls that the
  /// pixels show.
  let origin: SIMD2<Float>
  let step: SIMD2<Float>
  /// Whether the front is hidden where the flap lies straight over it.
  let isCovered: Bool
  /// Whether what lies beside the page receives light.
  let hasGround: Bool
  let scale: Scale
  let light: ExactLight
  let tolerance: Float
  /// Side of the largest cell that is tried near the sheet's edges, pixels; 0 tries none.
  ///
  /// Larger cells are cut at once.
  let largest: Int
  /// Whether any pixel may get less than full light.
  private let isDark: Bool
  /// Distances from the fold line, page pixels, where visible light may be less than full.
  let limits: ClosedRange<Float>
  private let blocksAcross: Int
  /// Values in a row.
  let stride: Int
  /// Nodes in a row.
  let nodesAcross: Int
  private(set) var values: UnsafeMutablePointer<UInt16>
  private let blocks: UnsafeMutablePointer<Block>
  let nodes: UnsafeMutablePointer<Float>
  private let nodeCount: Int
  private(set) var top = -1

  /// A field of a frame of opaque pages.
  ///
  /// `isCovered`: the flap hides the front straight under it, so `flatFront` is asked for only beside
  /// the flap. `hasGround`: what lies beside the page receives light; nil if the frame's background
  /// decides.
  package init(
    _ frame: CurlFrame, _ kind: Kind, isCovered: Bool = false, hasGround: Bool? = nil,
    width: Int32? = nil
  ) {
    let scale: Scale =
      switch kind {
      case .flatFront, .plane, .rolledUp: .power
      case .frontInRoll, .frontBehind: .linear
      }
    let caster = frame.caster
    // What shines through the flap is seen where the flap is.
    let grid = kind == .frontBehind ? frame.flapGrid : frame.grid(at: 0)
    (origin, step) = (SIMD2<Float>(grid.origin), SIMD2<Float>(grid.step))
    self.frame = frame
    self.kind = kind
    self.scale = scale
    self.isCovered = isCovered
    self.hasGround = hasGround ?? frame.hasGround
    isDark = frame.isLit && caster.isLifted && frame.shadowAmount > 0
    var largest = Self.rows
    let pixelSide = max(step.x, step.y)
    while largest > 1, Float(largest) * pixelSide > caster.scaledRadius * 0.75 { largest /= 2 }
    // Near zero, light's power falls too steeply for interpolation.
    if frame.shadowAmount > 0.9 { largest = 0 }
    let constants = unsafe curl_frame(frame, sides: .both)
    light = unsafe ExactLight(constants.on(grid), kind, scale, width: width ?? curl_widest())
    self.largest = largest
    // Nodes of cells that reach over a limit lie up to half a pixel beyond it.
    let pixel = abs(frame.normal.x) * step.x + abs(frame.normal.y) * step.y
    let first = caster.frontLimit - pixel
    // The end of the visible sheet, and the pixels next to it.
    let silhouette = max(frame.radius, frame.outer.silhouette) + 4 * pixel
    switch kind {
    case .flatFront:
      tolerance = frame.key.share > 0 ? 6e-4 : 8e-4
      limits = first...4 * pixel
    case .rolledUp:
      tolerance = frame.key.share > 0 ? 6e-4 : 8e-4
      limits = first...Float.infinity
    case .plane:
      tolerance = frame.key.share > 0 ? 6e-4 : 8e-4
      // Beyond `last`, the roll's silhouette stands below the sky's lower end and the whole lamp.
      let last = caster.axisX + caster.scaledRadius * max(5.001, frame.keyShadow(pixel / 2))
      limits = -4 * pixel...max(last + pixel, 0)
    case .frontInRoll:
      tolerance = frame.key.share > 0 ? 4e-4 : 1e-3
      // Before the fold the visible front is flat.
      limits = -4 * pixel...silhouette
    case .frontBehind:
      let share = frame.isThrough ? 1 - frame.tintAmount : frame.showThrough
      tolerance = min(8e-4 / max(share, 1e-3), 0.03)
      limits = first...silhouette
    }
    blocksAcross = (frame.width + Self.blockWidth - 1) / Self.blockWidth
    stride = blocksAcross * Self.blockWidth
    nodesAcross = stride / Self.spacing + 1
    // Without a shadow, single pixels are never asked for.
    nodeCount = isDark ? nodesAcross * (Self.rows / Self.spacing + 1) : 0
    unsafe values = .allocate(capacity: isDark ? stride * Self.rows : 0)
    unsafe blocks = .allocate(capacity: blocksAcross)
    unsafe blocks.initialize(repeating: .unknown, count: blocksAcross)
    unsafe nodes = .allocate(capacity: nodeCount)
    unsafe nodes.initialize(repeating: .nan, count: nodeCount)
  }

  deinit {
    unsafe values.deallocate()
    unsafe blocks.deallocate()
    unsafe nodes.deallocate()
  }

  /// Bytes of its memory.
  package var bytes: Int {
    blocksAcross + 4 * nodeCount + (isDark ? 2 * stride * Self.rows : 0)
  }

  /// Starts the strip whose first row is `top`, a multiple of ``rows``.
  package func begin(top: Int) {
    guard top != self.top else { return }
    let isNext = top == self.top + Self.rows
    self.top = top
    guard isDark else { return }
    unsafe blocks.update(repeating: .unknown, count: blocksAcross)
    // The last row of nodes is the first one of the strip below.
    let kept = isNext ? nodesAcross : 0
    unsafe nodes.update(from: nodes + nodeCount - kept, count: kept)
    unsafe (nodes + kept).update(repeating: .nan, count: nodeCount - kept)
  }

  /// Calls `body` with runs of a row's pixels, from the left.
  ///
  /// A run in full light comes with nil, any other with the row's values, indexed by pixel.
  package func runs(
    _ y: Int, _ pixels: Range<Int>, _ body: (Range<Int>, UnsafePointer<UInt16>?) -> Void
  ) {
    guard isDark else { return body(pixels, nil) }
    let row = unsafe UnsafePointer(values + (y - top) * stride)
    var start = pixels.lowerBound
    while start < pixels.upperBound {
      let isFull = isFull(start / Self.blockWidth)
      var end = start
      repeat {
        end = min((end / Self.blockWidth + 1) * Self.blockWidth, pixels.upperBound)
      } while end < pixels.upperBound && self.isFull(end / Self.blockWidth) == isFull
      unsafe body(start..<end, isFull ? nil : row)
      start = end
    }
  }

  /// A row's values, indexed by pixel, valid in `pixels`; nil if all of these are full.
  package func row(_ y: Int, _ pixels: Range<Int>) -> UnsafePointer<UInt16>? {
    guard isDark, !pixels.isEmpty else { return nil }
    let range = pixels.lowerBound / Self.blockWidth...(pixels.upperBound - 1) / Self.blockWidth
    var areFull = true
    for block in range where !isFull(block) { areFull = false }
    return unsafe areFull ? nil : UnsafePointer(values + (y - top) * stride)
  }

  private func isFull(_ block: Int) -> Bool {
    if unsafe blocks[block] == .unknown { fill(block) }
    return unsafe blocks[block] == .full
  }

  /// Page point of a pixel's top left corner.
  func planePoint(_ x: Int, _ y: Int) -> SIMD2<Float> {
    origin + SIMD2(Float(x), Float(y)) * step
  }

  /// Least and greatest distance of a square of pixels from the fold line, page pixels.
  ///
  /// Distances reach to the pixels' outer sides. `y` is the frame's row.
  func reach(_ x: Int, _ y: Int, _ size: Int) -> (nearest: Float, furthest: Float) {
    func distance(_ x: Int, _ y: Int) -> Float {
      let p = (planePoint(x, y) - frame.fold) * frame.normal
      return p.x + p.y
    }
    let (a, b) = (distance(x, y), distance(x + size, y))
    let (c, d) = (distance(x, y + size), distance(x + size, y + size))
    return (min(min(a, b), min(c, d)), max(max(a, b), max(c, d)))
  }

  /// The least and greatest distance of a block.
  private func reach(_ block: Int) -> (nearest: Float, furthest: Float) {
    reach(block * Self.blockWidth, top, Self.rows)
  }

  private func fill(_ block: Int) {
    let x = block * Self.blockWidth
    let (nearest, furthest) = reach(block)
    guard furthest >= limits.lowerBound && nearest <= limits.upperBound else {
      // ``row(_:_:)`` may return this block's values with those of a mixed one.
      fillFull(x, 0, Self.rows)
      unsafe blocks[block] = .full
      return
    }
    unsafe blocks[block] = fill(x, 0, Self.rows) ? .full : .mixed
  }

  var full: UInt16 {
    switch scale {
    case .power: LightPower.full
    case .linear: 32768
    }
  }
}

extension CurlFrame {
  /// Distance from the caster's axis up to which the roll hides some key light from the plane, in
  /// radii.
  ///
  /// `half` is half of a pixel's extent along the normal, page pixels.
  fileprivate func keyShadow(_ half: Float) -> Float {
    guard key.share > 0 else { return 0 }
    // Sine and cosine of the lamp's middle in cross-section, counted from the sheet's side; of half
    // its angle; of its lower end.
    let middle = SIMD2(key.direction.z, -key.direction.x) / key.across
    let spread = min(max(key.halfAngle, half * middle.x / caster.scaledRadius), 0.5) / key.across
    guard spread < 1 else { return .infinity }
    let open = (1 - spread * spread).squareRoot()
    let low = SIMD2(
      middle.x * open - middle.y * spread, middle.y * open + middle.x * spread)
    // The roll's silhouette stands at 2 atan(r / x).
    return low.x > 1e-6 ? 1.001 * (1 + low.y) / low.x : .infinity
  }
}
