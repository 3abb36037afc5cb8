/// The pixels of narrow patches, in an order in which neighbours take alike long to draw.
///
/// Software draws blocks of 4 × 4 pixels, all of a block's for as long as the slowest of them takes,
/// and those that a narrow patch doesn't cover too. Here pixels stand in such blocks without gaps,
/// sorted by how steep the roll is at them, which tells how often they are sampled.
package struct PixelList: Sendable {
  /// The pixels of patches of a kind.
  package struct Part: Sendable {
    package let kind: SheetPatches.Kind
    /// The rows of places that they stand in.
    package let rows: Range<Int>
    /// Those places.
    package var places: Range<Int> {
      rows.lowerBound * PixelList.columns..<rows.upperBound * PixelList.columns
    }
  }

  /// Places in a row.
  package static let columns = 64
  /// The kinds whose pixels stand in a list.
  package static let kinds: [SheetPatches.Kind] = [.edge, .rim, .brim, .lip]

  /// Each kind's part, in the order of the kinds; only those that have pixels.
  package private(set) var parts: [Part] = []
  /// Four bytes a place, row by row: column and row of its pixel, the low byte of each first; a
  /// canvas that OpenGL can draw has no more than 65,535.
  ///
  /// Some pixels stand at several places: where triangles meet, and to fill rows up.
  package private(set) var coordinates: [UInt8] = []

  /// Rows of places.
  package var rows: Int { coordinates.count / (4 * Self.columns) }

  /// Side of a block, pixels.
  private static let side = 4
  /// How far beyond a triangle's sides pixels belong to it, output pixels: GL may round corners to
  /// 1/16 (SUBPIXEL_BITS is 4 at least).
  private static let slack: Float = 3.0 / 32

  /// The pixels of a frame's patches; nil where there are none.
  package init?(_ patches: SheetPatches) {
    for kind in Self.kinds {
      let corners = patches.corners[kind.rawValue]
      guard !corners.isEmpty else { continue }
      var found = FoundPixels(patches)
      for i in stride(from: 0, to: corners.count, by: 3) {
        found.add(corners[i], corners[i + 1], corners[i + 2], Self.slack)
      }
      add(found.sorted(), kind)
    }
    if parts.isEmpty { return nil }
  }

  private mutating func add(_ pixels: [UInt32], _ kind: SheetPatches.Kind) {
    guard let last = pixels.last else { return }
    let (side, columns) = (Self.side, Self.columns)
    // Whole rows of blocks.
    let count = (pixels.count + side * columns - 1) / (side * columns) * side * columns
    let start = rows
    parts.append(Part(kind: kind, rows: start..<start + count / columns))
    let from = coordinates.count
    coordinates += [UInt8](repeating: 0, count: 4 * count)
    for i in 0..<count {
      let pixel = i < pixels.count ? pixels[i] : last
      let (block, inside) = (i / (side * side), i % (side * side))
      let column = block % (columns / side) * side + inside % side
      let row = block / (columns / side) * side + inside / side
      let to = from + 4 * (row * columns + column)
      coordinates[to] = UInt8(truncatingIfNeeded: pixel)
      coordinates[to + 1] = UInt8(truncatingIfNeeded: pixel >> 8)
      coordinates[to + 2] = UInt8(truncatingIfNeeded: pixel >> 16)
      coordinates[to + 3] = UInt8(truncatingIfNeeded: pixel >> 24)
    }
  }

  /// The pixel at a place: its column and row.
  package func pixel(_ place: Int) -> (x: Int, y: Int) {
    let i = 4 * place
    return (
      Int(coordinates[i]) | Int(coordinates[i + 1]) << 8,
      Int(coordinates[i + 2]) | Int(coordinates[i + 3]) << 8
    )
  }

  /// What marks pixels of a kind in a frame whose own are opaque: their red; their alpha is 0, as it
  /// is where nothing was drawn, but there red is too.
  package static func mark(_ kind: SheetPatches.Kind) -> UInt8 { UInt8(kind.rawValue + 1) }

  /// Puts the pixels where they are marked in a frame of a width; `colours` has four bytes a place.
  package func put(_ colours: [UInt8], into bytes: inout [UInt8], width: Int) {
    for part in parts {
      let mark = Self.mark(part.kind)
      for place in part.places {
        let (x, y) = pixel(place)
        let to = 4 * (y * width + x)
        guard bytes[to + 3] == 0, bytes[to] == mark else { continue }
        for channel in 0..<4 { bytes[to + channel] = colours[4 * place + channel] }
      }
    }
  }
}

/// Pixels under triangles, and how far before the silhouette they lie.
private struct FoundPixels {
  /// Column and, 16 bits higher, row of each.
  private var pixels: [UInt32] = []
  /// The distance of each from the silhouette, in steps.
  private var distances: [UInt8] = []
  private let width: Int
  private let height: Int
  private let radius: Float
  /// The distance from the fold line of the canvas's corner, and how it changes by column and row.
  private let first: Float
  private let change: SIMD2<Float>

  /// Steps of the distance from the silhouette, to an output pixel.
  private static let steps: Float = 4
  /// Those that are told apart; the roll is nearly as steep beyond the last.
  private static let most = 64

  init(_ patches: SheetPatches) {
    (width, height) = (patches.rows.width, patches.rows.height)
    let frame = patches.frame
    radius = Float(frame.radius)
    let corner = frame.foldPoint(ofPixel: SIMD2(0.5, 0.5))
    let right = frame.foldPoint(ofPixel: SIMD2(1.5, 0.5))
    let below = frame.foldPoint(ofPixel: SIMD2(0.5, 1.5))
    first = Float(corner.x)
    change = SIMD2(Float(right.x - corner.x), Float(below.x - corner.x))
  }

  /// Adds the pixels whose centres lie in a triangle, or no further than `slack` beside it.
  mutating func add(_ a: SIMD2<Float>, _ b: SIMD2<Float>, _ c: SIMD2<Float>, _ slack: Float) {
    let top = min(a.y, b.y, c.y) - slack
    let bottom = max(a.y, b.y, c.y) + slack
    let from = Int(min(max((top - 0.5).rounded(.up), 0), Float(height)))
    let to = Int(min(max((bottom - 0.5).rounded(.down) + 1, 0), Float(height)))
    guard from < to else { return }
    for y in from..<to {
      let middle = Float(y) + 0.5
      var span = (low: Float.infinity, high: -Float.infinity)
      Self.widen(&span, a, b, middle - slack, middle + slack)
      Self.widen(&span, b, c, middle - slack, middle + slack)
      Self.widen(&span, c, a, middle - slack, middle + slack)
      guard span.low <= span.high else { continue }
      let left = Int(min(max((span.low - slack - 0.5).rounded(.up), 0), Float(width)))
      let right = Int(min(max((span.high + slack - 0.5).rounded(.down) + 1, 0), Float(width)))
      guard left < right else { continue }
      for x in left..<right {
        let distance = radius - first - Float(x) * change.x - Float(y) * change.y
        // Beyond the silhouette there is nothing to be sampled.
        let step = (distance + 1) * Self.steps
        pixels.append(UInt32(x) | UInt32(y) << 16)
        distances.append(UInt8(min(max(step, 0), Float(Self.most - 1))))
      }
    }
  }

  /// Widens a range of columns to what of a side lies between two rows.
  private static func widen(
    _ span: inout (low: Float, high: Float), _ a: SIMD2<Float>, _ b: SIMD2<Float>, _ top: Float,
    _ bottom: Float
  ) {
    let (high, low) = a.y <= b.y ? (a, b) : (b, a)
    guard high.y <= bottom, low.y >= top else { return }
    let slope = low.y > high.y ? (low.x - high.x) / (low.y - high.y) : 0
    let from = high.y >= top ? high.x : high.x + (top - high.y) * slope
    let to = low.y <= bottom ? low.x : high.x + (bottom - high.y) * slope
    span = (min(span.low, from, to), max(span.high, from, to))
  }

  /// The pixels by their distance from the silhouette, else as they were found.
  func sorted() -> [UInt32] {
    var starts = [Int](repeating: 0, count: Self.most + 1)
    for distance in distances { starts[Int(distance) + 1] += 1 }
    for i in 1...Self.most { starts[i] += starts[i - 1] }
    var sorted = [UInt32](repeating: 0, count: pixels.count)
    for (pixel, distance) in zip(pixels, distances) {
      sorted[starts[Int(distance)]] = pixel
      starts[Int(distance)] += 1
    }
    return sorted
  }
}
