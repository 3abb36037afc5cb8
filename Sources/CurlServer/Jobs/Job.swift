#if Server
/// What a job is doing.
enum JobState: String, Sendable, CaseIterable {
  case queued, running, done, failed, cancelled

  /// Whether the state is final.
  var isEnded: Bool { self != .queued && self != .running }
}

/// Why a job has failed.
struct JobFailure: Sendable, Equatable {
  /// The kind's name; clients branch on it.
  let kind: String
  /// What was wrong, with which value, and the way out.
  let detail: String
  /// The part or member at fault; nil if none is.
  var field: String?

  /// Kind of the failure of a job whose files are gone.
  static let filesLost = "files-lost"
}

/// A film that a client has asked for, as the store knows it.
struct Job: Sendable, Equatable {
  /// Name, 32 hexadecimal digits; nobody can guess it.
  let id: String
  /// Name of the client's key; "" without keys.
  let owner: String
  /// Names of the parts of the request, in order; each is a file of the job.
  let parts: [String]
  /// Place in the order of acceptance, from 1; 0 until the store has it.
  var number = 0
  var state = JobState.queued
  /// When the store accepted it, seconds since 1970.
  var created = 0.0
  /// When a worker first took it, seconds since 1970; nil before.
  var started: Double?
  /// When it ended, seconds since 1970; nil before.
  var ended: Double?
  /// Frames of the film; nil until a worker has told.
  var frames: Int?
  /// Frames in closed segments.
  var drawn = 0
  /// Closed segments; their numbers begin with 1.
  var segments = 0
  /// Times that a worker died with the segment after the last closed one.
  var deaths = 0
  /// Media type of the result; nil until a worker has told.
  var mediaType: String?
  /// Size of the result, bytes; nil without one.
  var bytes: Int?
  /// Set if the job has failed.
  var failure: JobFailure?

  /// A job that isn't in a store yet.
  init(owner: String, parts: [String], id: String = Job.newID()) {
    (self.id, self.owner, self.parts) = (id, owner, parts)
  }

  /// 128 bits of the system's random numbers.
  static func newID() -> String {
    (0..<2).map { _ in
      let digits = String(UInt64.random(in: 0 ... .max), radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }

  /// The files that the job needs in its state.
  var files: [JobFile] {
    switch state {
    case .queued, .running:
      parts.map(JobFile.part) + (0..<segments).map { JobFile.segment($0 + 1) }
    case .done: [.result]
    case .failed, .cancelled: []
    }
  }
}

/// A file of a job.
enum JobFile: Sendable, Hashable {
  /// A part of the request, by its name, such as "pages[0]".
  case part(String)
  /// Frames that are drawn, by number from 1.
  case segment(Int)
  case result

  /// Name in the job's folder; names of different files differ.
  var name: String {
    switch self {
    case .part(let name): "part-\(name)"
    case .segment(let number):
      "segment-\(String(repeating: "0", count: max(0, 5 - "\(number)".count)))\(number)"
    case .result: "result"
    }
  }
}
#endif
