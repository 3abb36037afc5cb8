#if Server
import CurlCore
import Foundation
import Glibc
import ImageFiles
import Testing

@Suite("serve: turner")
struct TurnerSessionTests {
  /// A drag that turns a page of 64 × 80, with an event at every tenth of a second.
  private static let drag = """
    {"t":0,"ev":"config","catchUp":"immediate","slop":4}
    {"t":0.1,"ev":"down","id":1,"p":[60,40]}
    {"t":0.2,"ev":"move","id":1,"p":[44,40]}
    {"t":0.3,"ev":"move","id":1,"p":[28,40]}
    {"t":0.4,"ev":"up","id":1,"p":[12,40]}
    {"t":0.5,"ev":"tick"}
    {"t":0.6,"ev":"tick"}
    {"t":2,"ev":"tick"}
    """
  private static let events = drag.split(separator: "\n").map(String.init)

  /// A folder with four pages.
  private static func folder() throws -> Folder {
    let folder = try Folder()
    for number in 0..<4 {
      let page =
        number.isMultiple(of: 2)
        ? TestPage.front(width: 64, height: 80) : TestPage.next(width: 64, height: 80)
      var bytes = page.rgba8
      for i in stride(from: 0, to: bytes.count, by: 4) {
        bytes[i] = bytes[i] / 2 + 20 * UInt8(number)
      }
      try folder.write(Pixmap(width: 64, height: 80, rgba8: bytes), "p\(number).png")
    }
    try Data(drag.utf8).write(to: folder.url("s.jsonl"))
    return folder
  }

  /// Opens a session and sends its options and pages.
  private static func begin(
    _ server: Server, _ options: String, pages: Int = 0, headers: [String: String] = [:]
  ) throws -> WebSocketConnection {
    let socket = try WebSocketConnection(server, headers: headers)
    try #require(socket.answer.status == 101, "\(socket.answer.text)")
    try socket.send(options)
    for number in 0..<pages { try socket.send(server.folder.bytes("p\(number).png")) }
    return socket
  }

  /// The worker that draws frames, before any session.
  private static func pool(_ server: Server) async throws -> Set<pid_t> {
    var pool: Set<pid_t> = []
    try await wait {
      pool = Set(server.workers)
      return pool.count == 1
    }
    return pool
  }

  /// The worker of the only session.
  private static func own(_ server: Server, _ pool: Set<pid_t>) async throws -> pid_t {
    var own: Set<pid_t> = []
    try await wait {
      own = Set(server.workers).subtracting(pool)
      return own.count == 1
    }
    return try #require(own.first)
  }

  /// Waits for a condition.
  private static func wait(until isTrue: () throws -> Bool) async throws {
    let deadline = ContinuousClock.now + .seconds(30)
    while try !isTrue() {
      try #require(ContinuousClock.now < deadline)
      try await Task.sleep(for: .milliseconds(20))
    }
  }

  /// What an answer to a message consists of.
  private struct Answer {
    var outputs: [String] = []
    var state: [String: Any] = [:]
    var picture: Data?
  }

  /// The whole answer to a message, with its picture if it has one.
  private static func answer(_ socket: WebSocketConnection) throws -> Answer {
    var answer = Answer()
    while true {
      let message = try socket.next()
      guard case .text(let text) = message else {
        Issue.record("\(message)")
        return answer
      }
      let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
      let state = try #require(object)
      switch state["out"] as? String {
      case "posture", "ready":
        answer.state = state
        guard state["picture"] as? Bool == true else { return answer }
        let head = try socket.object()
        #expect(
          head["out"] as? String == "picture" && head["t"] as? Double == state["t"] as? Double)
        guard case .binary(let picture) = try socket.next() else {
          Issue.record("no picture")
          return answer
        }
        #expect(head["bytes"] as? Int == picture.count)
        answer.picture = picture
        return answer
      case "error":
        answer.state = state
        return answer
      default: answer.outputs.append(text)
      }
    }
  }

  @Test("Outputs and pictures are those of play", arguments: [1, 2])
  func likePlay(turn: Int) async throws {
    let name = turn == 1 ? "slide" : "curl"
    let folder = try Self.folder()
    let play = try await Glcurl.run(
      ["play", "s.jsonl"] + (0..<4).map { "p\($0).png" } + [
        "-o", "f_%03d.png", "--fps", "10", "--turn", name, "--duration", "2.1", "--trace",
        "t.jsonl",
        "--backend", "cpu", "-q",
      ], in: folder)
    #expect(play.status == 0, "\(play.errors)")
    let server = try await Server(in: folder)
    let socket = try Self.begin(
      server, #"{"pages": 4, "format": "png", "turn": "\#(name)"}"#, pages: 4)
    let ready = try Self.answer(socket)
    #expect(ready.state["pages"] as? Int == 4 && ready.state["size"] as? [Int] == [64, 80])
    #expect(ready.state["view"] as? [Double] == [64, 80])
    var outputs = ready.outputs
    var shown = try ImageFile.decode(bytes: Array(try #require(ready.picture)), name: "0")
    for event in Self.events {
      try socket.send(event)
      let answer = try Self.answer(socket)
      outputs += answer.outputs
      if let picture = answer.picture {
        shown = try ImageFile.decode(bytes: Array(picture), name: event)
      }
      let time = try #require(answer.state["t"] as? Double)
      let frame = "f_" + String(format: "%03d", Int((10 * time).rounded())) + ".png"
      #expect(try shown == folder.picture(frame), "\(frame)")
    }
    let trace = String(decoding: try folder.bytes("t.jsonl"), as: UTF8.self)
    #expect(outputs == trace.split(separator: "\n").map(String.init))
    #expect(outputs.contains { $0.contains("didTurn") })
    try socket.close()
    #expect(try socket.next() == .close(1000))
    #expect(await server.stop() == 0)
  }

  @Test("Geometry comes instead of pictures")
  func geometry() async throws {
    let server = try await Server(in: try Folder())
    let socket = try Self.begin(
      server, #"{"numbered": 6, "page-size": "64x80", "format": "geometry", "facing": true}"#)
    var folds = 0
    for event in [nil] + Self.events.map(Optional.some) {
      if let event { try socket.send(event) }
      let answer = try Self.answer(socket)
      #expect(answer.picture == nil && answer.state["picture"] as? Bool == false)
      let leaves = answer.state["leaves"] as? [[String: Any]]
      if leaves?.contains(where: { ($0["progress"] as? Double ?? 0) > 0 }) == true { folds += 1 }
    }
    #expect(folds > 1)
  }

  @Test("A wrong event is told and changes nothing; a wrong page ends the session")
  func faults() async throws {
    let server = try await Server(in: try Self.folder())
    let socket = try Self.begin(server, #"{"pages": 2, "quality": 50}"#, pages: 2)
    let ready = try Self.answer(socket)
    #expect(ready.picture?.prefix(2) == Data([0xFF, 0xD8]))
    for (event, field) in [
      (#"{"t":1,"ev":"dance"}"#, "ev"), (#"{"t":1,"ev":"down","id":1}"#, "p"), ("[", nil),
      (#"{"t":1,"ev":"layout","mode":"facing"}"#, "mode"),
    ] {
      try socket.send(event)
      let answer = try Self.answer(socket)
      #expect(answer.state["out"] as? String == "error", "\(event)")
      #expect(answer.state["field"] as? String == field, "\(event)")
    }
    try socket.send(#"{"t":0.5,"ev":"tick"}"#)
    #expect(try Self.answer(socket).state["t"] as? Double == 0.5)
    try socket.send(#"{"t":0.4,"ev":"tick"}"#)
    #expect(try Self.answer(socket).state["field"] as? String == "t")
    try socket.send(Data([1]))
    #expect(try socket.object()["out"] as? String == "error")
    #expect(try socket.next() == .close(1008))
  }

  @Test(
    "Wrong options and pages end the session with a reason",
    arguments: [
      ("{", nil), (#"{"pages": 0}"#, "pages"), (#"{"numbered": 3, "back": "a.png"}"#, "back"),
      (#"{"numbered": 3, "format": "gif"}"#, "format"), ("{}", nil),
      (#"{"numbered": 3, "size": "100000x5"}"#, "size"),
    ])
  func options(text: String, field: String?) async throws {
    let server = try await Server(in: try Self.folder())
    let socket = try Self.begin(server, text)
    let error = try socket.object()
    #expect(error["out"] as? String == "error" && error["field"] as? String == field, "\(error)")
    #expect(try socket.next() == .close(1008))
    let broken = try Self.begin(server, #"{"pages": 1}"#)
    try broken.send(Data("no picture".utf8))
    #expect(try broken.object()["out"] as? String == "error")
    #expect(try broken.next() == .close(1008))
  }

  @Test("Frames that break the protocol close with their code")
  func protocolErrors() async throws {
    let server = try await Server(in: try Folder())
    for (first, payload, code) in [
      (0x83, Data(), 1002), (0x81, Data([0xFF]), 1007), (0xC1, Data(), 1002),
      (0x81, Data(repeating: 65, count: 65537), 1009),
    ] {
      let socket = try WebSocketConnection(server)
      try socket.send(UInt8(first), payload)
      #expect(try socket.next() == .close(code))
    }
    let socket = try WebSocketConnection(server)
    try socket.send(0x89, Data([1, 2]))
    #expect(try socket.next() == .pong(Data([1, 2])))
  }

  @Test("Requests that open no session get problems, and the connection ends")
  func refusals() async throws {
    let server = try await Server(["--max-sessions", "1"], in: try Folder())
    let plain = try server.ask("GET", "/v1/turner")
    #expect(plain.status == 426 && plain.headers["sec-websocket-version"] == "13")
    #expect(plain.headers["content-type"] == "application/problem+json")
    let foreign = try WebSocketConnection(server, headers: ["Origin": "https://elsewhere.example"])
    #expect(foreign.answer.status == 403 && foreign.answer.headers["connection"] == "close")
    #expect(foreign.http.isClosed())
    let first = try Self.begin(server, #"{"numbered": 2, "format": "geometry"}"#)
    #expect(try WebSocketConnection(server).answer.status == 503)
    #expect(try server.ask("GET", "/metrics").text.contains("\nglcurl_sessions 1\n"))
    try first.close()
    while try first.next() != .close(1000) {}
    // The place is free once the worker is gone.
    try await Self.wait { try WebSocketConnection(server).answer.status == 101 }
  }

  @Test("A key comes in the header or among the protocols")
  func keys() async throws {
    let folder = try Folder()
    // SHA-256 of "open sesame".
    let digest = "41ef4bb0b23661e66301aac36066912dac037827b4ae63a7b1165a5aa93ed4eb"
    try Data("ann:\(digest) concurrent=1\n".utf8).write(to: folder.url("keys"))
    let server = try await Server(["--keys", "keys"], in: folder)
    #expect(try WebSocketConnection(server).answer.status == 401)
    let wrong = ["Sec-WebSocket-Protocol": "glcurl, key.b3Blbg"]
    #expect(try WebSocketConnection(server, headers: wrong).answer.status == 401)
    let headers = ["Sec-WebSocket-Protocol": "glcurl, key.b3BlbiBzZXNhbWU"]
    let first = try WebSocketConnection(server, headers: headers)
    #expect(first.answer.status == 101)
    #expect(first.answer.headers["sec-websocket-protocol"] == "glcurl")
    // The session counts as long as it runs.
    let key = ["Authorization": "Bearer open sesame"]
    #expect(try WebSocketConnection(server, headers: key).answer.status == 429)
  }

  @Test("A session ends with its worker, its client, and the server")
  func ends() async throws {
    let server = try await Server(in: try Folder())
    let pool = try await Self.pool(server)
    let options = #"{"numbered": 2, "format": "geometry"}"#
    let first = try Self.begin(server, options)
    _ = try Self.answer(first)
    kill(try await Self.own(server, pool), SIGKILL)
    var message = try first.next()
    while case .text = message { message = try first.next() }
    #expect(message == .close(1011))
    try await Self.wait { Set(server.workers) == pool }
    let second = try WebSocketConnection(server)
    #expect(second.answer.status == 101)
    let worker = try await Self.own(server, pool)
    second.http.shut()
    try await Self.wait { !server.workers.contains(worker) }
    let third = try Self.begin(server, options)
    _ = try Self.answer(third)
    // The geometry of the first stop.
    _ = try third.object()
    server.running.process.terminate()
    #expect(try third.next() == .close(1001))
    try third.close(1001)
    #expect(await server.running.status() == 0)
  }

  @Test("A session whose worker is stuck ends, and its worker")
  func stuck() async throws {
    let server = try await Server(["--max-time", "1"], in: try Folder())
    let pool = try await Self.pool(server)
    let socket = try Self.begin(server, #"{"numbered": 2, "format": "geometry"}"#)
    _ = try Self.answer(socket)
    _ = try socket.object()
    try await server.halt(Self.own(server, pool))
    try socket.send(#"{"t":1,"ev":"tick"}"#)
    let message = try socket.next()
    #expect(message == .close(1011))
    try await Self.wait { Set(server.workers) == pool }
  }

  @Test("A client that reads late gets all outputs, and fewer pictures than events")
  func slowClient() async throws {
    let server = try await Server(in: try Folder())
    let socket = try Self.begin(
      server, #"{"numbered": 4, "page-size": "300x400", "format": "png", "turn": "slide"}"#)
    var texts = [#"{"t":0,"ev":"down","id":1,"p":[290,200]}"#]
    for number in 1...200 {
      texts.append(
        #"{"t":\#(0.01 * Double(number)),"ev":"move","id":1,"p":[\#(290 - number),200]}"#)
    }
    for text in texts { try socket.send(text) }
    var (states, pictures, last) = (0, 0, 0.0)
    while states < texts.count || last < 2 {
      switch try socket.next() {
      case .text(let text):
        if text.contains(#""out":"posture""#) { states += 1 }
        if text.contains(#""out":"picture""#) {
          let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
          last = try #require(object?["t"] as? Double)
        }
      case .binary: pictures += 1
      case let other:
        Issue.record("\(other)")
        return
      }
    }
    #expect(states == texts.count && pictures < texts.count)
  }
}
#endif
