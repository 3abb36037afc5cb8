#if Server
import HTTPTypes
import Testing

@testable import CurlServer

@Suite("routes")
struct RouteTests {
  private let table = RouteTable(routes: [
    route(.get, "/v1/jobs"), route(.post, "/v1/jobs"), route(.get, "/v1/jobs/{id}"),
    route(.delete, "/v1/jobs/{id}"), route(.get, "/v1/jobs/{id}/result"),
  ])

  private static func route(_ method: HTTPRequest.Method, _ path: String) -> Route {
    Route(method: method, path: path, name: "", summary: "", answer: []) { _ in
      throw Problem(.internal, "no handler")
    }
  }

  @Test("A path's variable segments are its values")
  func values() throws {
    let (route, values) = try table.find(.get, "/v1/jobs/a%2Fb")
    #expect(route.path == "/v1/jobs/{id}" && values == ["id": "a%2Fb"])
    #expect(try table.find(.get, "/v1/jobs/7/result").route.path == "/v1/jobs/{id}/result")
    #expect(try table.find(.delete, "/v1/jobs/7").route.method == .delete)
    #expect(try table.find(.head, "/v1/jobs").route.method == .get)
  }

  @Test(
    "Other paths aren't found",
    arguments: ["", "/", "/v1", "/v1/jobs/", "//v1/jobs", "/v1//jobs", "/v1/jobs/7/", "/V1/jobs"])
  func unknown(_ path: String) {
    #expect { try table.find(.get, path) } throws: { ($0 as? Problem)?.kind == .notFound }
  }

  @Test("Other methods are told which there are")
  func methods() {
    #expect {
      try table.find(.put, "/v1/jobs/7")
    } throws: { error in
      let problem = error as? Problem
      return problem?.kind == .methodNotAllowed && problem?.allowed == ["GET", "DELETE", "HEAD"]
    }
  }
}
#endif
