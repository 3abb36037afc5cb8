internal import CurlKernels

/// A kernel of CurlKernels with the work that a frame gives it, run with or without wide
/// instructions.
///
/// For measurements; for one thread.
@safe package final class KernelTrial {
  /// The implementation that draws on processors without wide instructions, and tests them.
  package enum Twin: String, Sendable {
    /// Swift code.
    case swift
    /// The kernel's own C code, compiled for any processor.
    case c
  }

  /// Does the work, and writes its results.
  typealias Work = (SheetKernels.Level, UnsafeMutableRawPointer) -> Void

  /// The kernel's name in C, without `curl_`.
  package let name: String
  /// The kernel's twin.
  package let twin: Twin
  /// Number of pixels, places or the like in one run.
  package let values: Int

  private let out: UnsafeMutableRawBufferPointer
  private let work: Work

  /// Whether this processor has the wide instructions.
  package static var hasWide: Bool { SheetKernels.best > .plain }

  /// Bytes that a kernel may write beyond its results.
  private static let room = 256

  init(_ name: String, _ twin: Twin, values: Int, bytes: Int, _ work: @escaping Work) {
    self.name = name
    self.twin = twin
    self.values = values
    unsafe out = .allocate(byteCount: bytes + Self.room, alignment: 64)
    unsafe self.work = work
  }

  deinit { unsafe out.deallocate() }

  /// Runs the kernel once; `isWide` only on processors with wide instructions.
  package func run(isWide: Bool) {
    precondition(!isWide || Self.hasWide, "a kernel with instructions that the processor lacks")
    run(isWide ? SheetKernels.best : .plain)
  }

  private func run(_ level: SheetKernels.Level) {
    guard let start = unsafe out.baseAddress else { return }
    unsafe work(level, start)
  }

  /// Whether the kernel writes the bytes of its twin with all instructions of this processor.
  package func isSame() -> Bool {
    let twin = written(.plain)
    return SheetKernels.Level.allCases.allSatisfy {
      $0 > SheetKernels.best || written($0) == twin
    }
  }

  private func written(_ level: SheetKernels.Level) -> [UInt8] {
    unsafe out.initializeMemory(as: UInt8.self, repeating: 0)
    run(level)
    return unsafe [UInt8](out)
  }
}
