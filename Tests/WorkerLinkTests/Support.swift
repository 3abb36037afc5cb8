import Dispatch
import Glibc
import Testing

@testable import WorkerLink

/// The second end of a pair, whose first end exists only in `body`.
func farEnd(_ body: (WorkerSocket, WorkerSocket) throws -> Void) throws -> WorkerSocket {
  let (near, far) = try WorkerSocket.pair()
  try body(near, far)
  return far
}

/// Whether all descriptors of the other end are closed.
func isEnded(_ socket: WorkerSocket) -> Bool {
  var state = pollfd(fd: socket.descriptor.number, events: 0, revents: 0)
  _ = unsafe poll(&state, 1, 0)
  return Int32(state.revents) & Int32(POLLHUP) != 0
}

/// Waits at most 20 s until all descriptors of the other end are closed; whether they are.
func endsSoon(_ socket: WorkerSocket) -> Bool {
  for _ in 0..<2000 where !isEnded(socket) { usleep(10_000) }
  return isEnded(socket)
}

/// The result of a function on a thread of its own: tests run on few threads and may block each.
final class ThreadResult: @unchecked Sendable {
  private let done = DispatchSemaphore(value: 0)
  private var result = false

  init(_ body: @escaping @Sendable () -> Bool) {
    final class Start {
      let body: () -> Void
      init(_ body: @escaping () -> Void) { self.body = body }
    }
    let start = Start {
      self.result = body()
      self.done.signal()
    }
    var thread = pthread_t()
    let code = unsafe pthread_create(
      &thread, nil,
      { start in
        if let start = unsafe start {
          unsafe Unmanaged<Start>.fromOpaque(start).takeRetainedValue().body()
        }
        return nil
      }, unsafe Unmanaged.passRetained(start).toOpaque())
    precondition(code == 0)
    pthread_detach(thread)
  }

  /// Waits for the result; read it once.
  var value: Bool {
    done.wait()
    return result
  }
}

/// The program of `Probe`, beside the tests' program.
let probe: String = {
  let own = unsafe realpath("/proc/self/exe", nil)
  defer { unsafe free(own) }
  let path = unsafe own.map { unsafe String(cString: $0) } ?? ""
  return path.split(separator: "/").dropLast().map { "/\($0)" }.joined() + "/WorkerLinkProbe"
}()

/// Starts the probe.
func startProbe(_ arguments: [String]) throws -> WorkerProcess {
  try WorkerProcess.spawn(path: probe, name: "probe", arguments: arguments)
}

/// Starts a shell; its output to descriptor 3 is a message if it is one write that begins with "\001".
func startShell(
  _ script: String, environment: [String: String?] = [:], niceness: Int32? = nil
) throws -> WorkerProcess {
  try WorkerProcess.spawn(
    path: "/bin/sh", name: "sh", arguments: ["-c", script], environment: environment,
    niceness: niceness)
}

extension WorkerSocket {
  /// The next message as text.
  func text() throws -> String? {
    try receive().map { String(decoding: $0.message, as: UTF8.self) }
  }
}

extension DescriptorList {
  /// Takes a descriptor; its number, which the caller must close.
  func number(_ index: Int) throws -> Int32 {
    guard let descriptor = take(index) else { throw Absent() }
    return descriptor.take()
  }

  private struct Absent: Error {}
}

/// The text before the first 0.
func text(_ characters: [CChar]) -> String {
  String(decoding: characters.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
}
