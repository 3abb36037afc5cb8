/// Which pixels of each row of a canvas count, as few runs of them a row.
package struct RowSpans: Sendable, Equatable {
  package let width: Int
  package let height: Int
  /// From the first to the last pixel of each row that counts; empty where none does.
  private var hulls: [Range<Int>]
  /// The runs of rows that have several, from the left, apart from each other.
  private var parts: [Int: [Range<Int>]] = [:]

  /// No pixels at all.
  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
    hulls = [Range<Int>](repeating: 0..<0, count: height)
  }

  /// Runs of each row, from the left, apart from each other.
  package var rows: [[Range<Int>]] {
    (0..<height).map { parts[$0] ?? (hulls[$0].isEmpty ? [] : [hulls[$0]]) }
  }

  /// Adds the pixels whose centres lie in a convex polygon, its corners in pixels.
  package mutating func add(_ corners: [SIMD2<Double>]) {
    guard let top = corners.map(\.y).min(), let bottom = corners.map(\.y).max() else { return }
    let rows = Self.centres(top, bottom, height)
    guard !rows.isEmpty else { return }
    // The columns between which each row's centres lie in it.
    var sides = [(left: Double, right: Double)](
      repeating: (.infinity, -.infinity), count: rows.count)
    for i in corners.indices {
      let (a, b) = (corners[i], corners[i + 1 < corners.count ? i + 1 : 0])
      guard a.y != b.y else { continue }
      let slope = (b.x - a.x) / (b.y - a.y)
      for y in Self.centres(min(a.y, b.y), max(a.y, b.y), height) {
        let x = a.x + (Double(y) + 0.5 - a.y) * slope
        let side = sides[y - rows.lowerBound]
        sides[y - rows.lowerBound] = (min(side.left, x), max(side.right, x))
      }
    }
    for (y, side) in zip(rows, sides) where side.left <= side.right {
      let run = Self.centres(side.left, side.right, width)
      if !run.isEmpty { add(run, in: y) }
    }
  }

  /// The pixels of a line of some whose centres lie between two places, ends included.
  private static func centres(_ low: Double, _ high: Double, _ count: Int) -> Range<Int> {
    let first = Int(min(max((low - 0.5).rounded(.up), 0), Double(count)))
    let last = Int(min(max((high - 0.5).rounded(.down) + 1, 0), Double(count)))
    return first..<max(first, last)
  }

  private mutating func add(_ run: Range<Int>, in y: Int) {
    let hull = hulls[y]
    guard !hull.isEmpty else {
      hulls[y] = run
      return
    }
    hulls[y] = Self.union(hull, run)
    guard let known = parts.isEmpty ? nil : parts[y] else {
      if run.upperBound < hull.lowerBound { parts[y] = [run, hull] }
      if run.lowerBound > hull.upperBound { parts[y] = [hull, run] }
      return
    }
    var joined = run
    var others: [Range<Int>] = []
    for other in known {
      if other.upperBound < joined.lowerBound || other.lowerBound > joined.upperBound {
        others.append(other)
      } else {
        joined = Self.union(other, joined)
      }
    }
    let place = others.firstIndex { $0.lowerBound > joined.lowerBound } ?? others.count
    others.insert(joined, at: place)
    parts[y] = others.count > 1 ? others : nil
  }

  private static func union(_ a: Range<Int>, _ b: Range<Int>) -> Range<Int> {
    min(a.lowerBound, b.lowerBound)..<max(a.upperBound, b.upperBound)
  }

  /// Hands out the runs of a row that don't count, from the left.
  package func eachGap(_ y: Int, _ body: (Range<Int>) -> Void) {
    var end = 0
    func add(_ run: Range<Int>) {
      if end < run.lowerBound { body(end..<run.lowerBound) }
      end = max(end, run.upperBound)
    }
    if let runs = parts.isEmpty ? nil : parts[y] {
      for run in runs { add(run) }
    } else {
      add(hulls[y])
    }
    if end < width { body(end..<width) }
  }

  /// The runs of a row that don't count.
  package func gaps(_ y: Int) -> [Range<Int>] {
    var gaps: [Range<Int>] = []
    eachGap(y) { gaps.append($0) }
    return gaps
  }

  /// The columns between the first and the last pixel that counts in some rows; nil where none does.
  package func columns(_ range: Range<Int>) -> Range<Int>? {
    var columns: Range<Int>?
    for y in range where !hulls[y].isEmpty {
      columns = columns.map { Self.union($0, hulls[y]) } ?? hulls[y]
    }
    return columns
  }
}
