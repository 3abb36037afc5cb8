internal import CurlKernels

/// A kernel of CurlKernels with what a frame gives it to do, by wide instructions or without them.
///
/// For measurements; for one thread.
@safe package final class KernelTrial {
  /// What draws where the processor lacks the wide instructions, and tests them.
  package enum Twin: String, Sendable {
    /// The same in Swift.
    case swift
    /// The same C, compiled for any processor.
    case c
  }

  /// Does the work, and writes what comes of it.
  typealias Work = (SheetKernels.Level, UnsafeMutableRawPointer) -> Void

  /// Its name in C, less `curl_`.
  package let name: String
  /// What stands beside it.
  package let twin: Twin
  /// Pixels, places or the like that are done at once.
  package let values: Int

  private let out: UnsafeMutableRawBufferPointer
  private let work: Work

  /// Whether this processor has the wide instructions.
  package static var hasWide: Bool { SheetKernels.best == .wide }

  /// Room that a kernel may write to beyond what it is asked for, bytes.
  private static let room = 256

  init(_ name: String, _ twin: Twin, values: Int, bytes: Int, _ work: @escaping Work) {
    self.name = name
    self.twin = twin
    self.values = values
    unsafe out = .allocate(byteCount: bytes + Self.room, alignment: 64)
    unsafe self.work = work
  }

  deinit { unsafe out.deallocate() }

  /// Does it once; `isWide` is only for processors that can.
  package func run(isWide: Bool) {
    precondition(!isWide || Self.hasWide, "a kernel with instructions that the processor lacks")
    guard let start = unsafe out.baseAddress else { return }
    unsafe work(isWide ? .wide : .plain, start)
  }

  /// Whether both ways write the same bytes.
  package func isSame() -> Bool {
    written(isWide: false) == written(isWide: true)
  }

  private func written(isWide: Bool) -> [UInt8] {
    unsafe out.initializeMemory(as: UInt8.self, repeating: 0)
    run(isWide: isWide)
    return unsafe [UInt8](out)
  }
}
