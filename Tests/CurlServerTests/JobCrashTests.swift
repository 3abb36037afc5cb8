#if Server
import CurlSystem
import GRDB
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import CurlServer

@Suite("jobs of a server that is killed")
struct JobCrashTests {
  /// Kills of servers that work on one folder, one after the other.
  private static let kills = 12

  @Test("What was answered is kept, and what is kept is whole")
  func kill() async throws {
    let fixture = JobFixture()
    var random = Random(seed: 28)
    var resumed = 0
    for kill in 0..<Self.kills {
      // Every third one amid the start, the others amid work.
      let answers = kill % 3 == 0 ? 0 : Int(random.number(in: 1...40))
      let time = UInt32(random.number(in: 0...1) * (kill % 3 == 0 ? 50_000 : 5000))
      await #expect(processExitsWith: .signal(SIGKILL)) {
        [path = fixture.path as String, answers = answers as Int, time = time as UInt32] in
        let end = CrashEnd(after: answers, microseconds: time)
        try await CrashServer(path: path, end).run()
      }
      let promises = try CrashServer.promises(fixture.path)
      let (state, store, spool) = try fixture.open()
      try await Self.check(promises, store, spool)
      let check = try await JobDatabase(state).read {
        try String.fetchAll($0, sql: "PRAGMA integrity_check")
      }
      #expect(check == ["ok"])

      let found = try await JobRecovery.run(store, spool)
      resumed += found.resumed
      #expect(found.lost == 0)
      let jobs = try await store.jobs(owner: nil, limit: .max)
      for job in jobs where !job.files.isEmpty {
        #expect(try spool.names(of: job.id, in: state) == Set(job.files.map(\.name)))
      }
      #expect(
        try await Set(spool.names()) == Set(jobs.filter { !$0.files.isEmpty }.map(\.id)))
      #expect(try await store.counts()[.running] == 0)
    }
    // The kills were amid work.
    #expect(resumed > 0)
    #expect(try !CrashServer.promises(fixture.path).isEmpty)
  }

  /// Checks all jobs before anything is mended.
  private static func check(
    _ promises: [String: CrashServer.Promise], _ store: JobStore, _ spool: JobSpool
  ) async throws {
    let jobs = try await store.jobs(owner: nil, limit: .max)
    for job in jobs {
      for file in job.files {
        #expect(try spool.bytes(file, of: job.id) == CrashServer.bytes(file, of: job.id))
      }
      #expect(job.parts == CrashServer.parts(of: job.id))
      #expect(job.drawn == 8 * job.segments)
    }
    let stored = Dictionary(uniqueKeysWithValues: jobs.map { ($0.id, $0) })
    for (id, promise) in promises where !promise.mayBeGone {
      guard let job = stored[id] else {
        Issue.record("the accepted job \(id) is gone")
        continue
      }
      #expect(job.segments >= promise.segments)
      if let state = promise.state { #expect(job.state == state) }
    }
  }
}

/// Kills this process some time after it has given some answers.
private final class CrashEnd: Sendable {
  private let left: Atomic<Int>
  private let time: UInt32

  init(after answers: Int, microseconds: UInt32) {
    left = Atomic(answers + 1)
    time = microseconds
    count()
  }

  /// Counts an answer.
  func count() {
    guard left.subtract(1, ordering: .relaxed).newValue == 0 else { return }
    let time = time
    _ = SystemThreads.start {
      usleep(time)
      Glibc.kill(getpid(), SIGKILL)
    }
  }
}

/// A server that takes and does jobs until it is killed, and notes what it would have answered.
private struct CrashServer {
  /// What has been answered about a job.
  struct Promise {
    var segments = 0
    var state: JobState?
    var mayBeGone = false
  }

  private let spool: JobSpool
  private let store: JobStore
  private let state: StateFolder
  private let log: Int32
  private let end: CrashEnd

  init(path: String, _ end: CrashEnd) throws {
    self.end = end
    state = try StateFolder(path: path)
    (store, spool) = (try JobStore(state), try JobSpool(state))
    log = unsafe Glibc.open("\(path)/log", O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
  }

  func run() async throws {
    _ = try await JobRecovery.run(store, spool)
    try await withThrowingTaskGroup { group in
      for _ in 0..<2 { group.addTask { while true { try await accept() } } }
      for _ in 0..<2 { group.addTask { while true { try await perform() } } }
      try await group.waitForAll()
    }
  }

  private func accept() async throws {
    let id = Job.newID()
    try await spool.makeFolder(id)
    for part in Self.parts(of: id) { try await write(.part(part), of: id) }
    let job = Job(owner: "ann", parts: Self.parts(of: id), id: id)
    guard case .added = try await store.add(job, idempotencyKey: id, digest: id) else {
      return try await spool.remove(id)
    }
    note("added", id)
    if Int.random(in: 0..<8) == 0 {
      guard try await store.cancel(id, owner: "ann") == .queued else { return }
      note("cancelled", id)
      note("removed", id)
      _ = try await store.remove(id)
      try await spool.remove(id)
    }
  }

  private func perform() async throws {
    guard let job = try await store.claim() else {
      return try await Task.sleep(for: .milliseconds(1))
    }
    let count = Int.random(in: 1...4)
    _ = try await store.told(job.id, frames: count * 8, mediaType: "video/mp4")
    var segment = job.segments
    while segment < count {
      segment += 1
      try await write(.segment(segment), of: job.id)
      guard try await store.close(job.id, segment: segment, frames: 8) != nil else { return }
      note("segment", job.id, segment)
    }
    try await write(.result, of: job.id)
    guard let done = try await store.finish(job.id, bytes: 1) else { return }
    note("done", job.id)
    try await spool.trim(done)
  }

  private func write(_ file: JobFile, of id: String) async throws {
    let pending = try spool.create(file, of: id)
    let bytes = Self.bytes(file, of: id)
    // In two pieces, so that a kill can fall between.
    try pending.append(bytes[..<(bytes.count / 2)])
    try pending.append(bytes[(bytes.count / 2)...])
    try await spool.commit(pending)
  }

  /// Notes an answer; what is written stays, for the system itself isn't killed.
  private func note(_ word: String, _ id: String, _ number: Int = 0) {
    let line = Array("\(word) \(id) \(number)\n".utf8)
    precondition(unsafe Glibc.write(log, line, line.count) == line.count)
    end.count()
  }

  /// What servers of a folder have answered, by job.
  static func promises(_ path: String) throws -> [String: Promise] {
    let folder = try OpenFolder(path: path)
    // The first may have been killed before it had a log.
    guard let size = try? folder.size("log") else { return [:] }
    let file = try folder.open("log")
    defer { close(file) }
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      count = unsafe max(0, read(file, buffer.baseAddress, size))
    }
    var promises: [String: Promise] = [:]
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      var promise = promises[words[1]] ?? Promise()
      switch words[0] {
      case "segment": promise.segments = Int(words[2]) ?? 0
      case "removed": promise.mayBeGone = true
      default: promise.state = JobState(rawValue: words[0]) ?? promise.state
      }
      promises[words[1]] = promise
    }
    return promises
  }

  /// Names of a job's parts: one to four.
  static func parts(of id: String) -> [String] {
    ["turn"] + (0..<Int(id.utf8.last ?? 0) % 4).map { "pages[\($0)]" }
  }

  /// The bytes of a file, which depend on its name and its job.
  static func bytes(_ file: JobFile, of id: String) -> [UInt8] {
    let name = Array("\(id) \(file.name) ".utf8)
    let count = name.reduce(1) { ($0 * 31 + Int($1)) % 20_011 }
    return (0..<count).map { name[$0 % name.count] }
  }
}
#endif
