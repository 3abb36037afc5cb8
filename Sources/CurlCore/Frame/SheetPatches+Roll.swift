internal import Glibc

/// The patches of the roll, from a pixel before the fold line to one beyond the silhouette.
extension SheetPatches {
  /// From a pixel before the fold line to one beyond the silhouette.
  mutating func addRoll() {
    let radius = frame.radius
    let outside = UnrolledOutline(frame, grownBy: Self.margin)
    let inside = UnrolledOutline(frame, grownBy: -Self.margin)
    let last = radius + 1.5
    // The pixels of the fold line itself are drawn all along, so that the fold parts front and next.
    let first = -Self.foldReach
    var cuts = [first, 0.75, radius, last]
    let steep = radius * (1 - 1 / (Self.steepest * Self.steepest)).squareRoot() - 0.4
    let hasRoll = radius >= Self.leastRadius && steep > 1
    if hasRoll {
      cuts.append(steep)
      let parts = max(Int((radius / 2).squareRoot().rounded(.up)) * 2, 4)
      let end = asin(steep / radius)
      for i in 1..<parts { cuts.append(radius * sin(end * Double(i) / Double(parts))) }
      // The rest of the quarter turn in parts alike.
      let step = end / Double(parts)
      let rest = max(Int(((.pi / 2 - end) / step).rounded(.up)), 2)
      for i in 1..<rest {
        cuts.append(radius * sin(end + (.pi / 2 - end) * Double(i) / Double(rest)))
      }
    }
    for corner in outside.corners {
      for x in [corner.x, frame.place(corner.x)] where x > first && x < last { cuts.append(x) }
    }
    cuts.sort()
    var xs: [Double] = []
    for x in cuts where x - (xs.last ?? -.infinity) > 0.05 || x == last { xs.append(x) }
    var strips = Kind.allCases.map { _ in [[Strip]]() }
    func keep(_ kind: Kind, _ place: Int, _ strip: Strip) {
      while strips[kind.rawValue].count <= place { strips[kind.rawValue].append([]) }
      strips[kind.rawValue][place].append(strip)
    }
    for (x0, x1) in zip(xs, xs.dropFirst()) {
      let slack = frame.arcSlack(x0, x1)
      func strip(_ range: (Double) -> ClosedRange<Double>?) -> Strip? {
        guard let a = range(x0), let b = range(x1) else { return nil }
        return Strip(x0, x1, a, b)
      }
      /// The strip of what is seen at either end.
      func either(_ range: (Double) -> ClosedRange<Double>?) -> Strip? {
        let (a, b) = (range(x0), range(x1))
        guard let near = a ?? b, let far = b ?? a else { return nil }
        return Strip(x0, x1, near, far)
      }
      let whole = Strip(x0, x1, ends, ends)
      let isFold = x1 <= 0.75
      let isSteep = x1 > steep + 1e-9
      let upper = either { outside.seen($0, frame, slack, [true]) }
      guard let rim = isFold ? whole : either({ outside.seen($0, frame, slack, [true, false]) })
      else {
        if frame.isLit { keep(.ground, 0, whole) }
        continue
      }
      // What is the sheet's outside alone, and its inside alone on both sides of that.
      var parts: [(Kind, Int, Strip)] = []
      if hasRoll, let core = strip({ inside.core($0, frame, slack, isUpper: true) }) {
        parts.append((isSteep ? .brim : .roll, 0, core))
      }
      if hasRoll, let core = strip({ inside.core($0, frame, slack, isUpper: false) }) {
        let kind = isSteep ? Kind.lip : .bowl
        if let upper {
          parts.append((kind, 0, core.below(upper)))
          parts.append((kind, 1, core.above(upper)))
        } else {
          parts.append((kind, 0, core))
        }
      }
      parts = parts.filter(\.2.isUpright).sorted { $0.2.low0 + $0.2.low1 < $1.2.low0 + $1.2.low1 }
      var low = (rim.low0, rim.low1)
      for (kind, place, part) in parts {
        add(.edge, x0, x1, low.0, part.low0, low.1, part.low1)
        keep(kind, place, part)
        low = (part.high0, part.high1)
      }
      add(.edge, x0, x1, low.0, rim.high0, low.1, rim.high1)
      cover(rim)
      guard frame.isLit && !isFold else { continue }
      keep(.ground, 0, whole.below(rim))
      keep(.ground, 1, whole.above(rim))
    }
    for kind in Kind.allCases {
      for list in strips[kind.rawValue] { fill(kind, list[...]) }
    }
  }
}
