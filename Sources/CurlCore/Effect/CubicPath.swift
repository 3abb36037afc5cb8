internal import Glibc

/// A path of cubic Bézier segments, each starting at the end of the one before it.
///
/// Shares of the path, 0…1, are shares of its arc length.
public struct CubicPath: Sendable, Equatable {
  /// One cubic segment.
  public struct Segment: Sendable, Equatable {
    /// First point, page pixels.
    public var start: SIMD2<Double>
    /// First control point, page pixels.
    public var control1: SIMD2<Double>
    /// Second control point, page pixels.
    public var control2: SIMD2<Double>
    /// Last point, page pixels.
    public var end: SIMD2<Double>

    /// A segment from its four points.
    public init(
      _ start: SIMD2<Double>, _ control1: SIMD2<Double>, _ control2: SIMD2<Double>,
      _ end: SIMD2<Double>
    ) {
      self.start = start
      self.control1 = control1
      self.control2 = control2
      self.end = end
    }

    /// The point at a parameter 0…1.
    public func point(_ t: Double) -> SIMD2<Double> {
      let u = 1 - t
      let near = u * u * u * start + 3 * u * u * t * control1
      return near + 3 * u * t * t * control2 + t * t * t * end
    }

    /// Parameters strictly between `low` and `high` at which coordinate `side` changes direction.
    fileprivate func turns(_ side: Int, between low: Double, and high: Double) -> [Double] {
      // The derivative over 3 is a t² + b t + c.
      let (p0, p1, p2, p3) = (start[side], control1[side], control2[side], end[side])
      let a = p3 - 3 * p2 + 3 * p1 - p0
      let b = 2 * (p2 - 2 * p1 + p0)
      let c = p1 - p0
      var roots: [Double] = []
      let rest = b * b - 4 * a * c
      if abs(a) < 1e-12 * (abs(b) + abs(c)) {
        if b != 0 { roots = [-c / b] }
      } else if rest >= 0 {
        roots = [(-b - rest.squareRoot()) / (2 * a), (-b + rest.squareRoot()) / (2 * a)]
      }
      return roots.filter { $0 > low && $0 < high }
    }
  }

  /// The segments, one or more.
  public let segments: [Segment]
  /// Arc length from the path's start to each step of each segment, page pixels.
  private let lengths: [Double]

  private static let steps = 256

  /// A path of one or more segments, in their order.
  public init(_ segments: [Segment]) {
    precondition(!segments.isEmpty, "a path has one segment or more")
    self.segments = segments
    var lengths = [0.0]
    for segment in segments {
      var last = segment.start
      for step in 1...Self.steps {
        let point = segment.point(Double(step) / Double(Self.steps))
        let d = point - last
        lengths.append(lengths[lengths.count - 1] + (d * d).sum().squareRoot())
        last = point
      }
    }
    self.lengths = lengths
  }

  /// A figure eight (∞) inside a page: four segments with all points at quarters of the page's sides.
  public static func infinity(on page: PageSize) -> CubicPath {
    let quarter = SIMD2(Double(page.width), Double(page.height)) / 4
    func at(_ x: Double, _ y: Double) -> SIMD2<Double> { quarter * SIMD2(x, y) }
    return CubicPath([
      Segment(at(1, 3), at(0, 3), at(0, 1), at(1, 1)),
      Segment(at(1, 1), at(2, 1), at(2, 3), at(3, 3)),
      Segment(at(3, 3), at(4, 3), at(4, 1), at(3, 1)),
      Segment(at(3, 1), at(2, 1), at(2, 3), at(1, 3)),
    ])
  }

  /// Arc length, page pixels, computed from 256 chords per segment.
  public var length: Double { lengths[lengths.count - 1] }

  /// Segment and parameter at a share of the arc length, 0…1.
  private func place(_ share: Double) -> (segment: Int, t: Double) {
    let goal = min(max(share, 0), 1) * length
    var (low, high) = (0, lengths.count - 1)
    while high - low > 1 {
      let middle = (low + high) / 2
      if lengths[middle] <= goal { low = middle } else { high = middle }
    }
    let step = lengths[high] - lengths[low]
    let into = step > 0 ? min((goal - lengths[low]) / step, 1) : 0
    return (low / Self.steps, (Double(low % Self.steps) + into) / Double(Self.steps))
  }

  /// Bounding box of the part between two shares of the arc length, 0…1, the lower one first.
  public func bounds(from start: Double, to end: Double) -> Rectangle {
    let (first, last) = (place(start), place(max(start, end)))
    var low = segments[first.segment].point(first.t)
    var high = low
    for i in first.segment...last.segment {
      let from = i == first.segment ? first.t : 0
      let to = i == last.segment ? last.t : 1
      let turns = (0...1).flatMap { segments[i].turns($0, between: from, and: to) }
      for t in turns + [to] {
        let point = segments[i].point(t)
        low = pointwiseMin(low, point)
        high = pointwiseMax(high, point)
      }
    }
    return Rectangle(origin: low, size: high - low)
  }

  /// The point at a share of the path: the centre of the bounding box of the next thousandth of the
  /// path, or of its last thousandth.
  ///
  /// A share above 1 gives the start of the path, a share below 0 its end.
  public func point(_ share: Double) -> SIMD2<Double> {
    let share = share > 1 ? 0 : share < 0 ? 1 : share
    let isLast = share > 0.999
    let box = bounds(from: isLast ? 0.999 : share, to: isLast ? 1 : share + 0.001)
    return box.origin + box.size / 2
  }

  /// Position and direction of a follower at a share of the path.
  ///
  /// The position is a hundredth of the path before `share`. The direction points from there to the
  /// point at `share`, degrees clockwise with y down, −180…180. On a closed path, the position
  /// before the start is the path's end; on an open path, a follower waits at the start for the
  /// first hundredth.
  public func follower(_ share: Double) -> (point: SIMD2<Double>, direction: Double) {
    let share = isClosed ? share : max(share, 0.01)
    let from = point(share - 0.01)
    let way = point(share) - from
    return (from, atan2(way.y, way.x) * 180 / .pi)
  }

  /// Whether the path ends where it starts.
  public var isClosed: Bool {
    let gap = segments[segments.count - 1].end - segments[0].start
    return (gap * gap).sum().squareRoot() <= 1e-9 * length
  }
}
