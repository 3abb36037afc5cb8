/// Which pixels of each row of a canvas count, as few runs of them a row.
package struct RowSpans: Sendable, Equatable {
  package let width: Int
  package let height: Int
  /// Runs of each row, from the left, apart from each other.
  package private(set) var rows: [[Range<Int>]]

  /// No pixels at all.
  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
    rows = [[Range<Int>]](repeating: [], count: height)
  }

  /// Adds the pixels whose centres lie in a convex polygon, its corners in pixels.
  package mutating func add(_ corners: [SIMD2<Double>]) {
    guard let top = corners.map(\.y).min(), let bottom = corners.map(\.y).max() else { return }
    let first = Int(min(max((top - 0.5).rounded(.up), 0), Double(height)))
    let last = Int(min(max((bottom - 0.5).rounded(.down) + 1, 0), Double(height)))
    guard first < last else { return }
    for y in first..<last {
      let middle = Double(y) + 0.5
      var (left, right) = (Double.infinity, -Double.infinity)
      for i in corners.indices {
        let (a, b) = (corners[i], corners[i + 1 < corners.count ? i + 1 : 0])
        guard a.y != b.y, min(a.y, b.y) <= middle, middle <= max(a.y, b.y) else { continue }
        let x = a.x + (b.x - a.x) * (middle - a.y) / (b.y - a.y)
        left = min(left, x)
        right = max(right, x)
      }
      guard left <= right else { continue }
      let from = Int(min(max((left - 0.5).rounded(.up), 0), Double(width)))
      let to = Int(min(max((right - 0.5).rounded(.down) + 1, 0), Double(width)))
      if from < to { add(from..<to, in: y) }
    }
  }

  private mutating func add(_ run: Range<Int>, in y: Int) {
    guard !rows[y].isEmpty else {
      rows[y] = [run]
      return
    }
    var joined = run
    var others: [Range<Int>] = []
    for other in rows[y] {
      if other.upperBound < joined.lowerBound || other.lowerBound > joined.upperBound {
        others.append(other)
      } else {
        joined =
          min(other.lowerBound, joined.lowerBound)..<max(other.upperBound, joined.upperBound)
      }
    }
    let place = others.firstIndex { $0.lowerBound > joined.lowerBound } ?? others.count
    others.insert(joined, at: place)
    rows[y] = others
  }

  /// The runs of a row that don't count.
  package func gaps(_ y: Int) -> [Range<Int>] {
    var gaps: [Range<Int>] = []
    var end = 0
    for run in rows[y] {
      if end < run.lowerBound { gaps.append(end..<run.lowerBound) }
      end = run.upperBound
    }
    if end < width { gaps.append(end..<width) }
    return gaps
  }

  /// The columns between the first and the last pixel that counts in some rows; nil where none does.
  package func columns(_ range: Range<Int>) -> Range<Int>? {
    var (left, right) = (Int.max, Int.min)
    for y in range {
      guard let first = rows[y].first, let last = rows[y].last else { continue }
      left = min(left, first.lowerBound)
      right = max(right, last.upperBound)
    }
    return left < right ? left..<right : nil
  }
}
