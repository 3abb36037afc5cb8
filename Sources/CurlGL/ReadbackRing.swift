internal import GLES

/// Pixel buffers in rotation, for the readback of frames while the GPU draws later ones.
///
/// GL thread only.
final class ReadbackRing {
  /// Largest number of buffers in flight; more would only take memory.
  static let depth = 4

  private let context: Context
  private(set) var slots: [Slot] = []
  /// The slot that accepts more frames.
  private var open: Slot?
  /// Measures whether the driver reads asynchronously.
  private(set) var pace = ReadbackPace()

  init(_ context: Context) { self.context = context }

  /// Claim to a frame in flight.
  struct Ticket {
    fileprivate let slot: Slot
    fileprivate let bytes: Range<Int>
  }

  /// Queues a frame for readback; nil if all buffers are in flight.
  ///
  /// One read takes `framesPerRead` frames, this one and later ones.
  func send(_ frame: PackedFrame, framesPerRead: Int) throws(GLError) -> Ticket? {
    let shape = frame.shape
    if let open, open.shape != shape || open.capacity != framesPerRead { try close(open) }
    guard let slot = try slot(shape, framesPerRead) else { return nil }
    let start = slot.frames * shape.byteCount
    slot.frames += 1
    slot.waiting += 1
    let ticket = Ticket(slot: slot, bytes: start..<start + frame.byteCount)
    do throws(GLError) {
      if let atlas = slot.atlas {
        context.scissor(nil)
        frame.copy(to: atlas, row: (slot.frames - 1) * shape.height)
        open = slot
        if slot.frames == slot.capacity { try close(slot) }
      } else {
        let start = ContinuousClock.now
        try frame.read(into: slot.buffer)
        slot.fence = FenceBox(try Fence(context))
        pace.issued(ContinuousClock.now - start)
      }
    } catch {
      drop(slot)
      throw error
    }
    return ticket
  }

  /// Whether a frame is in flight here; false if it was lost with an earlier context.
  func holds(_ ticket: Ticket) -> Bool { slots.contains { $0 === ticket.slot } }

  /// Waits for a frame and calls a closure with its mapped bytes.
  func receive<Result>(
    _ ticket: Ticket, deadline: ContinuousClock.Instant, _ body: (Span<UInt8>) -> Result
  ) throws(GLError) -> Result {
    let slot = ticket.slot
    defer { drop(slot) }
    if slot.fence == nil { try close(slot) }
    let start = ContinuousClock.now
    try slot.fence?.fence.wait(until: deadline, isCancelled: { Task.isCancelled })
    pace.waited(ContinuousClock.now - start)
    return try slot.buffer.withBytes(ticket.bytes, body)
  }

  /// Starts the read of a slot's frames, even if the slot isn't full.
  private func close(_ slot: Slot) throws(GLError) {
    if open === slot { open = nil }
    guard slot.fence == nil, let atlas = slot.atlas else { return }
    try slot.buffer.read(atlas.framebuffer, rows: slot.frames * slot.shape.height)
    slot.fence = FenceBox(try Fence(context))
  }

  /// Releases one of a slot's frames; frees the slot with the last one.
  private func drop(_ slot: Slot) {
    slot.waiting -= 1
    guard slot.waiting == 0 else { return }
    if open === slot { open = nil }
    slot.fence = nil
    slot.frames = 0
  }

  /// The open slot, or a free one; nil if all are in flight.
  private func slot(_ shape: PackedShape, _ framesPerRead: Int) throws(GLError) -> Slot? {
    if let open { return open }
    return try free(shape, framesPerRead)
  }

  private func free(_ shape: PackedShape, _ framesPerRead: Int) throws(GLError) -> Slot? {
    let isIdle: (Slot) -> Bool = { $0.waiting == 0 }
    if let slot = slots.first(where: {
      isIdle($0) && $0.shape == shape && $0.capacity == framesPerRead
    }) {
      return slot
    }
    if slots.count == Self.depth {
      guard let index = slots.firstIndex(where: isIdle) else { return nil }
      slots.remove(at: index)
    }
    let slot = try Slot(context, shape, capacity: framesPerRead)
    slots.append(slot)
    return slot
  }

  /// A buffer, and the frames that are in it or queued for it.
  final class Slot {
    let shape: PackedShape
    /// Largest number of frames in the buffer.
    let capacity: Int
    let buffer: PixelBuffer
    /// Target that combines several frames for one read; nil if `capacity` is 1.
    let atlas: PackedTarget?
    /// Fence of the slot's read; nil until the read is queued.
    var fence: FenceBox?
    /// Number of frames queued, and of those not yet received.
    var frames = 0
    var waiting = 0

    init(_ context: Context, _ shape: PackedShape, capacity: Int) throws(GLError) {
      self.shape = shape
      self.capacity = capacity
      atlas =
        capacity == 1
        ? nil
        : try PackedTarget(
          context, PackedShape(width: shape.width, height: shape.height * capacity))
      buffer = try PixelBuffer(context, byteCount: shape.byteCount * capacity)
    }
  }
}

/// A fence in a class: handles can't be copied.
final class FenceBox {
  let fence: Fence
  init(_ fence: consuming Fence) { self.fence = fence }
}

/// Measures whether reads into buffers are asynchronous.
///
/// Some drivers block the caller until the read is done if formats or memory don't suit them. Then
/// the ring is only an additional copy.
struct ReadbackPace {
  /// Number of reads to measure before `isBlocking` has a value.
  private static let enough = 10

  private var issue: Duration = .zero
  private var wait: Duration = .zero
  private var count = 0

  mutating func issued(_ time: Duration) {
    issue += time
    count += 1
  }

  mutating func waited(_ time: Duration) { wait += time }

  /// Whether issuing reads took longer than waiting for them; nil until enough reads were issued.
  var isBlocking: Bool? {
    guard count >= Self.enough else { return nil }
    return issue > wait
  }
}
