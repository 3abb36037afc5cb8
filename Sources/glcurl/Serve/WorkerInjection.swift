#if Server
internal import ArgumentParser
internal import CurlServer
internal import Glibc

/// A fault of a worker, for tests of the server.
struct WorkerInjection: ExpressibleByArgument, Sendable {
  /// What goes wrong.
  enum Kind: String, CaseIterable, Sendable {
    /// The GPU is lost.
    case lostGPU = "lost-gpu"
    /// The driver never returns, and ends neither at SIGTERM.
    case stuckDriver = "stuck-driver"
    /// The process ends.
    case crash
    /// Memory is short.
    case noMemory = "no-memory"
  }

  let kind: Kind
  /// Number of the worker's order with which it happens, from 1.
  let order: Int

  /// `kind:order`, such as "crash:3".
  init?(argument: String) {
    let parts = argument.split(separator: ":")
    guard parts.count == 2, let kind = Kind(rawValue: String(parts[0])), let order = Int(parts[1]),
      order > 0
    else { return nil }
    (self.kind, self.order) = (kind, order)
  }

  /// The option as a word of a command line.
  var word: String { "\(kind.rawValue):\(order)" }

  /// Lets the fault happen if `number` is its order.
  func happen(at number: Int) throws(WorkerFault) {
    guard number == order else { return }
    switch kind {
    case .lostGPU: throw WorkerFault(.unavailable, "the GPU is lost (injected)")
    case .noMemory: throw WorkerFault(.unavailable, "there isn't enough memory (injected)")
    case .crash: abort()
    case .stuckDriver:
      // As a system call of a driver: this process does nothing else any more.
      raise(SIGSTOP)
    }
  }
}
#endif
