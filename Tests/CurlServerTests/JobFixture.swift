#if Server
import CurlSystem
import Glibc
import Synchronization
import WorkerLink

@testable import CurlServer

/// A state folder of its own for a test, removed with what is in it.
final class JobFixture: Sendable {
  let path: String
  /// Seconds that the store's clock shows.
  private let time = Mutex(1000.0)

  init() {
    var name = Array("/tmp/glcurl-jobs-XXXXXX".utf8CString)
    guard unsafe mkdtemp(&name) != nil else { preconditionFailure("no temporary folder") }
    path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    let parts = path.split(separator: "/")
    let above = try? OpenFolder(path: parts.dropLast().map { "/\($0)" }.joined())
    try? above?.remove(String(parts.last ?? ""))
  }

  /// Opens store and spool; a folder can be opened once at a time.
  func open(
    limits: JobStore.Limits = JobStore.Limits()
  ) throws -> (state: StateFolder, store: JobStore, spool: JobSpool) {
    let state = try StateFolder(path: path)
    return (state, try store(state, limits: limits), try JobSpool(state))
  }

  func store(
    _ state: StateFolder, limits: JobStore.Limits = JobStore.Limits()
  ) throws -> JobStore {
    try JobStore(state, limits: limits) { [self] in time.withLock { $0 } }
  }

  func pass(_ seconds: Double) { time.withLock { $0 += seconds } }
}

extension JobStore.Addition {
  /// The job that was added.
  var job: Job? { if case .added(let job) = self { job } else { nil } }
}

extension JobStore {
  /// Adds a job, which must be new.
  func queue(_ owner: String = "ann", parts: [String] = ["turn"]) async throws -> Job {
    guard let job = try await add(Job(owner: owner, parts: parts)).job else { throw Unexpected() }
    return job
  }

  private struct Unexpected: Error {}
}

extension JobSpool {
  /// Writes a file of a job durably.
  func write(_ file: JobFile, of id: String, _ bytes: [UInt8]) async throws {
    let pending = try create(file, of: id)
    try pending.append(bytes[...])
    try await commit(pending)
  }

  /// The bytes of a file.
  func bytes(_ file: JobFile, of id: String) throws -> [UInt8] {
    let descriptor = try open(file, of: id)
    let size = try size(file, of: id)
    return unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      count = unsafe max(0, pread(descriptor.number, buffer.baseAddress, size, 0))
    }
  }

  /// Names in a job's folder.
  func names(of id: String, in state: StateFolder) throws -> Set<String> {
    Set(try state.folder.folder("jobs").folder(id).names())
  }
}
#endif
