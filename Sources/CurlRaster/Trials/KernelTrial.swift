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
  package static var hasWide: Bool { SheetKernels.best == .wide }

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
    guard let start = unsafe out.baseAddress else { return }
    unsafe work(isWide ? .wide : .plain, start)
  }

  /// Whether the kernel and its twin write the same bytes.
  package func isSame() -> Bool {
    written(isWide: false) == written(isWide: true)
  }

  private func written(isWide: Bool) -> [UInt8] {
    unsafe out.initializeMemory(as: UInt8.self, repeating: 0)
    run(isWide: isWide)
    return unsafe [UInt8](out)
  }
}
