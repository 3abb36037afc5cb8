#if Server
import CurlSystem
import Dispatch
import GRDB
import Glibc
import Testing

@testable import CurlServer

@Suite("faults of the jobs' folder")
struct JobFaultTests {
  private let fixture = JobFixture()

  /// The error's kind; its text must name the way out.
  private func kind(_ body: () async throws -> Void) async -> JobError.Kind? {
    do {
      try await body()
      return nil
    } catch {
      let error = error as? JobError
      let text = error?.description ?? ""
      #expect(error?.kind == .missing || text.contains("; ") || text.contains("choose"), "\(text)")
      return error?.kind
    }
  }

  @Test("A folder has one server")
  func inUse() async throws {
    let opened = try fixture.open()
    #expect(await kind { _ = try StateFolder(path: fixture.path) } == .inUse)
    _ = try await opened.store.queue()
  }

  @Test("A folder is free after its server")
  func free() throws {
    _ = try StateFolder(path: fixture.path)
    _ = try StateFolder(path: fixture.path)
  }

  @Test("A folder that can't be, and one that is a file, are told")
  func noFolder() async {
    #expect(await kind { _ = try StateFolder(path: "/dev/null/x") } == .system)
    #expect(await kind { _ = try StateFolder(path: "/proc/glcurl") } == .missing)
  }

  @Test("A database that another program holds is locked, and free afterwards")
  func locked() async throws {
    let (state, store, _) = try fixture.open()
    let other = try JobDatabase(state)
    let (isHeld, end) = (AsyncStream<Void>.makeStream(), DispatchSemaphore(value: 0))
    let holder = Task {
      try await other.write { _ in
        isHeld.continuation.yield()
        end.wait()
      }
    }
    var held = isHeld.stream.makeAsyncIterator()
    await held.next()
    #expect(await kind { _ = try await store.queue() } == .locked)
    // Reading goes on.
    #expect(try await store.counts()[.queued] == 0)
    end.signal()
    try await holder.value
    #expect(try await store.queue().number == 1)
  }

  @Test("What isn't a database is told, and left alone")
  func damaged() async throws {
    let state = try StateFolder(path: fixture.path)
    let text = Array(repeating: UInt8(ascii: "x"), count: 5000)
    let file = try state.folder.create("jobs.sqlite")
    try file.append(text[...])
    try file.commit()
    #expect(await kind { _ = try JobStore(state) } == .damaged)
    #expect(try state.folder.size("jobs.sqlite") == text.count)
  }

  @Test("A newer version's database is told, and left alone")
  func newer() async throws {
    let state = try StateFolder(path: fixture.path)
    _ = try await fixture.store(state).queue()
    try await JobDatabase(state).write {
      try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('2')")
    }
    #expect(await kind { _ = try JobStore(state) } == .newer)
  }

  // A limit on the size of files stands for a full disk: that needs no rights.
  @Test("Without room, jobs are rejected whole; with room again, they are taken")
  func full() async throws {
    await #expect(processExitsWith: .success) { [path = fixture.path as String] in
      signal(SIGXFSZ, SIG_IGN)
      let state = try StateFolder(path: path)
      let (store, spool) = (try JobStore(state), try JobSpool(state))
      let name = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
      var limit = rlimit()
      unsafe getrlimit(name, &limit)
      let most = limit.rlim_cur
      limit.rlim_cur = 300_000
      unsafe setrlimit(name, &limit)
      var added: [Job] = []
      await #expect(throws: JobError.self) {
        while true { added.append(try await store.queue()) }
      }
      #expect(!added.isEmpty)
      let id = Job.newID()
      try await spool.makeFolder(id)
      let part = try spool.create(.part("back"), of: id)
      let fault = #expect(throws: FileFault.self) {
        while true { try part.append(Array(repeating: 7, count: 10_000)[...]) }
      }
      #expect(fault?.kind == .full)
      #expect(try await store.jobs(owner: nil, limit: 9999) == added.reversed())
      limit.rlim_cur = most
      unsafe setrlimit(name, &limit)
      added.append(try await store.queue())
      #expect(try await JobStore(state).jobs(owner: nil, limit: 9999) == added.reversed())
      let check = try await JobDatabase(state).read {
        try String.fetchAll($0, sql: "PRAGMA integrity_check")
      }
      #expect(check == ["ok"])
    }
  }
}
#endif
