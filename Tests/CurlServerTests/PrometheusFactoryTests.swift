#if Server
import CoreMetrics
import Synchronization
import Testing

@testable import CurlServer

@Suite("Prometheus factory")
struct PrometheusFactoryTests {
  private final class Queue: Sendable {
    let depth = Atomic(0)
  }

  /// The samples of a factory, by everything before the value.
  private func samples(_ factory: PrometheusFactory) -> [String: String] {
    let lines = factory.text().split(separator: "\n").filter { !$0.hasPrefix("#") }
    return Dictionary(
      lines.compactMap { line in
        line.lastIndex(of: " ").map { (String(line[..<$0]), String(line[$0...].dropFirst())) }
      },
      uniquingKeysWith: { "\($0) and \($1)" })
  }

  @Test("the same name and labels have the same handler")
  func identity() {
    let factory = PrometheusFactory()
    let labels = [("a", "1"), ("b", "2")]
    let counter = factory.makeCounter(label: "x", dimensions: labels)
    #expect(counter === factory.makeCounter(label: "x", dimensions: labels.reversed()))
    #expect(counter === factory.makeCounter(label: "x_total", dimensions: labels))
    #expect(counter === factory.makeFloatingPointCounter(label: "x", dimensions: labels))
    #expect(counter !== factory.makeCounter(label: "x", dimensions: [("a", "1")]))
    #expect(counter !== factory.makeCounter(label: "y", dimensions: labels))
    let gauge = factory.makeMeter(label: "g", dimensions: labels)
    #expect(gauge === factory.makeRecorder(label: "g", dimensions: labels, aggregate: false))
    let timer = factory.makeTimer(label: "t", dimensions: labels)
    #expect(timer === factory.makeTimer(label: "t", dimensions: labels))
    let recorder = factory.makeRecorder(label: "r", dimensions: labels, aggregate: true)
    #expect(recorder === factory.makeRecorder(label: "r", dimensions: labels, aggregate: true))
  }

  @Test("a destroyed metric is removed, and starts anew")
  func destroy() {
    let factory = PrometheusFactory()
    let counter = Counter(label: "c", factory: factory)
    let floating = FloatingPointCounter(label: "f", factory: factory)
    let meter = Meter(label: "m", factory: factory)
    let gauge = Gauge(label: "g", factory: factory)
    let recorder = Recorder(label: "r", factory: factory)
    let timer = Timer(label: "t", factory: factory)
    counter.increment()
    #expect(samples(factory).count == 4 + 13 + 19)
    counter.destroy()
    #expect(samples(factory)["c_total"] == nil)
    floating.destroy()
    meter.destroy()
    gauge.destroy()
    recorder.destroy()
    timer.destroy()
    #expect(factory.text() == "")

    let second = Counter(label: "c", factory: factory)
    #expect(samples(factory) == ["c_total": "0"])
    second.increment(by: 5)
    // The first handler is gone; it doesn't take the second with it.
    counter.increment()
    counter.destroy()
    #expect(samples(factory) == ["c_total": "5"])
  }

  @Test("a handler of another backend is ignored")
  func foreign() {
    let factory = PrometheusFactory()
    _ = Counter(label: "c", factory: factory)
    factory.destroyCounter(PrometheusFactory().makeCounter(label: "c", dimensions: []))
    factory.destroyCounter(NOOPMetricsHandler.instance)
    #expect(samples(factory) == ["c_total": "0"])
  }

  @Test("labels beyond the limit share one series, which stays")
  func overflow() {
    let factory = PrometheusFactory(seriesLimit: 3)
    for index in 0..<1_000 {
      let labels = [("method", "GET"), ("path", "/\(index)")]
      Counter(label: "requests", dimensions: labels, factory: factory).increment()
      let timer = Timer(label: "time", dimensions: labels, factory: factory)
      timer.recordMilliseconds(1)
    }
    // Labels of the first series still have it.
    Counter(
      label: "requests", dimensions: [("method", "GET"), ("path", "/1")], factory: factory
    ).increment()
    // Other names of labels don't make more series.
    let stray = Counter(label: "requests", dimensions: [("stray", "1")], factory: factory)
    stray.increment(by: 3)
    let expected = [
      #"requests_total{method="GET",path="/0"}"#: "1",
      #"requests_total{method="GET",path="/1"}"#: "2",
      #"requests_total{method="GET",path="/2"}"#: "1",
      #"requests_total{method="other",path="other"}"#: "1000",
    ]
    #expect(samples(factory).filter { $0.key.hasPrefix("requests") } == expected)
    let times = samples(factory).filter { $0.key.hasPrefix("time_seconds_count") }
    #expect(times.count == 4)
    #expect(times[#"time_seconds_count{method="other",path="other"}"#] == "997")

    // The shared series isn't one metric's to destroy.
    stray.destroy()
    #expect(samples(factory).filter { $0.key.hasPrefix("requests") } == expected)
  }

  @Test("a destroyed series makes room, and a series without labels has room always")
  func room() {
    let factory = PrometheusFactory(seriesLimit: 2)
    let counters = ["a", "b", "c", "d"].map {
      Counter(label: "x", dimensions: [("l", $0)], factory: factory)
    }
    Counter(label: "x", factory: factory).increment()
    #expect(
      Set(samples(factory).keys) == [
        "x_total", #"x_total{l="a"}"#, #"x_total{l="b"}"#, #"x_total{l="other"}"#,
      ])
    Counter(label: "x", factory: factory).destroy()
    counters[0].destroy()
    for name in ["e", "f"] {
      Counter(label: "x", dimensions: [("l", name)], factory: factory).increment()
    }
    #expect(
      samples(factory) == [
        #"x_total{l="b"}"#: "0", #"x_total{l="e"}"#: "1", #"x_total{l="other"}"#: "1",
      ])
  }

  @Test("the upper bound of a bucket belongs to the bucket")
  func inclusive() {
    let factory = PrometheusFactory(buckets: ["bytes.sent": [100, 10, .infinity, 10]])
    for bound in PrometheusFactory.timerBounds {
      let timer = Timer(label: "t", dimensions: [("bound", "\(bound)")], factory: factory)
      timer.recordNanoseconds(Int64((bound * 1e9).rounded()))
      timer.recordNanoseconds(Int64((bound * 1e9).rounded()) + 1)
    }
    let found = samples(factory)
    for (index, bound) in PrometheusFactory.timerBounds.enumerated() {
      func count(_ le: String) -> String? {
        found[#"t_seconds_bucket{bound="\#(bound)",le="\#(le)"}"#]
      }
      let bounds = PrometheusFactory.timerBounds.map(PrometheusText.number) + ["+Inf"]
      if index > 0 { #expect(count(bounds[index - 1]) == "0") }
      #expect(count(bounds[index]) == "1", "\(bound) s")
      #expect(count(bounds[index + 1]) == "2", "\(bound) s and 1 ns")
    }

    let recorder = Recorder(label: "bytes_sent", factory: factory)
    for value in [-1, 10, 11, 100, 101] { recorder.record(value) }
    recorder.record(Double.nan)
    recorder.record(Double.infinity)
    #expect(
      samples(factory).filter { $0.key.hasPrefix("bytes") } == [
        #"bytes_sent_bucket{le="10"}"#: "2", #"bytes_sent_bucket{le="100"}"#: "4",
        #"bytes_sent_bucket{le="+Inf"}"#: "5", "bytes_sent_sum": "221",
        "bytes_sent_count": "5",
      ])
  }

  @Test("default buckets of a timer go from 1 ms to 100 s; a negative duration is 0")
  func timer() {
    let factory = PrometheusFactory()
    let timer = Timer(label: "t_seconds", factory: factory)
    timer.recordNanoseconds(-5)
    timer.recordSeconds(1_000)
    let found = samples(factory)
    #expect(found[#"t_seconds_bucket{le="0.001"}"#] == "1")
    #expect(found[#"t_seconds_bucket{le="100"}"#] == "1")
    #expect(found[#"t_seconds_bucket{le="+Inf"}"#] == "2")
    #expect(found["t_seconds_sum"] == "1000")
    #expect(found.keys.filter { $0.contains("le=") }.count == 17)
  }

  @Test("a counter never falls, except when it is reset")
  func counter() {
    let factory = PrometheusFactory()
    let counter = FloatingPointCounter(label: "x", factory: factory)
    for amount in [1.25, -1, .nan, .infinity, 2] { counter.increment(by: amount) }
    Counter(label: "x", factory: factory).increment(by: -1)
    #expect(samples(factory) == ["x_total": "3.25"])
    counter.reset()
    #expect(samples(factory) == ["x_total": "0"])
  }

  @Test("a gauge has the last value")
  func gauge() {
    let factory = PrometheusFactory()
    let gauge = Gauge(label: "g", factory: factory)
    gauge.record(7)
    gauge.record(-1.5)
    #expect(samples(factory) == ["g": "-1.5"])
    let meter = Meter(label: "g", factory: factory)
    meter.set(4)
    meter.decrement(by: 6.0)
    meter.increment(by: Double.nan)
    meter.decrement(by: -1.0)
    #expect(samples(factory) == ["g": "-2"])
  }

  @Test("a gauge can be read when scraped, by code that uses metrics itself")
  func read() {
    let factory = PrometheusFactory()
    let queue = Queue()
    factory.gauge("queue.depth", help: "Jobs.", labels: [("queue", "film")]) {
      [weak factory] in
      if let factory { Counter(label: "scrapes", factory: factory).increment() }
      return Double(queue.depth.load(ordering: .relaxed))
    }
    let key = #"queue_depth{queue="film"}"#
    #expect(samples(factory)[key] == "0")
    queue.depth.store(3, ordering: .relaxed)
    // A meter of the same labels neither changes nor removes it.
    let meter = Meter(label: "queue.depth", dimensions: [("queue", "film")], factory: factory)
    meter.set(9)
    meter.destroy()
    #expect(samples(factory) == [key: "3", "scrapes_total": "2"])
    factory.gauge("queue.depth", help: "Other.", labels: [("queue", "film")]) { 8 }
    #expect(samples(factory)[key] == "8")
    #expect(factory.text().contains("# HELP queue_depth Jobs.\n"))
  }

  @Test("metrics of one name and different types have different names")
  func types() {
    let factory = PrometheusFactory()
    Meter(label: "pages", factory: factory).set(1)
    Recorder(label: "pages", factory: factory).record(2)
    Meter(label: "pages_sum", factory: factory).set(3)
    Meter(label: "pages_histogram_sum", factory: factory).set(4)
    Recorder(label: "pages", factory: factory).record(2)
    let found = samples(factory)
    #expect(found["pages"] == "1")
    #expect(found["pages_histogram_sum"] == "4")
    #expect(found["pages_histogram_count"] == "2")
    #expect(found["pages_sum"] == "3")
    #expect(found["pages_histogram_sum_gauge"] == "4")
  }

  @Test("no concurrent update is lost", .timeLimit(.minutes(1)))
  func concurrency() async {
    let factory = PrometheusFactory()
    let tasks = 8
    let rounds = 10_000
    await withTaskGroup(of: Void.self) { group in
      for task in 0..<tasks {
        group.addTask {
          let counter = Counter(label: "c", factory: factory)
          let fraction = FloatingPointCounter(label: "f", factory: factory)
          let meter = Meter(label: "m", factory: factory)
          let timer = Timer(label: "t", factory: factory)
          for round in 0..<rounds {
            counter.increment()
            fraction.increment(by: 0.25)
            meter.increment(by: 2.0)
            meter.decrement()
            timer.recordSeconds(2)
            if round.isMultiple(of: 100) {
              // Made anew each time, by all tasks.
              Counter(label: "new", dimensions: [("n", "\(round)")], factory: factory).increment()
            }
            if task == 0, round.isMultiple(of: 1_000) { _ = factory.text() }
          }
        }
      }
    }
    let found = samples(factory)
    #expect(found["c_total"] == "80000")
    #expect(found["f_total"] == "20000")
    #expect(found["m"] == "80000")
    #expect(found["t_seconds_count"] == "80000")
    #expect(found["t_seconds_sum"] == "160000")
    #expect(found[#"t_seconds_bucket{le="1"}"#] == "0")
    #expect(found[#"t_seconds_bucket{le="2.5"}"#] == "80000")
    let new = found.filter { $0.key.hasPrefix("new") }
    #expect(new.count == 100)
    #expect(new.values.allSatisfy { $0 == "8" })
  }
}
#endif
