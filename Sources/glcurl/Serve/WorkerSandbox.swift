#if Server
internal import ArgumentParser
internal import CurlSystem
internal import ImageFiles
internal import Synchronization
internal import WorkerLink

/// The sandbox of a worker's process.
enum WorkerSandbox {
  /// Open files of a worker at most: pictures of a few requests, and a driver's.
  private static let files = 1024
  /// Size of a file at most, bytes; also of files in memory.
  private static let fileSize = 8 << 30

  /// A worker's connection and sandbox.
  private struct State: Sendable {
    var socket: Result<WorkerSocket, LinkError> = .failure(.closed)
    var lines: [String] = []
  }

  private static let state = Mutex(State())

  /// One line for each part of the sandbox: on, or why not.
  static var lines: [String] { state.withLock { $0.lines } }

  /// The connection to the server.
  static func socket() throws(LinkError) -> WorkerSocket {
    try state.withLock { $0.socket }.get()
  }

  /// Takes the connection to the server and enters the sandbox, if this process is a worker.
  ///
  /// Call it on the first thread before there are others: the sandbox covers threads that start
  /// later, and the end of this thread would cancel the agreement to end with the server.
  static func enterIfWorker() {
    guard CommandLine.arguments.dropFirst().first == WorkerCommand._commandName else { return }
    let socket = Result { () throws(LinkError) in try WorkerSocket.inherited() }
    // A folder must exist to be allowed.
    let cache = ProgramCacheOptions.standardFolder.map { [$0] } ?? []
    let report = Sandbox.enter(
      writable: cache.filter(Environment.isFolder),
      executable: Sandbox.systemPrograms + VideoEncoder().paths, files: files, fileSize: fileSize)
    state.withLock { $0 = State(socket: socket, lines: report.lines) }
  }
}
#endif
