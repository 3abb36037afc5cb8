import CurlCore

/// Marks of a riffle, each computed when it is next: memory doesn't grow with the number of leaves.
struct RiffleMarks: Equatable {
  /// A mark that repeats on one leaf after the other.
  struct Series: Equatable {
    /// Seconds from a leaf's start.
    var offset: Double
    /// Number of leaves that pass the mark, from the first on.
    var count: Int
    /// Name of a threshold; nil for a leaf's landing.
    var threshold: String?
    /// The leaf that passes the mark next.
    var leaf = 0
  }

  /// Starts of the leaves, seconds from ``start``.
  let stagger: Stagger
  /// Start of the riffle, seconds.
  let start: Double
  /// The stop that the first leaf leaves.
  let from: Int
  /// +1 in reading direction, −1 against it.
  let direction: Int
  private var series: [Series]

  /// The marks of a riffle from its series.
  init(_ stagger: Stagger, at start: Double, from: Int, _ direction: Int, _ series: [Series]) {
    self.stagger = stagger
    self.start = start
    self.from = from
    self.direction = direction
    self.series = series
  }

  /// The next mark; of simultaneous marks, the earlier leaf's.
  var next: SheetMotion.Mark? { earliest.map { mark($0) } }

  /// Removes and returns the next mark.
  mutating func pop() -> SheetMotion.Mark? {
    guard let index = earliest else { return nil }
    defer { series[index].leaf += 1 }
    return mark(index)
  }

  /// Skips all marks up to and including a time.
  mutating func forget(until end: Double) {
    for index in series.indices {
      var (low, high) = (series[index].leaf, series[index].count)
      while low < high {
        let middle = low + (high - low) / 2
        series[index].leaf = middle
        if time(index) <= end { low = middle + 1 } else { high = middle }
      }
      series[index].leaf = low
    }
  }

  private var earliest: Int? {
    series.indices.filter { series[$0].leaf < series[$0].count }
      .min { (time($0), series[$0].leaf) < (time($1), series[$1].leaf) }
  }

  private func time(_ index: Int) -> Double {
    start + stagger.start(of: series[index].leaf) + series[index].offset
  }

  private func mark(_ index: Int) -> SheetMotion.Mark {
    let kind: TurnerOutput.Kind =
      if let name = series[index].threshold {
        .threshold(name, isRising: direction > 0)
      } else {
        .passed(stop: from + direction * (series[index].leaf + 1))
      }
    return SheetMotion.Mark(time: time(index), kind: kind)
  }
}
