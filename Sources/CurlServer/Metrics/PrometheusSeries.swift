#if Server
internal import CoreMetrics
internal import Synchronization

/// Place of a series in the factory.
struct PrometheusPlace: Sendable {
  /// Name under which the factory finds the family of the series.
  let family: String
  /// Rendered labels; "" without labels.
  let labels: String
}

/// A series that the factory holds and renders.
///
/// Safe from any thread.
protocol PrometheusSeries: AnyObject, Sendable {
  /// Type of the metric in the exposition format.
  static var type: String { get }
  /// Endings of the names of the samples.
  static var endings: [String] { get }

  /// Place of the series in its factory.
  var place: PrometheusPlace { get }

  /// Appends the lines of the samples of the metric `name`.
  func append(name: String, to text: inout String)
}

/// A counter of whole or fractional amounts, exact for whole amounts up to 2⁵³.
final class PrometheusCounter: PrometheusSeries, CounterHandler, FloatingPointCounterHandler {
  static let type = "counter"
  static let endings = [""]

  let place: PrometheusPlace
  private let value = Atomic(0.0)

  init(place: PrometheusPlace) { self.place = place }

  func increment(by amount: Int64) { increment(by: Double(amount)) }

  /// Adds an amount; ignores negative and non-finite amounts, since a counter can't fall.
  func increment(by amount: Double) {
    guard amount > 0, amount.isFinite else { return }
    value.add(amount)
  }

  func reset() { value.store(0, ordering: .relaxed) }

  func append(name: String, to text: inout String) {
    let value = value.load(ordering: .relaxed)
    PrometheusText.append(name, place.labels, PrometheusText.number(value), to: &text)
  }
}

/// A gauge, set by its users or read when scraped.
final class PrometheusGauge: PrometheusSeries, MeterHandler, RecorderHandler {
  static let type = "gauge"
  static let endings = [""]

  let place: PrometheusPlace
  private let read: (@Sendable () -> Double)?
  private let value = Atomic(0.0)

  /// Makes a gauge; `read` returns its value when scraped, nil means that users set the value.
  init(place: PrometheusPlace, read: (@Sendable () -> Double)? = nil) {
    self.place = place
    self.read = read
  }

  /// Whether the value is read when scraped; setting it has no effect then.
  var isRead: Bool { read != nil }

  func set(_ value: Int64) { set(Double(value)) }

  func set(_ value: Double) { self.value.store(value, ordering: .relaxed) }

  /// Adds an amount; ignores negative and non-finite amounts, as CoreMetrics' own meter does.
  func increment(by amount: Double) {
    guard amount > 0, amount.isFinite else { return }
    value.add(amount)
  }

  /// Subtracts an amount; ignores negative and non-finite amounts.
  func decrement(by amount: Double) {
    guard amount > 0, amount.isFinite else { return }
    value.add(-amount)
  }

  func record(_ value: Int64) { set(Double(value)) }

  func record(_ value: Double) { set(value) }

  func append(name: String, to text: inout String) {
    let value = read?() ?? value.load(ordering: .relaxed)
    PrometheusText.append(name, place.labels, PrometheusText.number(value), to: &text)
  }
}

/// A histogram of recorded values, or of durations in seconds.
final class PrometheusHistogram: PrometheusSeries, RecorderHandler, TimerHandler {
  static let type = "histogram"
  static let endings = ["", "_bucket", "_sum", "_count"]

  private struct State {
    /// Values per bucket, not cumulative; the last bucket has no upper bound.
    var counts: [UInt64]
    var sum = 0.0
  }

  let place: PrometheusPlace
  /// Inclusive upper bounds of the buckets, finite, ascending.
  private let bounds: [Double]
  private let state: Mutex<State>

  /// Makes a histogram with a bucket per bound, finite and ascending, and one without a bound.
  init(place: PrometheusPlace, bounds: [Double]) {
    self.place = place
    self.bounds = bounds
    state = Mutex(State(counts: Array(repeating: 0, count: bounds.count + 1)))
  }

  /// Records a duration; a negative duration, from a clock set back, counts as 0.
  func recordNanoseconds(_ duration: Int64) {
    // A division, not a product by 1e-9: 1 ms must equal the bound 0.001.
    record(Double(max(duration, 0)) / 1e9)
  }

  func record(_ value: Int64) { record(Double(value)) }

  /// Records a value; ignores non-finite values, which would spoil the sum for ever.
  func record(_ value: Double) {
    guard value.isFinite else { return }
    let bucket = bounds.firstIndex { value <= $0 } ?? bounds.count
    state.withLock { state in
      state.counts[bucket] += 1
      state.sum += value
    }
  }

  func append(name: String, to text: inout String) {
    let state = state.withLock { $0 }
    let prefix = place.labels.isEmpty ? "" : place.labels + ","
    var count: UInt64 = 0
    for (index, inBucket) in state.counts.enumerated() {
      count += inBucket
      let bound = index < bounds.count ? bounds[index] : .infinity
      let labels = "\(prefix)le=\"\(PrometheusText.number(bound))\""
      PrometheusText.append(name + "_bucket", labels, String(count), to: &text)
    }
    let sum = PrometheusText.number(state.sum)
    PrometheusText.append(name + "_sum", place.labels, sum, to: &text)
    PrometheusText.append(name + "_count", place.labels, String(count), to: &text)
  }
}

extension Atomic where Value == Double {
  /// Adds an amount without losing concurrent additions.
  fileprivate func add(_ amount: Double) {
    var old = load(ordering: .relaxed)
    while true {
      let (isExchanged, original) = weakCompareExchange(
        expected: old, desired: old + amount, ordering: .relaxed)
      if isExchanged { return }
      old = original
    }
  }
}
#endif
