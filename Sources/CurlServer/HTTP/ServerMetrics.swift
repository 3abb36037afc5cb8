#if Server
internal import CoreMetrics
internal import CurlSystem
internal import Metrics

/// What the server measures.
struct ServerMetrics: Sendable {
  let factory = PrometheusFactory(
    help: [
      "glcurl_requests": "Requests by route and status.",
      "glcurl_request": "Time from a request's head to its answer's head, by route.",
      "glcurl_stage": "Time of a stage of drawing: queue, decode, draw, encode.",
      "glcurl_worker_restarts": "Workers replaced, by reason.",
      "glcurl_requests_arriving": "Requests for pictures whose body is arriving.",
      "glcurl_queue_depth": "Jobs that wait for a worker.",
      "glcurl_jobs_running": "Jobs that workers draw.",
      "glcurl_workers_ready": "Workers that can draw.",
      "glcurl_workers": "Workers that there should be.",
      "glcurl_sessions": "Sessions of turners.",
      "glcurl_workers_resident_memory_bytes": "Resident memory of all workers.",
      "process_resident_memory_bytes": "Resident memory of the server without its workers.",
      "glcurl_read_bytes": "Bytes of request bodies.",
      "glcurl_written_bytes": "Bytes of pictures sent.",
      "glcurl_cache_requests":
        "Signed requests by result: hit (kept), shared (with another), miss (drawn), unchanged (304).",
      "glcurl_cache_bytes": "Bytes of the pictures that are kept.",
    ])

  /// Counts an answer.
  func answered(_ route: String, status: Int, in time: Duration) {
    Counter(
      label: "glcurl_requests", dimensions: [("route", route), ("status", "\(status)")],
      factory: factory
    ).increment()
    Timer(label: "glcurl_request", dimensions: [("route", route)], factory: factory)
      .recordNanoseconds(Self.nanoseconds(time))
  }

  /// Counts the stages of a job.
  func did(_ answer: WorkerAnswer) {
    stage("queue", answer.queued)
    for (stage, seconds) in answer.stages { self.stage(stage.rawValue, .seconds(seconds)) }
  }

  private func stage(_ name: String, _ time: Duration) {
    Timer(label: "glcurl_stage", dimensions: [("stage", name)], factory: factory)
      .recordNanoseconds(Self.nanoseconds(time))
  }

  /// Counts a worker that was replaced.
  func restarted(_ reason: WorkerPool.Reason) {
    Counter(
      label: "glcurl_worker_restarts", dimensions: [("reason", reason.rawValue)], factory: factory
    ).increment()
  }

  /// Counts bytes of a request's body.
  func read(_ bytes: Int) {
    Counter(label: "glcurl_read_bytes", factory: factory).increment(by: bytes)
  }

  /// Counts bytes of a picture.
  func wrote(_ bytes: Int) {
    Counter(label: "glcurl_written_bytes", factory: factory).increment(by: bytes)
  }

  /// Counts what the cache did for a request.
  func cached(_ result: String, bytes: Int) {
    Counter(label: "glcurl_cache_requests", dimensions: [("result", result)], factory: factory)
      .increment()
    Meter(label: "glcurl_cache_bytes", factory: factory).set(bytes)
  }

  /// Sets the gauges of the pool.
  func show(_ numbers: WorkerPool.Numbers, sessions: Int) {
    func set(_ name: String, _ value: Int) {
      Meter(label: name, factory: factory).set(value)
    }
    set("glcurl_requests_arriving", numbers.arriving)
    set("glcurl_queue_depth", numbers.waiting)
    set("glcurl_jobs_running", numbers.running)
    set("glcurl_workers_ready", numbers.ready)
    set("glcurl_workers", numbers.workers)
    set("glcurl_sessions", sessions)
    let own = SystemMemory.resident(of: SystemMemory.ownProcess) ?? 0
    set("process_resident_memory_bytes", own)
    let others = numbers.processes.compactMap(SystemMemory.resident(of:)).reduce(0, +)
    set("glcurl_workers_resident_memory_bytes", others)
  }

  private static func nanoseconds(_ time: Duration) -> Int64 {
    let (seconds, attoseconds) = time.components
    return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
  }
}
#endif
