internal import Glibc
internal import Synchronization

/// Rows of one frame in bands, painted into one buffer by any number of threads.
///
/// One thread owns the buffer: it paints bands until none are left, then waits for the bands that
/// helpers have begun. It waits for nothing else, so a helper that comes late, or never, delays
/// nothing.
@safe package final class BandQueue<Channel: FixedWidthInteger & Sendable>: Sendable {
  /// Paints rows; the pointer is the address of the first one.
  package typealias Paint = (Range<Int>, UnsafeMutablePointer<Channel>) -> Void

  /// The progress: the next band, and the number of helpers at work.
  private struct State {
    var out: UInt?
    /// Index of the next band in `tops`.
    var next = 0
    var isOver = false
    var running = 0
  }

  private let height: Int
  /// Channels in a row.
  private let stride: Int
  private let rows: Int
  /// First rows of the bands, in the order in which they are taken.
  private let tops: [Int]
  private let paint: @Sendable () -> Paint
  private let state = Mutex(State())
  private let last: Semaphore

  /// A queue for `height` rows of `stride` channels, `rows` to a band.
  ///
  /// `paint` makes the paint function of one thread. Bands whose middle rows have the largest
  /// `cost` come first, so the last band is soon done.
  package init(
    height: Int, stride: Int, rows: Int, cost: (Int) -> Int = { _ in 0 },
    paint: @escaping @Sendable () -> Paint
  ) {
    self.height = height
    self.stride = stride
    self.rows = rows
    let bands = Swift.stride(from: 0, to: height, by: rows).map { top in
      (top: top, cost: cost(min(top + rows / 2, height - 1)))
    }
    tops = bands.sorted { ($0.cost, -$0.top) > ($1.cost, -$1.top) }.map(\.top)
    unsafe self.paint = paint
    last = Semaphore()
  }

  /// The whole frame's channels; nil if `isCancelled` returned true between two bands.
  ///
  /// `help` runs its argument on another thread, soon, later or not at all; it is called `threads`
  /// − 1 times.
  package func channels(
    _ threads: Int, _ help: (@escaping @Sendable () -> Void) -> Void, _ isCancelled: () -> Bool
  ) -> [Channel]? {
    var isDone = false
    let channels = unsafe [Channel](unsafeUninitializedCapacity: stride * height) {
      buffer, filled in
      guard let out = buffer.baseAddress else { return }
      state.withLock { $0.out = UInt(bitPattern: out) }
      for _ in 1..<max(threads, 1) { help { self.help() } }
      isDone = work(isCancelled)
      let isAlone = state.withLock {
        $0.isOver = true
        return $0.running == 0
      }
      if !isAlone { last.wait() }
      filled = isDone ? stride * height : 0
    }
    return isDone ? channels : nil
  }

  /// Paints bands as a helper, until none are left.
  private func help() {
    let mayHelp = state.withLock {
      guard !$0.isOver, $0.next < tops.count else { return false }
      $0.running += 1
      return true
    }
    guard mayHelp else { return }
    _ = work { false }
    let isLast = state.withLock {
      $0.running -= 1
      return $0.isOver && $0.running == 0
    }
    if isLast { last.post() }
  }

  /// Paints bands until none are left; returns false if it was cancelled.
  private func work(_ isCancelled: () -> Bool) -> Bool {
    let paint = unsafe paint()
    while true {
      let band = state.withLock { state -> (Int, UInt)? in
        guard let out = state.out, !state.isOver, state.next < tops.count else { return nil }
        state.next += 1
        return (tops[state.next - 1], out)
      }
      guard let (top, out) = band else { return true }
      if isCancelled() { return false }
      guard let start = unsafe UnsafeMutablePointer<Channel>(bitPattern: out) else { return false }
      unsafe paint(top..<min(top + rows, height), start + top * stride)
    }
  }
}

/// A counting semaphore of the system, initially 0.
@safe private final class Semaphore: @unchecked Sendable {
  private let value = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

  init() { unsafe sem_init(value, 0, 0) }

  deinit {
    unsafe sem_destroy(value)
    unsafe value.deallocate()
  }

  func post() { unsafe sem_post(value) }

  func wait() {
    // A signal handler may interrupt the wait.
    while unsafe sem_wait(value) != 0 {}
  }
}
