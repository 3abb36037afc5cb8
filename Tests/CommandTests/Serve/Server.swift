#if Server
import Foundation
import Glibc
import Testing

/// A running `glcurl serve` on a free port of loopback.
final class Server: Sendable {
  let folder: Folder
  let running: Glcurl.Running
  let port: UInt16
  private let errors: URL

  /// Starts a server and waits until it listens.
  init(_ options: [String] = [], in folder: Folder, workers: Int = 1) async throws {
    self.folder = folder
    let prints = try Folder()
    self.prints = prints
    errors = prints.url("errors")
    try Data().write(to: errors)
    running = try Glcurl.start(
      ["serve", "--listen", "127.0.0.1:0", "--backend", "cpu", "--workers", "\(workers)"]
        + options, in: folder, errors: FileHandle(forWritingTo: errors))
    let deadline = ContinuousClock.now + .seconds(60)
    var found: UInt16?
    while found == nil {
      let text = String(decoding: try Data(contentsOf: errors), as: UTF8.self)
      found = text.firstMatch(of: /listening on http:\/\/127.0.0.1:(\d+)/).flatMap { UInt16($0.1) }
      try #require(running.process.isRunning, "\(text)")
      try #require(ContinuousClock.now < deadline, "the server doesn't listen: \(text)")
      try await Task.sleep(for: .milliseconds(10))
    }
    port = try #require(found)
  }

  deinit { kill(running.process.processIdentifier, SIGKILL) }

  private let prints: Folder

  /// What it has printed on standard error.
  var log: String { String(decoding: (try? Data(contentsOf: errors)) ?? Data(), as: UTF8.self) }

  /// A new connection.
  func connect() throws -> HTTPConnection { try HTTPConnection(port: port) }

  /// Asks once, on a connection of its own.
  func ask(
    _ method: String, _ path: String, host: String = "127.0.0.1",
    headers: [String: String] = [:], body: Data? = nil
  ) throws -> HTTPConnection.Answer {
    try connect().ask(method, path, host: host, headers: headers, body: body)
  }

  /// Asks for a frame.
  func frame(
    _ form: Form, headers: [String: String] = [:]
  ) throws -> HTTPConnection.Answer {
    try post("/v1/frame", form, headers: headers)
  }

  /// Sends a form, on a connection of its own.
  @discardableResult
  func post(
    _ path: String, _ form: Form, headers: [String: String] = [:]
  ) throws -> HTTPConnection.Answer {
    try ask("POST", path, headers: form.headers.merging(headers) { $1 }, body: form.body)
  }

  /// Sends a form; its answer is read later.
  func begin(_ path: String, _ form: Form) throws -> HTTPConnection {
    let connection = try connect()
    var head = "POST \(path) HTTP/1.1\r\nHost: localhost\r\n"
    head += "Content-Length: \(form.body.count)\r\n"
    for (name, value) in form.headers { head += "\(name): \(value)\r\n" }
    try connection.send(Data((head + "\r\n").utf8) + form.body)
    return connection
  }

  /// Waits for a line of the metrics.
  func wait(for line: String) async throws {
    let deadline = ContinuousClock.now + .seconds(30)
    while try !ask("GET", "/metrics").text.contains("\n\(line)\n") {
      try #require(ContinuousClock.now < deadline, "\(line)")
      try await Task.sleep(for: .milliseconds(20))
    }
  }

  /// IDs of its workers.
  var workers: [pid_t] {
    // The system's list may lack a process while another one begins or ends.
    var last = listedWorkers
    for _ in 0..<100 {
      let next = listedWorkers
      if next == last { break }
      last = next
    }
    return last
  }

  private var listedWorkers: [pid_t] {
    let id = running.process.processIdentifier
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(id)/task")) ?? []
    return threads.flatMap { thread in
      let path = "/proc/\(id)/task/\(thread)/children"
      let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
      return text.split(separator: " ").compactMap { pid_t($0) }
    }
  }

  /// Stops a worker until it gets SIGCONT.
  ///
  /// The signal stops a process when one of its threads runs next; until then the others go on.
  func halt(_ worker: pid_t) async throws {
    kill(worker, SIGSTOP)
    let deadline = ContinuousClock.now + .seconds(30)
    while try !Self.states(of: worker).allSatisfy({ $0 == "T" }) {
      try #require(ContinuousClock.now < deadline, "\(worker) doesn't stop")
      try await Task.sleep(for: .milliseconds(1))
    }
  }

  /// Letters of the states of a process's threads, such as "S" for one that sleeps.
  private static func states(of process: pid_t) throws -> [Substring] {
    let threads = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")
    return threads.compactMap { thread in
      // A thread may end meanwhile.
      let stat = try? String(
        contentsOfFile: "/proc/\(process)/task/\(thread)/stat", encoding: .utf8)
      // The name before the state, in parentheses, may have spaces.
      return stat?.split(separator: ")").last?.split(separator: " ").first
    }
  }

  /// Ends the server; its exit status.
  func stop() async -> Int32 {
    running.process.terminate()
    return await running.status()
  }
}
#endif
