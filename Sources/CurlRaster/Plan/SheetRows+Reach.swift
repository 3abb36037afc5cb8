internal import CurlCore
internal import CurlDefinition

// Cuts rows into runs of pixels that reach the same part of a side of the bent sheet.

extension SheetRows {
  /// The part of one side that a run of pixels shows.
  enum Reach {
    case inside, edge, outside
    /// What may reach beyond a round corner's circle.
    case corner
  }

  /// The progress of cutting a run of pixels at the page's outline, from the left.
  struct Runs {
    var first: Int
    let end: Int
    /// Number of pixels to try next.
    var count: Int

    init(_ xs: Range<Int>) {
      first = xs.lowerBound
      end = xs.upperBound
      count = xs.count
    }
  }

  /// The next pixels that show the same part of a side.
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

  /// The part of a side that all of a run shows; nil if the run's bounds don't decide it.
  func reach(_ line: SheetLine, _ bend: SheetBend, _ xs: Range<Int>) -> Reach? {
    let run = Run(line, bend, xs)
    let (low, high) = run.bounds(bend.arcs(run.distances))
    let margin = run.margin
    let (least, most) = extent(bend, run, (low - margin, high + margin))
    if any(most .<= 0) || any(least .>= line.page) { return .outside }
    if corners.touch(least, most) {
      return xs.count <= 2 || corners.hold(least, most) ? .corner : nil
    }
    return any(low .< margin) || any(high .> line.page - margin) ? nil : .inside
  }

  /// Whether a run may reach beyond a round corner's circle.
  func touchesCorner(_ line: SheetLine, _ bend: SheetBend, _ xs: Range<Int>) -> Bool {
    guard corners.radius > 0 else { return false }
    let run = Run(line, bend, xs)
    let (low, high) = run.bounds(bend.arcs(run.distances))
    let (least, most) = extent(bend, run, (low - run.margin, high + run.margin))
    return corners.touch(least, most)
  }

  /// What a run may show of one side's surface, `own`, and of thick paper's cut edge: beyond one surface's
  /// end it is seen up to the other surface.
  private func extent(
    _ bend: SheetBend, _ run: Run, _ own: (SIMD2<Double>, SIMD2<Double>)
  ) -> (least: SIMD2<Double>, most: SIMD2<Double>) {
    guard painter.frame.isThick else { return own }
    let deep = run.bounds(bend.deepArcs(run.distances))
    let furthest = run.distances.max()
    let both = SIMD2<Double>(pointwiseMax(upper.margin(furthest), lower.margin(furthest)))
    return (pointwiseMin(own.0, deep.low - both), pointwiseMax(own.1, deep.high + both))
  }

  /// A run of pixels by its ends.
  private struct Run {
    private let line: SheetLine
    private let ends: (SIMD2<Double>, SIMD2<Double>)
    /// Largest reach of the run's pixels beyond their page points, page pixels.
    let margin: SIMD2<Double>

    init(_ line: SheetLine, _ bend: SheetBend, _ xs: Range<Int>) {
      self.line = line
      ends = (line.place(xs.lowerBound), line.place(xs.upperBound - 1))
      margin = SIMD2<Double>(bend.margin(Float(max(ends.0.x, ends.1.x))))
    }

    /// Distances of the ends from the fold line.
    var distances: SIMD2<Float> { SIMD2(Float(ends.0.x), Float(ends.1.x)) }

    /// Bounds of the run's page points, for arc lengths at its ends.
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
