#if Server
internal import CoreMetrics
internal import Synchronization

/// A backend of swift-metrics that renders its metrics as Prometheus text.
///
/// | swift-metrics | Prometheus | suffix of the name |
/// |---|---|---|
/// | `Counter`, `FloatingPointCounter` | counter | `_total` |
/// | `Meter`, `Gauge` | gauge | none |
/// | `Recorder` that aggregates | histogram | none |
/// | `Timer` | histogram, seconds | `_seconds` |
///
/// Handlers are shared: the same name and labels yield the same handler. Memory is bounded by the
/// number of names, which come from code, and by a limit on the series of a metric, whose labels
/// may come from clients. Safe from any thread.
final class PrometheusFactory: MetricsFactory, Sendable {
  /// Default upper bounds of timers, seconds: 1 ms to 100 s.
  static let timerBounds = [
    0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25, 50, 100,
  ]

  /// Default upper bounds of recorders, which have no unit: 1 to 10⁹, one per decade.
  static let recorderBounds = [1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9]

  /// Default for the series per metric.
  static let defaultSeriesLimit = 1_000

  /// The series of a metric.
  private struct Family<Series: PrometheusSeries>: Sendable {
    let name: String
    let help: String
    /// By rendered labels.
    var series: [String: Series] = [:]
    /// The one of `series` that stands for all beyond the limit.
    var overflow: Series?

    /// Returns the series of the labels; makes it, or the overflow series, if need be.
    mutating func find(
      _ labels: PrometheusLabels, limit: Int, _ make: (PrometheusLabels) -> Series
    ) -> Series {
      if let series = series[labels.text] { return series }
      let count = series.count - (overflow == nil ? 0 : 1)
      if labels.isEmpty || count < limit {
        let new = make(labels)
        series[labels.text] = new
        return new
      }
      if let overflow { return overflow }
      let labels = labels.overflow
      let other = series[labels.text] ?? make(labels)
      series[labels.text] = other
      overflow = other
      return other
    }
  }

  /// A metric of any type, ready to render.
  private struct Metric: Sendable {
    let name: String
    let help: String
    let type: String
    let series: [any PrometheusSeries]

    init<Series>(_ family: Family<Series>) {
      name = family.name
      help = family.help
      type = Series.type
      series = Array(family.series.values)
    }
  }

  /// Families by the name that they asked for, with its suffix.
  private struct State {
    var counters: [String: Family<PrometheusCounter>] = [:]
    var gauges: [String: Family<PrometheusGauge>] = [:]
    var histograms: [String: Family<PrometheusHistogram>] = [:]
    /// Names of all samples.
    var taken: Set<String> = []

    var metrics: [Metric] {
      counters.values.map { Metric($0) } + gauges.values.map { Metric($0) }
        + histograms.values.map { Metric($0) }
    }
  }

  private typealias Families<Series: PrometheusSeries> =
    WritableKeyPath<State, [String: Family<Series>]>

  /// By sanitised name.
  private let help: [String: String]
  /// By sanitised name; finite, ascending.
  private let bounds: [String: [Double]]
  private let seriesLimit: Int
  private let state = Mutex(State())

  /// Makes a factory without metrics.
  ///
  /// The keys of both tables are names as swift-metrics has them, such as
  /// "http.server.request.duration", or sanitised; they have no suffix.
  ///
  /// - Parameters:
  ///   - help: Help texts. A metric without one gets its name as help.
  ///   - buckets: Inclusive upper bounds of histograms, seconds for timers, in any order; +Inf is
  ///     implied. Defaults: ``timerBounds`` and ``recorderBounds``.
  ///   - seriesLimit: Most series per metric. The labels beyond share one more series, whose
  ///     labels all have the value "other". A series without labels is always admitted.
  init(
    help: [String: String] = [:], buckets: [String: [Double]] = [:],
    seriesLimit: Int = PrometheusFactory.defaultSeriesLimit
  ) {
    self.help = Self.sanitised(help)
    bounds = Self.sanitised(buckets).mapValues { bounds in
      Set(bounds.filter(\.isFinite)).sorted()
    }
    self.seriesLimit = seriesLimit
  }

  private static func sanitised<Value>(_ table: [String: Value]) -> [String: Value] {
    // Sorted, so that the choice between keys that become equal is the same in every process.
    let pairs = table.sorted { $0.key < $1.key }.map { (PrometheusText.name($0.key), $0.value) }
    return Dictionary(pairs) { first, _ in first }
  }

  // MARK: Scrape

  /// Renders all metrics, sorted by name and labels.
  ///
  /// Calls the closures given to ``gauge(_:help:labels:_:)`` on this thread, outside all locks.
  func text() -> String {
    let metrics = state.withLock { $0.metrics }
    var text = ""
    for metric in metrics.sorted(by: { $0.name < $1.name }) where !metric.series.isEmpty {
      text += "# HELP \(metric.name) \(PrometheusText.help(metric.help))\n"
      text += "# TYPE \(metric.name) \(metric.type)\n"
      for series in metric.series.sorted(by: { $0.place.labels < $1.place.labels }) {
        series.append(name: metric.name, to: &text)
      }
    }
    return text
  }

  /// Adds a gauge whose value is read when scraped.
  ///
  /// Replaces a gauge of the same name and labels; a `Meter` made later with the same name and
  /// labels has no effect. These gauges have no limit: their labels must come from code.
  ///
  /// - Parameters:
  ///   - name: Name of the metric; sanitised.
  ///   - help: Help text; the first text for a name counts.
  ///   - labels: Names and values of the labels.
  ///   - read: Returns the value. Called on the thread of the scrape, so it must not block.
  func gauge(
    _ name: String, help: String, labels: [(String, String)] = [],
    _ read: @escaping @Sendable () -> Double
  ) {
    let family = PrometheusText.name(name)
    let place = PrometheusPlace(family: family, labels: PrometheusLabels(labels).text)
    let gauge = PrometheusGauge(place: place, read: read)
    state.withLock { state in
      Self.addFamily(\.gauges, stem: family, suffix: "", help: help, to: &state)
      state.gauges[family]?.series[place.labels] = gauge
    }
  }

  // MARK: MetricsFactory

  func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
    counter(label, dimensions)
  }

  func makeFloatingPointCounter(label: String, dimensions: [(String, String)])
    -> any FloatingPointCounterHandler
  {
    counter(label, dimensions)
  }

  func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
    series(\.gauges, label, dimensions) { PrometheusGauge(place: $0) }
  }

  func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool)
    -> any RecorderHandler
  {
    if aggregate { return histogram(label, dimensions, default: Self.recorderBounds) }
    return series(\.gauges, label, dimensions) { PrometheusGauge(place: $0) }
  }

  func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
    histogram(label, dimensions, suffix: "_seconds", default: Self.timerBounds)
  }

  func destroyCounter(_ handler: any CounterHandler) {
    if let series = handler as? PrometheusCounter { remove(series, from: \.counters) }
  }

  func destroyFloatingPointCounter(_ handler: any FloatingPointCounterHandler) {
    if let series = handler as? PrometheusCounter { remove(series, from: \.counters) }
  }

  func destroyMeter(_ handler: any MeterHandler) {
    if let series = handler as? PrometheusGauge { remove(series) }
  }

  func destroyRecorder(_ handler: any RecorderHandler) {
    if let series = handler as? PrometheusGauge { remove(series) }
    if let series = handler as? PrometheusHistogram { remove(series, from: \.histograms) }
  }

  func destroyTimer(_ handler: any TimerHandler) {
    if let series = handler as? PrometheusHistogram { remove(series, from: \.histograms) }
  }

  // MARK: Series

  private func counter(_ label: String, _ dimensions: [(String, String)]) -> PrometheusCounter {
    series(\.counters, label, dimensions, suffix: "_total") { PrometheusCounter(place: $0) }
  }

  private func histogram(
    _ label: String, _ dimensions: [(String, String)], suffix: String = "",
    default defaultBounds: [Double]
  ) -> PrometheusHistogram {
    let bounds = bounds[PrometheusText.name(label)] ?? defaultBounds
    return series(\.histograms, label, dimensions, suffix: suffix) {
      PrometheusHistogram(place: $0, bounds: bounds)
    }
  }

  /// Returns the series of a name and labels, or the overflow series of the name.
  private func series<Series>(
    _ families: Families<Series>, _ label: String, _ dimensions: [(String, String)],
    suffix: String = "", _ make: (PrometheusPlace) -> Series
  ) -> Series {
    let name = PrometheusText.name(label)
    let stem = name.hasSuffix(suffix) ? String(name.dropLast(suffix.count)) : name
    let family = stem + suffix
    let help = help[name] ?? label
    let labels = PrometheusLabels(dimensions)
    func makeSeries(_ labels: PrometheusLabels) -> Series {
      make(PrometheusPlace(family: family, labels: labels.text))
    }
    return state.withLock { state in
      Self.addFamily(families, stem: stem, suffix: suffix, help: help, to: &state)
      return state[keyPath: families][family]?.find(labels, limit: seriesLimit, makeSeries)
        ?? makeSeries(labels)
    }
  }

  /// Adds a family unless it exists.
  ///
  /// Prometheus rejects a scrape with two metrics of one name, so the first type has the name;
  /// another type of the same name gets the type in its name, such as `pages_gauge`.
  private static func addFamily<Series>(
    _ families: Families<Series>, stem: String, suffix: String, help: String,
    to state: inout State
  ) {
    guard state[keyPath: families][stem + suffix] == nil else { return }
    var name = stem + suffix
    var longStem = stem
    while !state.taken.isDisjoint(with: Series.endings.map { name + $0 }) {
      longStem += "_" + Series.type
      name = longStem + suffix
    }
    state.taken.formUnion(Series.endings.map { name + $0 })
    state[keyPath: families][stem + suffix] = Family(name: name, help: help)
  }

  private func remove(_ gauge: PrometheusGauge) {
    // A meter that shares a read gauge doesn't own it.
    if !gauge.isRead { remove(gauge, from: \.gauges) }
  }

  /// Removes a series from the text, unless other labels share the series or the series is gone.
  private func remove<Series>(_ series: Series, from families: Families<Series>) {
    let place = series.place
    state.withLock { state in
      guard let family = state[keyPath: families][place.family], family.overflow !== series,
        family.series[place.labels] === series
      else { return }
      state[keyPath: families][place.family]?.series[place.labels] = nil
    }
  }
}
#endif
