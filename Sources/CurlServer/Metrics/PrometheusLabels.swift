#if Server
/// Labels of a series, in one canonical form.
///
/// Prometheus rejects a scrape with two series of the same labels, so equal labels have equal
/// text, whatever the order and spelling of their names.
struct PrometheusLabels: Sendable {
  /// Longest label value, bytes of UTF-8; longer values are cut between two scalars.
  static let longestValue = 256

  /// Value of all labels of the overflow series.
  static let overflowValue = "other"

  /// Sanitised names, distinct, sorted.
  private let names: [String]

  /// Rendered labels, such as `code="200",route="/"`; "" without labels.
  let text: String

  /// Sanitises, sorts and renders labels.
  ///
  /// - An empty value means no label, as in Prometheus.
  /// - Values of names that become equal are joined by ";", as OpenTelemetry does.
  init(_ dimensions: [(String, String)]) {
    var values: [String: String] = [:]
    for (name, value) in dimensions.sorted(by: { $0 < $1 }) where !value.isEmpty {
      let name = PrometheusText.labelName(name)
      values[name] = values[name].map { "\($0);\(value)" } ?? value
    }
    self.init(values.mapValues(Self.shortened))
  }

  private init(_ values: [String: String]) {
    names = values.keys.sorted()
    text = names.map { "\($0)=\"\(PrometheusText.labelValue(values[$0] ?? ""))\"" }
      .joined(separator: ",")
  }

  /// Whether the series has no labels.
  var isEmpty: Bool { names.isEmpty }

  /// The same names with the value of the overflow series.
  var overflow: PrometheusLabels {
    PrometheusLabels(
      Dictionary(uniqueKeysWithValues: names.map { ($0, Self.overflowValue) }))
  }

  private static func shortened(_ value: String) -> String {
    guard value.utf8.count > longestValue else { return value }
    var bytes = 0
    let scalars = value.unicodeScalars.prefix { scalar in
      bytes += UTF8.width(scalar)
      return bytes <= longestValue
    }
    return String(scalars)
  }
}
#endif
