#if Server
import CurlSystem
import Foundation
import GRDB
import Testing

@testable import CurlServer

@Suite("store of jobs")
struct JobStoreTests {
  private let fixture = JobFixture()

  @Test("A job goes from the queue to its result, and is the same after a restart")
  func life() async throws {
    let (state, store, _) = try fixture.open()
    let job = try await store.queue(parts: ["turn", "pages[0]", "pages[1]"])
    #expect(job.state == .queued && job.number == 1 && job.created == 1000)
    fixture.pass(5)
    #expect(try await store.claim()?.started == 1005)
    #expect(try await store.told(job.id, frames: 48, mediaType: "video/mp4")?.frames == 48)
    #expect(try await store.close(job.id, segment: 1, frames: 24)?.drawn == 24)
    #expect(try await store.close(job.id, segment: 2, frames: 20)?.drawn == 44)
    fixture.pass(5)
    let done = try #require(try await store.finish(job.id, bytes: 12_345))
    var expected = job
    expected.state = .done
    (expected.started, expected.ended) = (1005, 1010)
    (expected.frames, expected.drawn, expected.segments) = (48, 44, 2)
    (expected.mediaType, expected.bytes) = ("video/mp4", 12_345)
    #expect(done == expected)
    #expect(try await fixture.store(state).job(job.id, owner: "ann") == expected)
  }

  @Test("What is told of a job that doesn't run changes nothing")
  func late() async throws {
    let (_, store, _) = try fixture.open()
    let job = try await store.queue()
    let failure = JobFailure(kind: "invalid", detail: "no")
    for _ in 0..<2 {
      let before = try await store.job(job.id, owner: nil)
      #expect(try await store.told(job.id, frames: 1, mediaType: "image/gif") == nil)
      #expect(try await store.close(job.id, segment: 1, frames: 1) == nil)
      #expect(try await store.requeue(job.id, hasDied: true) == nil)
      #expect(try await store.finish(job.id, bytes: 1) == nil)
      #expect(try await store.fail(job.id, failure) == nil)
      #expect(try await store.job(job.id, owner: nil) == before)
      _ = try await store.claim()
      _ = try await store.cancel(job.id, owner: nil)
    }
  }

  @Test("Segments are counted in their order, each once")
  func segments() async throws {
    let (_, store, _) = try fixture.open()
    let id = try await store.queue().id
    _ = try await store.claim()
    #expect(try await store.close(id, segment: 2, frames: 8) == nil)
    #expect(try await store.close(id, segment: 1, frames: 8)?.segments == 1)
    #expect(try await store.close(id, segment: 1, frames: 8) == nil)
    #expect(try await store.job(id, owner: nil)?.drawn == 8)
  }

  @Test("A worker's deaths are counted until the next segment is closed; the place is kept")
  func deaths() async throws {
    let (_, store, _) = try fixture.open()
    let job = try await store.queue()
    _ = try await store.queue()
    #expect(try await store.claim()?.id == job.id)
    #expect(try await store.requeue(job.id, hasDied: true)?.deaths == 1)
    #expect(try await store.position(job.id) == 0)
    fixture.pass(5)
    let again = try await store.claim()
    #expect(again?.id == job.id && again?.started == 1000)
    #expect(try await store.requeue(job.id, hasDied: false)?.deaths == 1)
    _ = try await store.claim()
    #expect(try await store.close(job.id, segment: 1, frames: 8)?.deaths == 0)
  }

  @Test("A failure is kept with its reason")
  func failure() async throws {
    let (_, store, _) = try fixture.open()
    let job = try await store.queue()
    _ = try await store.claim()
    let failure = JobFailure(kind: "invalid", detail: "a 'radius' of -1", field: "turn.radius")
    let failed = try await store.fail(job.id, failure)
    #expect(failed?.state == .failed && failed?.failure == failure && failed?.ended == 1000)
    #expect(try await store.job(job.id, owner: nil) == failed)
  }

  @Test("The same request with the same key is one job; another one is a conflict")
  func idempotency() async throws {
    let (_, store, _) = try fixture.open(limits: JobStore.Limits(all: 3, owner: 2))
    func add(_ owner: String, _ key: String?, _ digest: String) async throws -> JobStore.Addition {
      try await store.add(Job(owner: owner, parts: []), idempotencyKey: key, digest: digest)
    }
    let job = try #require(try await add("ann", "k", "1").job)
    #expect(try await add("ann", "k", "1") == .existing(job))
    #expect(try await add("ann", "k", "2") == .conflict)
    #expect(try await add("bob", "k", "2").job != nil)
    #expect(try await add("ann", nil, "1").job != nil)
    // The queue is full by now, but this one has its place.
    #expect(try await add("ann", "k", "1") == .existing(job))
    // A key lives as long as its job.
    _ = try await store.cancel(job.id, owner: "ann")
    #expect(try await add("ann", "k", "2") == .conflict)
    #expect(try await store.remove(job.id))
    #expect(try await add("ann", "k", "2").job != nil)
  }

  @Test("The queue has a limit for all and one for each owner, of jobs that wait")
  func limits() async throws {
    let (_, store, _) = try fixture.open(limits: JobStore.Limits(all: 3, owner: 2))
    func add(_ owner: String) async throws -> JobStore.Addition {
      try await store.add(Job(owner: owner, parts: []))
    }
    _ = try await store.queue("ann")
    _ = try await store.queue("ann")
    #expect(try await add("ann") == .full(ofOwner: true))
    _ = try await store.queue("bob")
    #expect(try await add("bob") == .full(ofOwner: false))
    _ = try await store.claim()
    #expect(try await add("ann").job != nil)
  }

  @Test("Of 100 jobs at once, as many get in as the limit says")
  func race() async throws {
    let (_, store, _) = try fixture.open(limits: JobStore.Limits(all: 50, owner: 50))
    let added = try await withThrowingTaskGroup(of: Int?.self) { group in
      for _ in 0..<100 {
        group.addTask { try await store.add(Job(owner: "ann", parts: [])).job?.number }
      }
      return try await group.reduce(into: Set<Int>()) { if let number = $1 { $0.insert(number) } }
    }
    #expect(added == Set(1...50))
    #expect(try await store.counts()[.queued] == 50)
  }

  @Test("Of 20 claims at once of 10 jobs, each job goes to one")
  func claims() async throws {
    let (_, store, _) = try fixture.open()
    for _ in 0..<10 { _ = try await store.queue() }
    let claimed = try await withThrowingTaskGroup(of: Int?.self) { group in
      for _ in 0..<20 { group.addTask { try await store.claim()?.number } }
      return try await group.reduce(into: [Int]()) { if let number = $1 { $0.append(number) } }
    }
    #expect(claimed.sorted() == Array(1...10))
  }

  @Test("A job is another owner's neither to see nor to cancel")
  func owners() async throws {
    let (_, store, _) = try fixture.open()
    let job = try await store.queue("ann")
    #expect(try await store.job(job.id, owner: "bob") == nil)
    #expect(try await store.job(job.id, owner: "") == nil)
    #expect(try await store.cancel(job.id, owner: "bob") == nil)
    #expect(try await store.jobs(owner: "bob", limit: 9) == [])
    #expect(try await store.job(job.id, owner: nil) == job)
    #expect(try await store.job(job.id, owner: "ann") == job)
    #expect(try await store.job("x' OR 1 --", owner: nil) == nil)
  }

  @Test("Pages of jobs run from the newest to the oldest, whatever is removed or added between")
  func pages() async throws {
    let (_, store, _) = try fixture.open()
    var own: [Job] = []
    for index in 0..<7 {
      own.append(try await store.queue("ann"))
      if index % 2 == 0 { _ = try await store.queue("bob") }
    }
    let first = try await store.jobs(owner: "ann", limit: 3)
    #expect(first == own[4...].reversed())
    _ = try await store.cancel(own[4].id, owner: nil)
    #expect(try await store.remove(own[4].id))
    _ = try await store.queue("ann")
    let second = try await store.jobs(owner: "ann", limit: 3, before: first.last?.number)
    #expect(second == own[1...3].reversed())
    #expect(try await store.jobs(owner: "ann", limit: 3, before: own[1].number) == [own[0]])
    #expect(try await store.jobs(owner: "ann", limit: 3, before: own[0].number) == [])
    #expect(try await store.jobs(owner: nil, limit: 100).count == 11)
    #expect(try await store.jobs(owner: nil, limit: -1) == [])
  }

  @Test("The position counts the queued jobs before one")
  func position() async throws {
    let (_, store, _) = try fixture.open()
    var jobs: [Job] = []
    for _ in 0..<4 { jobs.append(try await store.queue()) }
    #expect(try await store.position(jobs[3].id) == 3)
    #expect(try await store.claim()?.id == jobs[0].id)
    _ = try await store.cancel(jobs[1].id, owner: nil)
    #expect(try await store.position(jobs[3].id) == 1)
    #expect(try await store.position(jobs[0].id) == nil)
    #expect(try await store.position("none") == nil)
  }

  @Test("A cancelled job tells the state that it had")
  func cancelling() async throws {
    let (_, store, _) = try fixture.open()
    let (first, second) = (try await store.queue(), try await store.queue())
    _ = try await store.claim()
    #expect(try await store.cancel(first.id, owner: "ann") == .running)
    #expect(try await store.cancel(second.id, owner: nil) == .queued)
    fixture.pass(1)
    #expect(try await store.cancel(first.id, owner: "ann") == .cancelled)
    let job = try await store.job(first.id, owner: nil)
    #expect(job?.state == .cancelled && job?.ended == 1000)
    #expect(try await store.claim() == nil)
    #expect(try await store.counts()[.cancelled] == 2)
  }

  @Test("An operation of a cancelled task is done all the same")
  func cancelledTask() async throws {
    let (_, store, _) = try fixture.open()
    let task = Task {
      unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
      return try await store.queue()
    }
    let job = try await task.value
    #expect(try await store.job(job.id, owner: nil) == job)
  }

  @Test("Ended jobs expire by age and by bytes, the first to end first")
  func retention() async throws {
    let (_, store, _) = try fixture.open()
    var ids: [String] = []
    for bytes in [100, 0, 200, 400] {
      let id = try await store.queue().id
      _ = try await store.claim()
      fixture.pass(10)
      if bytes > 0 {
        _ = try await store.finish(id, bytes: bytes)
      } else {
        _ = try await store.cancel(id, owner: nil)
      }
      ids.append(id)
    }
    let running = try await store.queue().id
    _ = try await store.claim()
    let queued = try await store.queue().id
    fixture.pass(1000)
    // They ended 1030, 1020, 1010 and 1000 s ago.
    #expect(try await store.expired(olderThan: 1030, mostBytes: 700) == [])
    #expect(try await store.expired(olderThan: 1015, mostBytes: 700) == [ids[0], ids[1]])
    #expect(try await store.expired(olderThan: 0, mostBytes: 700) == ids)
    #expect(try await store.expired(olderThan: 9999, mostBytes: 699) == [ids[0]])
    #expect(try await store.expired(olderThan: 9999, mostBytes: 600) == [ids[0]])
    // The one without a result takes no bytes.
    #expect(try await store.expired(olderThan: 9999, mostBytes: 599) == [ids[0], ids[2]])
    #expect(try await store.expired(olderThan: 9999, mostBytes: 0) == [ids[0], ids[2], ids[3]])
    #expect(try await store.remove(ids[0]))
    #expect(try await !store.remove(ids[0]))
    for id in [running, queued] { #expect(try await !store.remove(id)) }
    #expect(try await store.job(ids[0], owner: nil) == nil)
  }

  @Test("IDs are of 32 digits and differ; a new job is like the stored one")
  func ids() {
    let ids = Set((0..<1000).map { _ in Job.newID() })
    #expect(ids.count == 1000)
    #expect(ids.allSatisfy { $0.utf8.count == 32 && $0.allSatisfy(\.isHexDigit) })
  }

  @Test("Files are readable to their user alone, and answers wait for the disk")
  func durability() async throws {
    let (state, store, _) = try fixture.open()
    _ = try await store.queue()
    for name in try state.folder.names() where name.hasPrefix("jobs.") {
      let path = "\(fixture.path)/\(name)"
      let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
      #expect(mode == 0o600, "\(name)")
    }
    let database = try JobDatabase(state)
    let mode = try await database.read { try String.fetchOne($0, sql: "PRAGMA journal_mode") }
    #expect(mode == "wal")
    let synchronous = try await database.read { try Int.fetchOne($0, sql: "PRAGMA synchronous") }
    let full = 2
    #expect(synchronous == full)
  }
}
#endif
