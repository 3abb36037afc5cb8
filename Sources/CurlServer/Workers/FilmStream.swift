#if Server
internal import WorkerLink

/// A film on its way from a worker, a piece at a time.
///
/// The worker waits while nobody takes pieces.
final class FilmStream: Sendable {
  /// What is known with the first bytes.
  struct Start: Sendable {
    let mediaType: String
    /// Number of frames.
    let frames: Int
    let bytes: [UInt8]
  }

  private let reader: PipeReader
  private let work: Task<WorkerAnswer, any Error>
  private let reports: AsyncStream<WorkerReport>

  init(
    _ order: WorkerOrder, files: [SharedFile], longest: Duration, _ intake: Intake
  ) throws {
    let (reading, writing) = try Problem.wrapping { () throws(LinkError) in try PipeEnd.pair() }
    let reader = PipeReader(reading)
    let (reports, continuation) = AsyncStream.makeStream(
      of: WorkerReport.self, bufferingPolicy: .bufferingOldest(1))
    let isPlanned = Flag()
    let job = WorkerJob(
      order, files: files, output: writing, longest: longest,
      onReport: { report in
        guard case .planned = report else { return }
        isPlanned.set()
        continuation.yield(report)
      },
      // From then on there may be bytes in the pipe, which can't be taken back.
      isRepeatable: { !isPlanned.isSet })
    self.reader = reader
    self.reports = reports
    work = Task {
      defer {
        continuation.finish()
        // The end of the film for the reader, now that no worker has the pipe.
        writing.close()
      }
      do {
        return try await intake.perform(job)
      } catch {
        // Also if a process that can't be killed still has the pipe.
        reader.close()
        throw error
      }
    }
  }

  deinit { cancel() }

  /// Waits for the first bytes.
  func start() async throws -> Start {
    try await withTaskCancellationHandler {
      guard let bytes = try await next() else {
        throw Problem(.internal, "the worker sent an empty film")
      }
      var iterator = reports.makeAsyncIterator()
      guard case .planned(let mediaType, let frames)? = await iterator.next() else {
        throw Problem(.internal, "the worker didn't tell the film's format")
      }
      return Start(mediaType: mediaType, frames: frames, bytes: bytes)
    } onCancel: {
      cancel()
    }
  }

  /// The next bytes; nil after the last ones of a complete film.
  func next() async throws -> [UInt8]? {
    let bytes: [UInt8]
    do {
      bytes = try await reader.next()
    } catch is CancellationError {
      // Closed because the work has failed, or since nobody wants the film.
      _ = try await work.value
      throw CancellationError()
    }
    if !bytes.isEmpty { return bytes }
    _ = try await work.value
    return nil
  }

  /// Ends the film early.
  func cancel() {
    work.cancel()
    reader.close()
  }
}
#endif
