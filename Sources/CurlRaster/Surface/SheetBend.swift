internal import CurlCore
internal import CurlDefinition
internal import CurlKernels

/// One side of the bent sheet: tables of all values that depend only on the distance from the fold
/// line.
///
/// Seen straight from above, these are all but the place along the rulings. A table has pieces in
/// which pixels have the same number of taps; a piece has cells. In a cell, arc length is a
/// parabola and the rest is linear.
struct SheetBend: Sendable {
  /// See `curl_bend`.
  private(set) var pieces: [curl_piece] = []
  private(set) var cells: [Int32] = []
  private(set) var anchors: [Int32] = []
  private(set) var lanes: [Int16] = []
  /// Largest reach of a pixel beyond its page point, across and down the page, page pixels; for
  /// each piece and those before it.
  private(set) var margins: [SIMD2<Float>] = []
  /// The end of each piece, page pixels.
  private var ends: [Float] = []
  /// The beginning and the end of the tables, page pixels: from the end on the silhouette may cross a
  /// pixel.
  private(set) var start: Double
  private(set) var end: Double

  /// Texels by page pixels, negative along a mirrored axis.
  private let scale: SIMD2<Float>
  /// Rows of the blocks of texels that groups lie in, 3 or 4.
  let rows: Int
  /// See `curl_bend`.
  private let bits: Int32
  private let isUpper: Bool
  private let radius: Float
  /// Radius of the visible surface, and of the other one.
  private let circles: (own: Float, other: Float)
  private let rollLength: Float
  /// The margin beyond the tables.
  private let last: SIMD2<Float>

  /// Bytes of the tables.
  var bytes: Int {
    pieces.count * MemoryLayout<curl_piece>.size + 4 * (cells.count + anchors.count)
      + 2 * lanes.count
  }

  /// A side without pieces; `scale` is texels by page pixels, negative along an axis in which the
  /// picture is mirrored.
  init(_ frame: CurlFrame, _ reach: Float, isUpper: Bool, scale: SIMD2<Double>) {
    self.scale = SIMD2<Float>(scale)
    rows = SheetLanes.rows(frame, scale)
    bits = SheetLanes.bits(frame, scale)
    self.isUpper = isUpper
    radius = frame.radius
    let skins = isUpper ? (frame.outer, frame.inner) : (frame.inner, frame.outer)
    circles = (skins.0.radius, skins.1.radius)
    rollLength = pi * frame.radius
    start = -Double(reach)
    end = start
    // The taps of the last pixels see the sheet between the roll's top and the beginning of the
    // first such pixel.
    let first = max(frame.radius - 2 * reach, 0)
    let low =
      frame.radius
      * arctangent(first, ((frame.radius - first) * (frame.radius + first)).squareRoot())
    let span = 1.3 * (pi / 2 * frame.radius - low) + 2 * reach
    let (n, t) = (frame.normal, frame.ruling)
    let rounding = 0.1 * Float(SheetFlap.texel(frame))
    last = SIMD2(
      span * abs(n.x) + 2 * reach * abs(t.x) + rounding,
      span * abs(n.y) + 2 * reach * abs(t.y) + rounding)
  }

  /// Calls `body` with the tables as the kernels read them, for a fold's normal and a picture.
  func withTables(_ line: SheetLine, _ page: SheetPage, _ body: (curl_bend) -> Void) {
    let fixed = { (v: Double) in Int64(v * 1_073_741_824) }
    let normal = line.normal * page.scale
    unsafe pieces.withUnsafeBufferPointer { pieces in
      unsafe cells.withUnsafeBufferPointer { cells in
        unsafe anchors.withUnsafeBufferPointer { anchors in
          unsafe lanes.withUnsafeBufferPointer { lanes in
            unsafe body(
              curl_bend(
                pieces: pieces.baseAddress, count: Int64(pieces.count), cells: cells.baseAddress,
                anchors: anchors.baseAddress, lanes: lanes.baseAddress,
                normal_x: fixed(normal.x), normal_y: fixed(normal.y), bits: bits))
          }
        }
      }
    }
  }

  /// Arc lengths at two distances, page pixels.
  func arcs(_ distances: SIMD2<Float>) -> SIMD2<Float> { arcs(distances, circles.own) }

  /// Arc lengths at two distances on the other surface of a thick sheet.
  func deepArcs(_ distances: SIMD2<Float>) -> SIMD2<Float> { arcs(distances, circles.other) }

  private func arcs(_ distances: SIMD2<Float>, _ circle: Float) -> SIMD2<Float> {
    let x = distances.clamped(lowerBound: .zero, upperBound: SIMD2(repeating: circle))
    let heights = ((circle - x) * (circle + x)).squareRoot()
    let bent = radius * arctangent(x, heights)
    let arcs = bent.replacing(with: distances, where: distances .<= 0)
    return isUpper ? rollLength - arcs : arcs
  }

  /// Largest reach beyond their page points of pixels at a distance, or nearer the fold line; page
  /// pixels.
  func margin(_ distance: Float) -> SIMD2<Float> {
    var piece = ends.count
    while piece > 0 && distance < ends[piece - 1] { piece -= 1 }
    return piece == ends.count ? last : margins[piece]
  }

  /// Appends a piece.
  mutating func append(_ cut: SheetCut, _ frame: CurlFrame) {
    let (lows, extents) = boxes(cut, frame)
    let groups = groups(cut, lows, extents)
    pieces.append(
      curl_piece(
        end: SheetLine.fixed(Double(cut.high)), low: SheetLine.fixed(Double(cut.low)),
        shift: Int64(32 + cut.exponent), cells: Int64(cut.cells), groups: Int64(groups.count),
        first_cell: Int64(cells.count / 8), first_group: Int64(anchors.count / 2)))
    if ends.isEmpty { start = Double(cut.first) }
    margins.append(margin(cut, frame))
    ends.append(cut.high)
    end = Double(cut.high)
    let taps = cut.taps
    for i in 0..<cut.cells { appendCell(cut, 2 * i) }
    let parts = groups.map { curl_group(first: Int32($0.lowerBound), count: Int32($0.count)) }
    let (lane, anchor, count) = (lanes.count, anchors.count, parts.count * cut.cells)
    lanes.append(contentsOf: repeatElement(0, count: 72 * count))
    anchors.append(contentsOf: repeatElement(0, count: 2 * count))
    unsafe lows.withUnsafeBytes { lows in
      unsafe extents.withUnsafeBytes { extents in
        unsafe lanes.withUnsafeMutableBufferPointer { lanes in
          unsafe anchors.withUnsafeMutableBufferPointer { anchors in
            guard let low = unsafe lows.assumingMemoryBound(to: Float.self).baseAddress,
              let extent = unsafe extents.assumingMemoryBound(to: Float.self).baseAddress,
              let lanes = lanes.baseAddress, let anchors = anchors.baseAddress
            else { return }
            unsafe curl_lanes(
              SheetKernels.best.rawValue, low, extent, Int64(taps), Int64(cut.cells), parts,
              Int64(parts.count), 1 / Float(taps), 1 << bits, anchors + anchor, lanes + lane)
          }
        }
      }
    }
  }

  /// Sets the light of all cells and the white that it adds; `tones` are those at the cells' edges,
  /// for each piece in order.
  mutating func light(_ tones: [[SIMD2<Float>]]) {
    var cell = 0
    for piece in tones {
      let values = piece.map { SIMD2<Int32>($0 * 32767 + 0.5) }
      for (first, second) in zip(values, values.dropFirst()) {
        cells[8 * cell + 3] = first.x
        cells[8 * cell + 4] = second.x - first.x
        cells[8 * cell + 5] = first.y
        cells[8 * cell + 6] = second.y - first.y
        cell += 1
      }
    }
  }

  private static func fixed(_ value: Float) -> Int32 {
    Int32(value * 65536 + (value < 0 ? -0.5 : 0.5))
  }

  /// The arc length on this side, from that of the lower side.
  private func arc(_ arc: Float) -> Float { isUpper ? rollLength - arc : arc }

  private mutating func appendCell(_ cut: SheetCut, _ i: Int) {
    let (a, m, b) = (
      arc(cut.arcs[i * cut.taps]), arc(cut.arcs[(i + 1) * cut.taps]),
      arc(cut.arcs[(i + 2) * cut.taps])
    )
    cells.append(Self.fixed(a))
    cells.append(Self.fixed(4 * m - 3 * a - b))
    cells.append(Self.fixed(2 * (a + b - 2 * m)))
    for _ in 0..<5 { cells.append(0) }
  }

  /// The boxes of every node's taps, texels: low edges and extents, followed by three empty boxes.
  ///
  /// They are relative to the node's point, which is its first tap's.
  private func boxes(_ cut: SheetCut, _ frame: CurlFrame) -> ([SIMD2<Float>], [SIMD2<Float>]) {
    let (n, t, box) = (frame.normal, frame.ruling, cut.box)
    let sign: Float = isUpper ? -1 : 1
    let size = SIMD2(abs(scale.x), abs(scale.y))
    let across = (n.x * n.x * box.x, n.x * n.y * box.y, n.y * n.x * box.x, n.y * n.y * box.y)
    let along = (t.x * t.x * box.x, t.x * t.y * box.y, t.y * t.x * box.x, t.y * t.y * box.y)
    let count = cut.arcs.count
    var lows = [SIMD2<Float>](repeating: .zero, count: count + 3)
    var extents = lows
    unsafe cut.arcs.withUnsafeBufferPointer { arcs in
      unsafe cut.slopes.withUnsafeBufferPointer { slopes in
        unsafe cut.taus.withUnsafeBufferPointer { taus in
          unsafe lows.withUnsafeMutableBufferPointer { lows in
            unsafe extents.withUnsafeMutableBufferPointer { extents in
              for node in 0...2 * cut.cells {
                let base = node * cut.taps
                let first = unsafe arcs[base]
                for k in 0..<cut.taps {
                  let i = base + k
                  let s = unsafe sign * slopes[i]
                  let dx = (s * across.0 + along.0, s * across.1 + along.1)
                  let dy = (s * across.2 + along.2, s * across.3 + along.3)
                  let extent =
                    SIMD2(
                      (dx.0 * dx.0 + dx.1 * dx.1).squareRoot(),
                      (dy.0 * dy.0 + dy.1 * dy.1).squareRoot()) * size
                  let away = unsafe sign * (arcs[i] - first)
                  let tau = unsafe taus[k]
                  unsafe extents[i] = extent
                  unsafe lows[i] = SIMD2(
                    scale.x * (away * n.x + tau * t.x) - extent.x / 2,
                    scale.y * (away * n.y + tau * t.y) - extent.y / 2)
                }
              }
            }
          }
        }
      }
    }
    return (lows, extents)
  }

  /// The fewest groups of consecutive taps that fit in all cells.
  private func groups(_ cut: SheetCut, _ lows: [SIMD2<Float>], _ extents: [SIMD2<Float>])
    -> [Range<Int>]
  {
    let taps = cut.taps
    let reach = SheetLanes.reach(rows, bits)
    func fits(_ range: Range<Int>) -> Bool {
      unsafe lows.withUnsafeBufferPointer { lows in
        unsafe extents.withUnsafeBufferPointer { extents in
          for cell in 0..<cut.cells {
            let (a, b) = (2 * cell * taps, (2 * cell + 2) * taps)
            var low = unsafe lows[a + range.lowerBound]
            var high = low
            for k in range {
              for node in 0..<2 {
                let i = (node == 0 ? a : b) + k
                let (p, q) = unsafe (lows[i], lows[i] + extents[i])
                low = SIMD2(min(low.x, p.x), min(low.y, p.y))
                high = SIMD2(max(high.x, q.x), max(high.y, q.y))
              }
            }
            if high.x - low.x > reach.x || high.y - low.y > reach.y {
              return false
            }
          }
          return true
        }
      }
    }
    var groups: [Range<Int>] = []
    var first = 0
    while first < taps {
      var next = min(first + SheetLanes.taps, taps)
      while next - first > 1 && !fits(first..<next) { next -= 1 }
      groups.append(first..<next)
      first = next
    }
    return groups
  }

  private func margin(_ cut: SheetCut, _ frame: CurlFrame) -> SIMD2<Float> {
    let (n, t, box) = (frame.normal, frame.ruling, cut.box)
    var most = SIMD2<Float>.zero
    // Before the tables of thick paper's outside, where it lies flat, arc lengths grow faster than on it.
    let flat = max(cut.skin.radius / frame.radius, 1)
    for node in [0, cut.cells, 2 * cut.cells] {
      let arcs = cut.arcs[node * cut.taps..<(node + 1) * cut.taps]
      let centre = cut.centres[node]
      let away = (arcs.max() ?? centre, arcs.min() ?? centre)
      let spread = flat * (max(away.0, centre) - min(away.1, centre))
      let slope = cut.slopes[node * cut.taps..<(node + 1) * cut.taps].reduce(1) { max($0, abs($1)) }
      for axis in 0..<2 {
        let (p, q) = (abs(n[axis]), abs(t[axis]))
        let half =
          slope * p * (abs(n.x) * box.x + abs(n.y) * box.y)
          + q * (abs(t.x) * box.x + abs(t.y) * box.y)
        let tau = cut.taus.reduce(0) { max($0, abs($1)) }
        most[axis] = max(most[axis], spread * p + tau * q + half / 2)
      }
    }
    let before = margins.last ?? .zero
    let rounding = 0.02 * Float(SheetFlap.texel(frame))
    return SIMD2(max(most.x + rounding, before.x), max(most.y + rounding, before.y))
  }
}
