#if Server
import Foundation
import Glibc
import Testing

@Suite("serve: jobs")
struct JobRequestTests {
  private static let key = "Idempotency-Key"

  /// A film of two turns in three segments.
  private static let long = #"{"format": "apng", "frames": 80, "size": "31x42"}"#

  private static func form(_ folder: Folder, _ turn: String) throws -> Form {
    .frame(try FilmRequestTests.pages(folder), turn)
  }

  private static func id(_ answer: HTTPConnection.Answer) throws -> String {
    try #require(answer.object()["id"] as? String)
  }

  /// Waits until a job has a state.
  private static func wait(_ server: Server, _ id: String, _ state: String) async throws {
    let deadline = ContinuousClock.now + .seconds(120)
    while true {
      let job = try server.ask("GET", "/v1/jobs/\(id)").object()
      if job["state"] as? String == state { return }
      try #require(ContinuousClock.now < deadline, "\(job)")
      try #require(job["state"] as? String != "failed", "\(job)")
      try await Task.sleep(for: .milliseconds(20))
    }
  }

  @Test("A job's film equals the frames of the command line's, and ranges of it can be had")
  func whole() async throws {
    let folder = try FilmRequestTests.folder()
    let server = try await Server(["--state", folder.url("state").path], in: folder)
    let added = try server.post("/v1/jobs", Self.form(folder, #"{"format": "y4m", "frames": 80}"#))
    #expect(added.status == 202, "\(added.text)")
    let id = try Self.id(added)
    #expect(added.headers["location"] == "/v1/jobs/\(id)")
    try await Self.wait(server, id, "done")
    let job = try server.ask("GET", "/v1/jobs/\(id)").object()
    #expect(job["frames"] as? Int == 159 && job["drawn"] as? Int == 159)
    let result = try server.ask("GET", "/v1/jobs/\(id)/result")
    #expect(result.status == 200 && result.headers["content-type"] == "video/x-yuv4mpeg")
    let run = try await Glcurl.run(
      [
        "render", "a.png", "b.png", "c.png", "-q", "--backend", "cpu", "-o", "f.y4m", "--frames",
        "80",
      ],
      in: folder)
    #expect(run.status == 0, "\(run.errors)")
    #expect(try result.body == folder.bytes("f.y4m"))
    let count = result.body.count
    let ranges: [(String, Range<Int>?)] = [
      ("bytes=0-0", 0..<1), ("bytes=5-9", 5..<10), ("bytes=\(count - 3)-", count - 3..<count),
      ("bytes=-7", count - 7..<count), ("bytes=9-999999999", 9..<count), ("bytes=\(count)-", nil),
    ]
    for (text, range) in ranges {
      let part = try server.ask("GET", "/v1/jobs/\(id)/result", headers: ["Range": text])
      guard let range else {
        #expect(part.status == 416 && part.headers["content-range"] == "bytes */\(count)")
        continue
      }
      #expect(part.status == 206 && part.body == result.body[range], "\(text)")
      let shown = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(count)"
      #expect(part.headers["content-range"] == shown)
    }
    let stale = ["Range": "bytes=0-0", "If-Range": "\"another\""]
    #expect(try server.ask("GET", "/v1/jobs/\(id)/result", headers: stale).status == 200)
    let list = try server.ask("GET", "/v1/jobs").object()["jobs"] as? [[String: Any]]
    #expect(list?.map { $0["id"] as? String } == [id])
    #expect(try server.ask("DELETE", "/v1/jobs/\(id)").status == 204)
    #expect(try server.ask("GET", "/v1/jobs/\(id)").status == 404)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.url("state/jobs").path) == [])
  }

  @Test("A job survives kill -9 of its worker and of the server, and goes on behind its segments")
  func survival() async throws {
    let folder = try FilmRequestTests.folder(width: 300, height: 400)
    let state = ["--state", folder.url("state").path]
    let id: String
    do {
      let server = try await Server(state, in: folder)
      let turn = #"{"format": "apng", "frames": 110}"#
      id = try Self.id(try server.post("/v1/jobs", Self.form(folder, turn)))
      try await Self.drawn(server, id, atLeast: 1)
      kill(try #require(server.workers.first), SIGKILL)
      try await Self.drawn(server, id, atLeast: 61)
      kill(server.running.process.processIdentifier, SIGKILL)
      _ = await server.running.status()
    }
    let server = try await Server(state, in: folder)
    let drawn = try #require(try server.ask("GET", "/v1/jobs/\(id)").object()["drawn"] as? Int)
    #expect(drawn >= 60)
    try await Self.wait(server, id, "done")
    let result = try server.ask("GET", "/v1/jobs/\(id)/result")
    try result.body.write(to: folder.url("job.apng"))
    let run = try await Glcurl.run(
      [
        "render", "a.png", "b.png", "c.png", "-q", "--backend", "cpu", "-o", "one.apng", "--frames",
        "110",
      ],
      in: folder)
    #expect(run.status == 0, "\(run.errors)")
    // The frames after a join are stored whole, so that only the pixels are the same.
    #expect(result.body.range(of: Data("acTL".utf8)) != nil)
    guard FFmpegProgram.isThere else { return }
    #expect(try FFmpegProgram.frames(of: folder.url("job.apng").path) == 219)
    #expect(
      try FFmpegProgram.hash(of: folder.url("job.apng").path)
        == FFmpegProgram.hash(of: folder.url("one.apng").path))
  }

  private static func drawn(_ server: Server, _ id: String, atLeast least: Int) async throws {
    let deadline = ContinuousClock.now + .seconds(120)
    while true {
      let job = try server.ask("GET", "/v1/jobs/\(id)").object()
      if let drawn = job["drawn"] as? Int, drawn >= least { return }
      try #require(ContinuousClock.now < deadline, "\(job)")
      try await Task.sleep(for: .milliseconds(5))
    }
  }

  @Test("A request that is repeated with its key is one job; another one with that key is rejected")
  func idempotency() async throws {
    let folder = try FilmRequestTests.folder()
    let server = try await Server(["--state", folder.url("state").path], in: folder)
    let form = try Self.form(folder, #"{"format": "apng", "frames": 3}"#)
    let first = try server.post("/v1/jobs", form, headers: [Self.key: "k 1"])
    let second = try server.post("/v1/jobs", form, headers: [Self.key: "k 1"])
    #expect(first.status == 202 && second.status == 202)
    #expect(try Self.id(first) == Self.id(second))
    let other = try Self.form(folder, #"{"format": "apng", "frames": 4}"#)
    let conflict = try server.post("/v1/jobs", other, headers: [Self.key: "k 1"])
    #expect(conflict.status == 422, "\(conflict.text)")
    #expect(try conflict.object()["field"] as? String == Self.key)
    #expect(try server.post("/v1/jobs", other, headers: [Self.key: "k 2"]).status == 202)
  }

  @Test("A job is cancelled, queued or drawn, and fails by name")
  func endings() async throws {
    let folder = try FilmRequestTests.folder(width: 600, height: 800)
    let server = try await Server(["--state", folder.url("state").path], in: folder)
    let slow = try Self.form(folder, #"{"format": "apng", "frames": 2000}"#)
    let running = try Self.id(try server.post("/v1/jobs", slow))
    try await Self.drawn(server, running, atLeast: 1)
    let queued = try server.post("/v1/jobs", slow)
    #expect(try queued.object()["position"] as? Int == 0, "\(queued.text)")
    let early = try server.ask("GET", "/v1/jobs/\(running)/result")
    #expect(early.status == 409, "\(early.text)")
    #expect(try server.ask("DELETE", "/v1/jobs/\(try Self.id(queued))").status == 204)
    #expect(try server.ask("DELETE", "/v1/jobs/\(running)").status == 204)
    try await Self.wait(server, running, "cancelled")
    // The worker is free at once.
    try await server.wait(for: "glcurl_jobs_running 0")
    let bad = Form.frame([Data("x".utf8), Data("y".utf8)], "{}")
    let id = try Self.id(try server.post("/v1/jobs", bad))
    let deadline = ContinuousClock.now + .seconds(60)
    var job: [String: Any] = [:]
    while job["failure"] as? [String: Any] == nil {
      try #require(ContinuousClock.now < deadline, "\(job)")
      job = try server.ask("GET", "/v1/jobs/\(id)").object()
      try await Task.sleep(for: .milliseconds(20))
    }
    let failure = try #require(job["failure"] as? [String: Any])
    #expect(failure["kind"] as? String == "media-type" && failure["field"] as? String == "pages[0]")
    #expect(try server.ask("GET", "/v1/jobs/\(id)/result").status == 409)
  }

  @Test("Events tell a job's course until it ends")
  func events() async throws {
    let folder = try FilmRequestTests.folder()
    let server = try await Server(["--state", folder.url("state").path], in: folder)
    let id = try Self.id(
      try server.post("/v1/jobs", Self.form(folder, #"{"format": "apng", "frames": 5}"#)))
    let answer = try server.ask("GET", "/v1/jobs/\(id)/events")
    #expect(answer.headers["content-type"] == "text/event-stream")
    let states = answer.text.split(separator: "\n").filter { $0.hasPrefix("data: ") }
    #expect(states.last?.contains(#""state":"done""#) == true, "\(answer.text)")
  }

  @Test("A server with jobs is alone in its folder; without --state there are no jobs")
  func folders() async throws {
    let folder = try FilmRequestTests.folder()
    let state = ["--state", folder.url("state").path]
    let server = try await Server(state, in: folder)
    let second = try await Glcurl.run(
      ["serve", "--listen", "127.0.0.1:0", "--backend", "cpu", "--workers", "1"] + state, in: folder
    )
    #expect(second.status == 69 && second.errors.contains("another server"), "\(second.errors)")
    #expect(await server.stop() == 0)
    let plain = try await Server(in: folder)
    #expect(try plain.post("/v1/jobs", Self.form(folder, "{}")).status == 404)
  }
}
#endif
