#if Server
internal import Crypto
internal import WorkerLink

/// Requests that have crashed workers, so that they don't crash more.
struct Quarantine {
  /// What tells a request from others.
  typealias Digest = [UInt8]

  /// Requests that are remembered; the oldest is forgotten first.
  private static let most = 256
  /// Time for which a request is remembered: its workers may have died of something else.
  private static let time = Duration.seconds(3600)
  /// Bytes that are read at once.
  private static let chunk = 1 << 20

  private var digests: [(digest: Digest, end: ContinuousClock.Instant)] = []

  /// Requests that have ended one worker.
  private var suspects: [Digest] = []

  /// Whether no request has been added; most servers never need a digest, which takes time.
  var isEmpty: Bool { digests.isEmpty }

  /// Whether a request has been added.
  mutating func holds(_ digest: Digest) -> Bool {
    digests.removeAll { $0.end < ContinuousClock.now }
    return digests.contains { $0.digest == digest }
  }

  /// Notes a request that has ended a worker; the second time it is remembered.
  mutating func suspect(_ digest: Digest) {
    guard !suspects.contains(digest) else {
      suspects.removeAll { $0 == digest }
      add(digest)
      return
    }
    if suspects.count == Self.most { suspects.removeFirst() }
    suspects.append(digest)
  }

  /// Remembers a request.
  mutating func add(_ digest: Digest) {
    if digests.count == Self.most { digests.removeFirst() }
    digests.append((digest, ContinuousClock.now + Self.time))
  }

  /// The digest of a request's options and pictures.
  static func digest(of job: WorkerJob) -> Digest {
    var hash = SHA256()
    hash.update(data: job.order.message)
    for file in job.files {
      let size = (try? file.size) ?? 0
      // The length keeps files apart.
      hash.update(data: Array("\(size) ".utf8))
      for start in stride(from: 0, to: size, by: chunk) {
        hash.update(data: (try? file.bytes(start..<min(start + chunk, size))) ?? [])
      }
    }
    return Array(hash.finalize())
  }
}
#endif
