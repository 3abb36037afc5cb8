#if Server
import CurlSystem
import Testing
import WorkerLink

@testable import CurlServer

@Suite("files of jobs")
struct JobSpoolTests {
  private let fixture = JobFixture()

  @Test("Files are found under their names, whatever those are")
  func names() async throws {
    let (_, _, spool) = try fixture.open()
    let id = Job.newID()
    try await spool.makeFolder(id)
    let files: [JobFile] = [
      .part("pages[0]"), .part("result"), .part(".."), .part("segment-00001"), .part(""),
      .segment(1), .segment(100_000), .result,
    ]
    for (index, file) in files.enumerated() {
      try await spool.write(file, of: id, [UInt8(index)])
    }
    for (index, file) in files.enumerated() {
      #expect(try spool.bytes(file, of: id) == [UInt8(index)])
    }
    #expect(JobFile.segment(1).name == "segment-00001")
    for name in ["a/b", "../../x", "a\0b"] {
      #expect { try spool.create(.part(name), of: id) } throws: {
        ($0 as? JobError)?.kind == .system
      }
    }
    for id in ["..", ".", "", "../jobs"] {
      #expect(throws: JobError.self) { try spool.create(.result, of: id) }
    }
  }

  @Test("A file doesn't exist before it is committed, and replaces an older one then")
  func commit() async throws {
    let (state, _, spool) = try fixture.open()
    let id = Job.newID()
    try await spool.makeFolder(id)
    try await spool.write(.segment(1), of: id, [1])
    do {
      let pending = try spool.create(.segment(1), of: id)
      let other = try spool.create(.segment(1), of: id)
      try pending.append([2, 3][...])
      try other.append([4][...])
      #expect(try spool.bytes(.segment(1), of: id) == [1])
      try await spool.commit(pending)
    }
    #expect(try spool.bytes(.segment(1), of: id) == [2, 3])
    #expect(try spool.size(.segment(1), of: id) == 2)
    #expect(try spool.names(of: id, in: state) == ["segment-00001"])
  }

  @Test("A missing file is told as missing")
  func missing() async throws {
    let (_, _, spool) = try fixture.open()
    let id = Job.newID()
    for _ in 0..<2 {
      #expect { _ = try spool.size(.result, of: id) } throws: {
        ($0 as? JobError)?.kind == .missing
      }
      #expect {
        _ = try spool.open(.result, of: id)
      } throws: {
        ($0 as? JobError)?.kind == .missing
      }
      try await spool.makeFolder(id)
    }
  }

  @Test("An ended job keeps its result alone")
  func trim() async throws {
    let (state, store, spool) = try fixture.open()
    let job = try await accept(store, spool)
    _ = try await store.claim()
    for file in [JobFile.segment(1), .result] { try await spool.write(file, of: job.id, [2]) }
    let running = try #require(try await store.close(job.id, segment: 1, frames: 1))
    _ = try spool.create(.segment(2), of: job.id)
    try await spool.trim(running)
    #expect(try spool.names(of: job.id, in: state) == ["part-turn", "segment-00001"])
    try await spool.write(.result, of: job.id, [2])
    try await spool.trim(try #require(try await store.finish(job.id, bytes: 1)))
    #expect(try spool.names(of: job.id, in: state) == ["result"])
    let other = try await accept(store, spool)
    _ = try await store.cancel(other.id, owner: nil)
    try await spool.trim(try #require(try await store.job(other.id, owner: nil)))
    #expect(try await spool.names() == [job.id])
    try await spool.remove(job.id)
    try await spool.remove(job.id)
    #expect(try await spool.names() == [])
  }

  @Test("A start resumes running jobs, fails those without files, and removes files without job")
  func recovery() async throws {
    let (state, store, spool) = try fixture.open()
    var jobs: [Job] = []
    for _ in 0..<6 { jobs.append(try await accept(store, spool)) }
    // The first runs, the second has lost a segment, the third its result, the fourth a part; the
    // fifth is cancelled.
    for job in jobs[..<3] {
      _ = try await store.claim()
      try await spool.write(.segment(1), of: job.id, [1])
      _ = try await store.close(job.id, segment: 1, frames: 24)
    }
    try await spool.write(.segment(2), of: jobs[0].id, [1])
    try await spool.write(.result, of: jobs[2].id, [1])
    _ = try await store.finish(jobs[2].id, bytes: 1)
    let folder = try state.folder.folder("jobs")
    try folder.folder(jobs[1].id).remove("segment-00001")
    try folder.folder(jobs[2].id).remove("result")
    try await spool.remove(jobs[3].id)
    _ = try await store.cancel(jobs[4].id, owner: nil)
    let orphan = Job.newID()
    try await spool.makeFolder(orphan)
    try await spool.write(.part("turn"), of: orphan, [1])
    try folder.touch("stray")

    let found = try await JobRecovery.run(store, spool)
    #expect(found == JobRecovery(resumed: 2, lost: 3, orphans: 2))
    let first = try #require(try await store.job(jobs[0].id, owner: nil))
    #expect(first.state == .queued && first.segments == 1 && first.drawn == 24)
    #expect(try spool.names(of: first.id, in: state) == ["part-turn", "segment-00001"])
    for (job, file) in zip(jobs[1...3], ["segment-00001", "result", "part-turn"]) {
      let lost = try #require(try await store.job(job.id, owner: nil))
      #expect(lost.state == .failed && lost.failure?.kind == JobFailure.filesLost)
      #expect(lost.failure?.detail.contains("'\(file)'") == true && lost.bytes == nil)
    }
    #expect(try await Set(spool.names()) == [jobs[0].id, jobs[5].id])
    #expect(try await JobRecovery.run(store, spool) == JobRecovery())
    #expect(try await store.claim()?.id == jobs[0].id)
  }

  @Test("Room is what the file system has left")
  func room() throws {
    let state = try StateFolder(path: fixture.path)
    #expect(try state.hasRoom(1))
    #expect(try !state.hasRoom(1 << 60))
  }

  private func accept(_ store: JobStore, _ spool: JobSpool) async throws -> Job {
    let job = Job(owner: "ann", parts: ["turn"])
    try await spool.makeFolder(job.id)
    try await spool.write(.part("turn"), of: job.id, [1])
    return try #require(try await store.add(job).job)
  }
}
#endif
