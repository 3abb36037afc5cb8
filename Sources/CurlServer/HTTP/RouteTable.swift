#if Server
internal import HTTPTypes
internal import Hummingbird

/// An operation of the server on a path.
struct Route: Sendable {
  /// Answers a request; `values` are the path's variable segments by name.
  typealias Handler = @Sendable (_ call: Call) async throws -> Response

  let method: HTTPRequest.Method
  /// Path, such as `/v1/jobs/{id}`.
  let path: String
  /// Name of the operation, for generated clients.
  let name: String
  /// What it does, in a phrase.
  let summary: String
  /// Media types of its result.
  let answer: [String]
  /// Status of its result.
  var status = 200
  /// Parts of its body beside the options; empty without a body.
  var parts: [Upload.Rule] = []
  /// Schema of its options in the description.
  var options = "Frame"
  /// Problems that it may answer with, beside those of access.
  var problems: [Problem.Kind] = []
  /// Whether it answers without a key: probes do.
  var isOpen = false
  /// Whether its path has a signature, so that no other permission is needed.
  var isSigned = false
  let handler: Handler

  fileprivate var segments: [Substring] { path.split(separator: "/") }

  /// Names of the path's variable segments.
  var variables: [String] {
    segments.filter { $0.hasPrefix("{") }.map { String($0.dropFirst().dropLast()) }
  }
}

/// Finds the route of a request.
struct RouteTable: Sendable {
  private(set) var routes: [Route]

  /// Adds a route.
  mutating func add(_ route: Route) { routes.append(route) }

  /// The route of a method and a path, with the path's variable segments.
  ///
  /// HEAD takes the route of GET.
  func find(
    _ method: HTTPRequest.Method, _ path: String
  ) throws(Problem) -> (route: Route, values: [String: String]) {
    let segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    let found = routes.compactMap { route in
      Self.values(of: segments, in: route.segments).map { (route, $0) }
    }
    guard !found.isEmpty else {
      let detail =
        path.hasPrefix("/v1/jobs") && !routes.contains { $0.path == "/v1/jobs" }
        ? "this server keeps no jobs: it runs without --state"
        : path.hasPrefix("/v1/render/") && !routes.contains(where: \.isSigned)
          ? "this server draws from no files: it runs without --sources"
          : "there is no \(path.prefix(80)): see /openapi.json"
      throw Problem(.notFound, detail)
    }
    let wanted = method == .head ? .get : method
    guard let (route, values) = found.first(where: { $0.0.method == wanted }) else {
      let allowed = found.map { $0.0.method.rawValue }
      var problem = Problem(
        .methodNotAllowed,
        "\(path.prefix(80)) takes \(allowed.joined(separator: ", ")), not "
          + "\(method.rawValue.prefix(20))")
      problem.allowed = allowed + (allowed.contains("GET") ? ["HEAD"] : [])
      throw problem
    }
    return (route, values)
  }

  /// The variable segments of a path; nil if the path differs.
  private static func values(
    of segments: ArraySlice<Substring>, in pattern: [Substring]
  ) -> [String: String]? {
    guard segments.count == pattern.count else { return nil }
    var values: [String: String] = [:]
    for (segment, part) in zip(segments, pattern) {
      if part.hasPrefix("{") {
        guard !segment.isEmpty else { return nil }
        values[String(part.dropFirst().dropLast())] = String(segment)
      } else if segment != part {
        return nil
      }
    }
    return values
  }
}
#endif
