#if Server
import CoreMetrics
import Testing

@testable import CurlServer

@Suite("Prometheus text")
struct PrometheusTextTests {
  @Test("the metrics of Hummingbird's middleware have the expected text")
  func middleware() {
    let factory = PrometheusFactory(
      help: ["hb.requests": "Requests.", "http.server.request.duration": "Time per request."],
      buckets: ["http.server.request.duration": [0.01, 0.1, 1]])
    let labels = [
      ("http.route", "/pages/{id}"), ("http.request.method", "GET"),
      ("http.response.status_code", "200"),
    ]
    Counter(label: "hb.requests", dimensions: labels, factory: factory).increment(by: 3)
    let timer = Timer(
      label: "http.server.request.duration", dimensions: labels, preferredDisplayUnit: .seconds,
      factory: factory)
    timer.recordMilliseconds(250)
    timer.recordMilliseconds(5)
    let active = Meter(
      label: "http.server.active_requests", dimensions: [("http.request.method", "GET")],
      factory: factory)
    active.increment()
    active.increment()
    active.decrement()
    factory.gauge("queue.depth", help: "Jobs that wait.") { 2.5 }

    let rendered =
      #"http_request_method="GET",http_response_status_code="200",http_route="/pages/{id}""#
    #expect(
      factory.text() == """
        # HELP hb_requests_total Requests.
        # TYPE hb_requests_total counter
        hb_requests_total{\(rendered)} 3
        # HELP http_server_active_requests http.server.active_requests
        # TYPE http_server_active_requests gauge
        http_server_active_requests{http_request_method="GET"} 1
        # HELP http_server_request_duration_seconds Time per request.
        # TYPE http_server_request_duration_seconds histogram
        http_server_request_duration_seconds_bucket{\(rendered),le="0.01"} 1
        http_server_request_duration_seconds_bucket{\(rendered),le="0.1"} 1
        http_server_request_duration_seconds_bucket{\(rendered),le="1"} 2
        http_server_request_duration_seconds_bucket{\(rendered),le="+Inf"} 2
        http_server_request_duration_seconds_sum{\(rendered)} 0.255
        http_server_request_duration_seconds_count{\(rendered)} 2
        # HELP queue_depth Jobs that wait.
        # TYPE queue_depth gauge
        queue_depth 2.5

        """)
  }

  @Test("a factory without series has no text")
  func empty() {
    let factory = PrometheusFactory(help: ["pages": "Pages."])
    #expect(factory.text() == "")
    Counter(label: "pages", factory: factory).destroy()
    #expect(factory.text() == "")
  }

  @Test("series are sorted by their labels, whatever the order of creation")
  func order() {
    let names = ["b", "", "c", "a"]
    let texts = [names, names.reversed()].map { names in
      let factory = PrometheusFactory()
      for name in names { _ = Counter(label: name, dimensions: [("x", name)], factory: factory) }
      for name in names { _ = Counter(label: "all", dimensions: [("x", name)], factory: factory) }
      return factory.text()
    }
    #expect(texts[0] == texts[1])
    let samples = texts[0].split(separator: "\n").filter { $0.hasPrefix("all") }
    #expect(
      samples == [
        "all_total 0", #"all_total{x="a"} 0"#, #"all_total{x="b"} 0"#, #"all_total{x="c"} 0"#,
      ])
  }

  @Test(
    "label values and help texts are escaped",
    arguments: [
      ("plain / é 🎈", "plain / é 🎈", "plain / é 🎈"),
      (#"a"b"#, #"a\"b"#, #"a"b"#),
      (#"a\b"#, #"a\\b"#, #"a\\b"#),
      ("a\nb", #"a\nb"#, #"a\nb"#),
      // One character, but two scalars.
      ("a\r\nb", "a\r\\nb", "a\r\\nb"),
      (#"\n"#, #"\\n"#, #"\\n"#),
      ("a\0b", "a\u{FFFD}b", "a\u{FFFD}b"),
      (#"x"} 1"# + "\nfake 2", #"x\"} 1\nfake 2"#, #"x"} 1\nfake 2"#),
    ])
  func escaping(text: String, value: String, help: String) {
    let factory = PrometheusFactory(help: ["pages": text])
    Counter(label: "pages", dimensions: [("path", text)], factory: factory).increment()
    // Scalars, since strings that differ in "\r\n" alone must differ here.
    let expected = """
      # HELP pages_total \(help)
      # TYPE pages_total counter
      pages_total{path="\(value)"} 1

      """
    #expect(Array(factory.text().unicodeScalars) == Array(expected.unicodeScalars))
  }

  @Test(
    "names are sanitised",
    arguments: [
      ("http.server.requests", "http_server_requests"), ("already_fine9", "already_fine9"),
      ("9lives", "_9lives"), ("rule:name", "rule_name"), ("größe-µ", "gr__e__"), ("", "_"),
      ("a\r\nb", "a__b"),
    ])
  func names(name: String, expected: String) {
    #expect(PrometheusText.name(name) == expected)
  }

  @Test(
    "label names are sanitised and never reserved",
    arguments: [
      ("http.route", "http_route"), ("le", "label_le"), ("__name__", "label__name__"),
      ("..x", "label__x"), ("_x", "_x"), ("9", "_9"),
    ])
  func labelNames(name: String, expected: String) {
    #expect(PrometheusText.labelName(name) == expected)
  }

  @Test(
    "numbers have their shortest round-trip text",
    arguments: [
      (0, "0"), (-1, "-1"), (0.1, "0.1"), (0.1 + 0.2, "0.30000000000000004"),
      (1e15, "1000000000000000"), (1e16, "1e+16"),
      (123_456_789, "123456789"), (2.5e-9, "2.5e-09"), (.infinity, "+Inf"),
      (-.infinity, "-Inf"), (.nan, "NaN"), (9_007_199_254_740_991, "9007199254740991"),
    ] as [(Double, String)])
  func numbers(value: Double, expected: String) throws {
    let text = PrometheusText.number(value)
    #expect(text == expected)
    let read = try #require(Double(text))
    #expect(read == value || value.isNaN)
  }

  @Test("an empty value means no label")
  func emptyValue() {
    #expect(PrometheusLabels([("a", ""), ("b", "1")]).text == #"b="1""#)
    #expect(PrometheusLabels([("a", "")]).isEmpty)
  }

  @Test("labels whose names become equal are joined, in one order")
  func collisions() {
    let labels = [("a.b", "1"), ("a-b", "2"), ("a_b", "3")]
    #expect(PrometheusLabels(labels).text == #"a_b="2;1;3""#)
    #expect(PrometheusLabels(labels.reversed()).text == #"a_b="2;1;3""#)
  }

  @Test("long values are cut between scalars")
  func longValue() {
    let longest = PrometheusLabels.longestValue
    let whole = String(repeating: "x", count: longest)
    #expect(PrometheusLabels([("a", whole)]).text == #"a="\#(whole)""#)
    // "é" takes two bytes, of which one has room.
    let cut = whole.dropLast()
    #expect(PrometheusLabels([("a", cut + "é")]).text == #"a="\#(cut)""#)
    #expect(PrometheusLabels([("a", whole + "x")]).text == #"a="\#(whole)""#)
  }
}
#endif
