internal import CurlCore

// Rows cut into runs of pixels that show the same of a side of the bent sheet.

extension SheetRows {
  /// What a run of pixels shows of one side.
  enum Reach {
    case inside, edge, outside
    /// Some of where a round corner is.
    case corner
  }

  /// How far a run of pixels has been cut where the page's outline crosses it, left to right.
  struct Runs {
    var first: Int
    let end: Int
    /// How many pixels to look at next.
    var count: Int

    init(_ xs: Range<Int>) {
      first = xs.lowerBound
      end = xs.upperBound
      count = xs.count
    }
  }

  /// The next pixels that show the same of a side.
  func next(_ line: SheetLine, _ bend: SheetBend, _ runs: inout Runs) -> (
    Range<Int>, Reach
  )? {
    let start = runs.first
    var found: Reach?
    while runs.first < runs.end {
      var count = min(runs.count, runs.end - runs.first)
      var seen = reach(line, bend, runs.first..<runs.first + count)
      while seen == nil && count > 2 {
        count /= 2
        seen = reach(line, bend, runs.first..<runs.first + count)
      }
      let reach = seen ?? .edge
      if let found, found != reach {
        runs.count = count
        break
      }
      found = reach
      runs.first += count
      runs.count = 2 * count
    }
    return found.map { (start..<runs.first, $0) }
  }

  /// What all of a run shows, where its bounds tell.
  func reach(_ line: SheetLine, _ bend: SheetBend, _ xs: Range<Int>) -> Reach? {
    let run = Run(line, bend, xs)
    let (low, high) = run.bounds(bend.arcs(run.distances))
    let margin = run.margin
    var (least, most) = (low - margin, high + margin)
    if painter.frame.isThick {
      // Where one surface ends, the paper's cut edge is seen up to the other.
      let deep = run.bounds(bend.deepArcs(run.distances))
      let both = pointwiseMax(Run(line, upper, xs).margin, Run(line, lower, xs).margin)
      (least, most) = (pointwiseMin(least, deep.low - both), pointwiseMax(most, deep.high + both))
    }
    if any(most .<= 0) || any(least .>= line.page) { return .outside }
    if corners.touch(least, most) {
      return xs.count <= 2 || corners.hold(least, most) ? .corner : nil
    }
    return any(low .< margin) || any(high .> line.page - margin) ? nil : .inside
  }

  /// Whether a run may show some of where a round corner is.
  func touchesCorner(_ line: SheetLine, _ bend: SheetBend, _ xs: Range<Int>) -> Bool {
    guard corners.radius > 0 else { return false }
    let run = Run(line, bend, xs)
    let (low, high) = run.bounds(bend.arcs(run.distances))
    return corners.touch(low - run.margin, high + run.margin)
  }

  /// A run of pixels by its ends.
  private struct Run {
    private let line: SheetLine
    private let ends: (SIMD2<Double>, SIMD2<Double>)
    /// What its pixels show lies so far beyond its page points.
    let margin: SIMD2<Double>

    init(_ line: SheetLine, _ bend: SheetBend, _ xs: Range<Int>) {
      self.line = line
      ends = (line.place(xs.lowerBound), line.place(xs.upperBound - 1))
      margin = SIMD2<Double>(bend.margin(Float(max(ends.0.x, ends.1.x))))
    }

    /// From the fold line.
    var distances: SIMD2<Float> { SIMD2(Float(ends.0.x), Float(ends.1.x)) }

    /// Its page points lie between these, for arc lengths at its ends.
    func bounds(_ lengths: SIMD2<Float>) -> (low: SIMD2<Double>, high: SIMD2<Double>) {
      let arcs = SIMD2<Double>(lengths)
      let across = (line.normal * arcs.x, line.normal * arcs.y)
      let along = (line.ruling * ends.0.y, line.ruling * ends.1.y)
      return (
        line.fold + pointwiseMin(across.0, across.1) + pointwiseMin(along.0, along.1),
        line.fold + pointwiseMax(across.0, across.1) + pointwiseMax(along.0, along.1)
      )
    }
  }
}
