#if Server
import CurlCore
import Foundation
import Glibc
import Testing

@Suite("serve: life")
struct ServerLifeTests {
  private static let turn = #"{"progress": 0.5}"#

  private static func form(_ folder: Folder, _ turn: String = turn) throws -> Form {
    .frame(try [folder.bytes("a.png"), folder.bytes("b.png")], turn)
  }

  /// Whether a process is there and hasn't ended.
  private static func runs(_ id: pid_t) -> Bool {
    guard let text = try? String(contentsOfFile: "/proc/\(id)/stat", encoding: .utf8),
      let end = text.lastIndex(of: ")")
    else { return false }
    return !text[end...].hasPrefix(") Z")
  }

  @Test("Probes, version and metrics tell the state; HEAD has no body")
  func probes() async throws {
    let folder = try Folder.withPages()
    let server = try await Server(in: folder)
    for path in ["/livez", "/readyz", "/startupz"] {
      let answer = try server.ask("GET", path)
      #expect(answer.status == 200 && answer.text == "ok\n", "\(path): \(answer.text)")
      let connection = try server.connect()
      #expect(try connection.ask("HEAD", path).body.isEmpty)
      // A body would be taken for the next answer.
      #expect(try connection.ask("GET", path).text == "ok\n")
    }
    let version = try server.ask("GET", "/version").object()
    #expect(version["workers"] as? Int == 1)
    #expect((version["renderer"] as? String)?.contains("CPU") == true)
    let limits = try #require(version["limits"] as? [String: Any])
    #expect(limits["bodyBytes"] as? Int == 256 << 20)
    #expect(try server.frame(Self.form(folder)).status == 200)
    #expect(try server.frame(Self.form(folder, "{}")).status == 422)
    let metrics = try server.ask("GET", "/metrics")
    let lines = metrics.text.split(separator: "\n").map(String.init)
    #expect(lines.contains(#"glcurl_requests_total{route="/v1/frame",status="200"} 1"#))
    #expect(lines.contains(#"glcurl_requests_total{route="/v1/frame",status="422"} 1"#))
    #expect(lines.contains(#"glcurl_stage_seconds_count{stage="draw"} 1"#))
    #expect(lines.contains("glcurl_workers_ready 1"))
  }

  @Test("The log is one JSON object a line, with each request")
  func log() async throws {
    let folder = try Folder.withPages()
    let server = try await Server(in: folder)
    let answer = try server.frame(Self.form(folder))
    let id = try #require(answer.headers["x-request-id"])
    #expect(await server.stop() == 0)
    let lines = server.log.split(separator: "\n").filter { !$0.hasPrefix("glcurl: ") }
    let objects = try lines.map { line in
      try #require(
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any], "\(line)")
    }
    let request = try #require(objects.first { $0["id"] as? String == id })
    #expect(request["route"] as? String == "/v1/frame")
    #expect(request["status"] as? String == "200")
    #expect(request["level"] as? String == "info")
  }

  @Test("A worker that is killed is replaced, and its request is drawn by another")
  func killedWorker() async throws {
    let folder = try Folder.withPages(width: 1200, height: 1600)
    let server = try await Server(in: folder)
    let before = server.workers
    #expect(before.count == 1)
    // Idle: the next request finds a new worker.
    kill(before[0], SIGKILL)
    #expect(try server.frame(Self.form(folder)).status == 200)
    #expect(server.workers.count == 1 && server.workers != before)
    // While it draws: a stopped worker has the request, and can't have answered it.
    let busy = try #require(server.workers.first)
    try await server.halt(busy)
    let connection = try server.connect()
    let form = try Self.form(folder)
    var head =
      "POST /v1/frame HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(form.body.count)\r\n"
    for (name, value) in form.headers { head += "\(name): \(value)\r\n" }
    try connection.send(Data((head + "\r\n").utf8) + form.body)
    let deadline = ContinuousClock.now + .seconds(30)
    while try !server.ask("GET", "/metrics").text.contains("\nglcurl_jobs_running 1\n") {
      try #require(ContinuousClock.now < deadline)
      try await Task.sleep(for: .milliseconds(20))
    }
    kill(busy, SIGKILL)
    #expect(try connection.read().status == 200)
    let start = ContinuousClock.now
    while try server.ask("GET", "/readyz").status != 200 {
      try #require(ContinuousClock.now - start < .seconds(30))
      try await Task.sleep(for: .milliseconds(20))
    }
    let metrics = try server.ask("GET", "/metrics").text
    #expect(metrics.contains(#"glcurl_worker_restarts_total{reason="died"} 2"#), "\(metrics)")
  }

  @Test("A request beyond its time is answered with 503, and its worker is replaced")
  func deadline() async throws {
    let folder = try Folder.withPages()
    let server = try await Server(["--max-time", "5"], in: folder)
    let worker = try #require(server.workers.first)
    try await server.halt(worker)
    let answer = try server.frame(Self.form(folder))
    #expect(answer.status == 503, "\(answer.text)")
    #expect(answer.headers["retry-after"] != nil)
    #expect(try answer.object()["type"] as? String == "urn:glcurl:problem:late")
    let deadline = ContinuousClock.now + .seconds(30)
    while try server.ask("GET", "/readyz").status != 200 {
      try #require(ContinuousClock.now < deadline)
      try await Task.sleep(for: .milliseconds(20))
    }
    #expect(try server.frame(Self.form(folder)).status == 200)
  }

  @Test("Requests beyond the queue are answered with 429 before their body is read")
  func fullQueue() async throws {
    let folder = try Folder.withPages()
    let server = try await Server(["--queue", "1", "--body-time", "30"], in: folder)
    let form = try Self.form(folder)
    let head = { (length: Int) in
      Data(
        ("POST /v1/frame HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(length)\r\n"
          + "Content-Type: multipart/form-data; boundary=\(Form.boundary)\r\n\r\n").utf8)
    }
    // Takes the only place: a stopped worker has its job.
    let worker = try #require(server.workers.first)
    try await server.halt(worker)
    let first = try server.begin("/v1/frame", form)
    try await server.wait(for: "glcurl_jobs_running 1")
    let second = try server.connect()
    try second.send(head(1 << 20))
    let answer = try second.read()
    #expect(answer.status == 429)
    #expect((answer.headers["retry-after"].flatMap { Int($0) } ?? 0) > 0)
    #expect(answer.headers["connection"] == "close")
    #expect(second.isClosed())
    kill(worker, SIGCONT)
    #expect(try first.read().status == 200)
    // The client may have the answer before the server knows that, and frees the place.
    let deadline = ContinuousClock.now + .seconds(30)
    var next = try server.frame(form)
    while next.status == 429, ContinuousClock.now < deadline { next = try server.frame(form) }
    #expect(next.status == 200)
  }

  @Test("A body that doesn't arrive in time is answered with 408")
  func slowBody() async throws {
    let folder = try Folder.withPages()
    let server = try await Server(["--body-time", "0.3"], in: folder)
    let connection = try server.connect()
    try connection.send(
      Data(
        ("POST /v1/frame HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n"
          + "Content-Type: multipart/form-data; boundary=\(Form.boundary)\r\n\r\n--").utf8))
    #expect(try connection.read().status == 408)
    #expect(try server.ask("GET", "/livez").status == 200)
  }

  @Test("A client that resets its connection gives its place back")
  func reset() async throws {
    let folder = try Folder.withPages()
    let server = try await Server(["--queue", "1"], in: folder)
    let form = try Self.form(folder)
    for _ in 0..<20 {
      let connection = try server.begin("/v1/frame", form)
      connection.resetsAtEnd()
    }
    // With one place, one that is lost is noticed.
    let deadline = ContinuousClock.now + .seconds(30)
    while try server.frame(form).status != 200 {
      try #require(ContinuousClock.now < deadline)
      try await Task.sleep(for: .milliseconds(20))
    }
    try await server.wait(for: "glcurl_requests_arriving 0")
    #expect(await server.stop() == 0)
    #expect(!server.log.contains(#""status":"500""#), "\(server.log)")
  }

  @Test("Requests that are cut off by the drain's end are told, and the server ends")
  func drainTime() async throws {
    let folder = try Folder.withPages()
    let server = try await Server(["--drain-time", "0.5"], in: folder)
    let worker = try #require(server.workers.first)
    try await server.halt(worker)
    let accepted = try server.begin("/v1/frame", try Self.form(folder))
    try await server.wait(for: "glcurl_jobs_running 1")
    server.running.process.terminate()
    #expect(try accepted.read().status == 503)
    #expect(await server.running.status() == 75)
    #expect(server.log.contains("--drain-time"))
  }

  @Test("A device that isn't there ends the server with its status, and SIGTERM one that starts")
  func noWorker() async throws {
    let folder = try Folder()
    let run = try await Glcurl.run(
      ["serve", "--listen", "127.0.0.1:0", "--require-gpu"], in: folder,
      environment: Glcurl.withoutOpenGL)
    #expect(run.status == 69 && run.errors.contains("--require-gpu"), "\(run.errors)")
    let starting = try Glcurl.start(
      ["serve", "--listen", "127.0.0.1:0", "--backend", "cpu"], in: folder)
    // It knows what it is to do when it has started a worker.
    let path = "/proc/\(starting.process.processIdentifier)/task"
    let deadline = ContinuousClock.now + .seconds(30)
    var hasWorker = false
    while !hasWorker {
      try #require(ContinuousClock.now < deadline)
      let threads = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
      hasWorker = threads.contains { thread in
        let text = try? String(contentsOfFile: "\(path)/\(thread)/children", encoding: .utf8)
        return text?.isEmpty == false
      }
      try await Task.sleep(for: .milliseconds(2))
    }
    starting.process.terminate()
    #expect(await starting.status() == 0)
  }

  @Test("A body that waits for 100 is sent for, or rejected before it is sent")
  func expectation() async throws {
    let folder = try Folder.withPages()
    let server = try await Server(["--queue", "1"], in: folder)
    let form = try Self.form(folder)
    let head = Data(
      ("POST /v1/frame HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(form.body.count)\r\n"
        + "Expect: 100-continue\r\n"
        + "Content-Type: multipart/form-data; boundary=\(Form.boundary)\r\n\r\n").utf8)
    let first = try server.connect()
    try first.send(head)
    #expect(try first.read().status == 100)
    let worker = try #require(server.workers.first)
    try await server.halt(worker)
    try first.send(form.body)
    try await server.wait(for: "glcurl_jobs_running 1")
    let second = try server.connect()
    try second.send(head)
    #expect(try second.read().status == 429)
    kill(worker, SIGCONT)
    #expect(try first.read().status == 200)
  }

  @Test(
    "A lost GPU, a crash and short memory cost a client nothing; a stuck driver costs one request",
    arguments: ["lost-gpu:2", "crash:2", "no-memory:2", "stuck-driver:2"])
  func injected(fault: String) async throws {
    let folder = try Folder.withPages()
    let server = try await Server(["--inject", fault, "--max-time", "3"], in: folder)
    var statuses: [Int] = []
    for _ in 0..<4 { statuses.append(try server.frame(Self.form(folder)).status) }
    // Each new worker has the same fault with its second order.
    #expect(fault == "stuck-driver:2" ? statuses.contains(503) : statuses == [200, 200, 200, 200])
    #expect(statuses.allSatisfy { [200, 503].contains($0) }, "\(statuses)")
    let deadline = ContinuousClock.now + .seconds(30)
    while try server.ask("GET", "/readyz").status != 200 {
      try #require(ContinuousClock.now < deadline)
      try await Task.sleep(for: .milliseconds(20))
    }
    #expect(await server.stop() == 0)
  }

  @Test("For --stop-delay after SIGTERM it isn't ready, but answers")
  func stopDelay() async throws {
    let folder = try Folder.withPages()
    let server = try await Server(["--stop-delay", "1"], in: folder)
    #expect(try server.ask("GET", "/readyz").status == 200)
    server.running.process.terminate()
    let deadline = ContinuousClock.now + .seconds(30)
    while try server.ask("GET", "/readyz").status != 503 {
      try #require(ContinuousClock.now < deadline)
    }
    #expect(try server.frame(Self.form(folder)).status == 200)
    #expect(await server.running.status() == 0)
  }

  @Test("A Unix socket that another server has stays its own")
  func sharedSocket() async throws {
    let folder = try Folder()
    // Short, as the path of a socket must be.
    let path = "/tmp/glcurl-\(UInt32.random(in: 0 ... .max)).sock"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let words = ["serve", "--socket", path, "--backend", "cpu", "--workers", "1"]
    let prints = folder.url("errors")
    try Data().write(to: prints)
    let first = try Glcurl.start(
      words, in: folder, errors: FileHandle(forWritingTo: prints))
    let deadline = ContinuousClock.now + .seconds(60)
    while try !String(decoding: Data(contentsOf: prints), as: UTF8.self).contains("listening") {
      try #require(ContinuousClock.now < deadline)
      try await Task.sleep(for: .milliseconds(10))
    }
    let second = try await Glcurl.run(words, in: folder)
    #expect(second.status == 69 && second.errors.contains("another server"), "\(second.errors)")
    let health = try await Glcurl.run(["health", "--socket", path], in: folder)
    #expect(health.status == 0, "\(health.errors)")
    first.process.terminate()
    #expect(await first.status() == 0)
  }

  @Test("Bodies that arrive slowly hold no place")
  func tricklingBodies() async throws {
    let folder = try Folder.withPages()
    let server = try await Server(["--queue", "2", "--body-time", "30"], in: folder)
    let form = try Self.form(folder)
    var slow: [HTTPConnection] = []
    for _ in 0..<9 {
      let connection = try server.connect()
      let head =
        "POST /v1/frame HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(form.body.count)\r\n"
        + "Content-Type: multipart/form-data; boundary=\(Form.boundary)\r\n\r\n"
      try connection.send(Data(head.utf8) + form.body.dropLast(20))
      slow.append(connection)
    }
    try await server.wait(for: "glcurl_requests_arriving 9")
    #expect(try server.frame(form).status == 200)
    try slow[0].send(Data(form.body.suffix(20)))
    #expect(try slow[0].read().status == 200)
  }

  @Test(
    "A request of HTTP/1.0 is answered, and its connection closed", arguments: ["", "keep-alive"])
  func oldProtocol(_ wish: String) async throws {
    let server = try await Server(in: Folder())
    let connection = try server.connect()
    let field = wish.isEmpty ? "" : "Connection: \(wish)\r\n"
    try connection.send(Data("GET /livez HTTP/1.0\r\nHost: localhost\r\n\(field)\r\n".utf8))
    #expect(try connection.read().status == 200)
    #expect(connection.isClosed())
  }

  @Test("A request for another protocol is answered, and its connection closed")
  func otherProtocol() async throws {
    let server = try await Server(in: Folder())
    let connection = try server.connect()
    let headers = ["Connection": "Upgrade", "Upgrade": "h2c"]
    let answer = try connection.ask("GET", "/livez", headers: headers)
    #expect(answer.status == 200 && answer.headers["connection"] == "close")
    #expect(connection.isClosed())
  }

  @Test("Nothing follows an answer that closes the connection")
  func lastAnswer() async throws {
    let server = try await Server(in: Folder())
    let connection = try server.connect()
    try connection.send(
      Data(
        ("POST /nowhere HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\n\r\nx"
          + "GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n").utf8))
    #expect(try connection.read().status == 404)
    #expect(connection.isClosed())
  }

  @Test("SIGTERM answers what was accepted, takes nothing more, and ends with 0")
  func drain() async throws {
    let folder = try Folder.withPages()
    let server = try await Server(in: folder)
    let form = try Self.form(folder)
    let worker = try #require(server.workers.first)
    try await server.halt(worker)
    let accepted = try server.connect()
    var head =
      "POST /v1/frame HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(form.body.count)\r\n"
    for (name, value) in form.headers { head += "\(name): \(value)\r\n" }
    try accepted.send(Data((head + "\r\n").utf8) + form.body)
    let other = try server.connect()
    let deadline = ContinuousClock.now + .seconds(30)
    while try !other.ask("GET", "/metrics").text.contains("\nglcurl_jobs_running 1\n") {
      try #require(ContinuousClock.now < deadline)
      try await Task.sleep(for: .milliseconds(20))
    }
    server.running.process.terminate()
    while try other.ask("GET", "/readyz").status != 503 {
      try #require(ContinuousClock.now < deadline)
      try await Task.sleep(for: .milliseconds(20))
    }
    let refused = try other.ask(
      "POST", "/v1/frame", headers: form.headers, body: form.body)
    #expect(refused.status == 503)
    kill(worker, SIGCONT)
    #expect(try accepted.read().status == 200)
    #expect(await server.running.status() == 0)
    #expect(!Self.runs(worker))
  }

  @Test("Workers end with a server that is killed")
  func killedServer() async throws {
    let folder = try Folder.withPages()
    let server = try await Server(in: folder, workers: 2)
    let workers = server.workers
    #expect(workers.count == 2)
    kill(server.running.process.processIdentifier, SIGKILL)
    _ = await server.running.status()
    let deadline = ContinuousClock.now + .seconds(10)
    while workers.contains(where: Self.runs) {
      try #require(ContinuousClock.now < deadline, "workers are left")
      try await Task.sleep(for: .milliseconds(20))
    }
  }
}
#endif
