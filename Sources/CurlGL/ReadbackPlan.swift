internal import GLES

/// How frames of one size come back from a device, and why so.
package struct ReadbackPlan: Sendable, Equatable {
  /// A way for pixels to come back.
  package enum Way: Sendable, Hashable {
    /// Each is waited for and copied into the caller's memory.
    case direct
    /// Through buffers in turns, so many frames in one read, while later ones are drawn.
    case ring(framesPerRead: Int)
  }

  /// A way that was tried: seconds of the clock a frame, the least of some rounds.
  package struct Trial: Sendable, Equatable {
    package let way: Way
    package let secondsPerFrame: Double
  }

  /// What is read: texels in a row and rows, four bytes each.
  package let shape: PackedShape
  package internal(set) var way: Way
  /// What the calibration found.
  package let trials: [Trial]
  /// Why the way was chosen, one line for people.
  package internal(set) var reason: String

  /// Seconds of the clock a frame, in the way that was chosen; infinite where it wasn't tried.
  package var secondsPerFrame: Double {
    trials.first { $0.way == way }?.secondsPerFrame ?? .infinity
  }

  /// A way must be that much faster than the plain one: else the plain one is the better one.
  private static let margin = 1.1

  /// The fastest of the ways that were tried.
  init(_ shape: PackedShape, _ trials: [Trial]) {
    self.shape = shape
    self.trials = trials
    let direct = trials.first { $0.way == .direct }?.secondsPerFrame ?? .infinity
    guard let best = trials.min(by: { $0.secondsPerFrame < $1.secondsPerFrame }),
      best.way != .direct, best.secondsPerFrame * Self.margin < direct
    else {
      way = .direct
      reason = "no way through buffers is \(Self.margin) times as fast as reading at once"
      return
    }
    way = best.way
    let times = (direct / best.secondsPerFrame * 10).rounded() / 10
    reason = "\(times) times as fast as reading at once"
  }

  /// Keeps to plain reads from now on.
  mutating func fallBack() {
    way = .direct
    reason = "this driver reads into buffers on the caller's time"
  }
}

/// Tries the ways in which frames of one size may come back from a device.
struct ReadbackCalibration {
  /// How long all of it takes, about; a slow device may take a round of each longer.
  private static let budget: Duration = .milliseconds(50)
  /// Larger frames fill a read by themselves.
  private static let smallFrame = 1 << 20
  /// Bytes of a read of several frames: long enough for the bus, and few enough for memory.
  private static let largeRead = 32 << 20

  let context: Context
  let shape: PackedShape
  /// How long the frames of one way may take.
  let deadline: Duration

  /// The ways that suit the size.
  private var ways: [ReadbackPlan.Way] {
    guard shape.byteCount <= Self.smallFrame else { return [.direct, .ring(framesPerRead: 1)] }
    let most = Self.largeRead / shape.byteCount
    let limit = context.capabilities.maxRenderbufferSize / shape.height
    let several = [8, 32].filter { $0 <= min(most, limit) }
    return [.direct, .ring(framesPerRead: 1)] + several.map { .ring(framesPerRead: $0) }
  }

  /// Tries each way in turns and tells the best.
  func plan() throws(GLError) -> ReadbackPlan {
    let source = try PackedTarget(context, shape)
    let ring = ReadbackRing(context)
    var memory = [UInt8](repeating: 0, count: shape.byteCount)
    var least = [ReadbackPlan.Way: Double]()
    let start = ContinuousClock.now
    var round = 0
    // The first round makes buffers and, in some drivers, programs: it doesn't count.
    while round < 2 || ContinuousClock.now - start < Self.budget {
      for way in ways {
        let begin = ContinuousClock.now
        let frames = try run(way, source, ring, &memory)
        let seconds = (ContinuousClock.now - begin) / .seconds(1) / Double(frames)
        if round > 0 { least[way] = min(least[way] ?? .infinity, seconds) }
      }
      round += 1
    }
    return ReadbackPlan(
      shape,
      ways.map { ReadbackPlan.Trial(way: $0, secondsPerFrame: least[$0] ?? .infinity) })
  }

  /// Draws and reads some frames in one way, into the caller's memory; how many.
  private func run(
    _ way: ReadbackPlan.Way, _ source: PackedTarget, _ ring: ReadbackRing, _ memory: inout [UInt8]
  ) throws(GLError) -> Int {
    let deadline = ContinuousClock.now + deadline
    let frame = PackedFrame(source: .packed(source), byteCount: shape.byteCount)
    func draw(_ number: Int) {
      context.scissor(nil)
      source.framebuffer.clear(to: SIMD4(repeating: Float(number % 256) / 255))
    }
    switch way {
    case .direct:
      for i in 0..<ReadbackRing.depth {
        draw(i)
        var span = memory.mutableSpan
        try frame.read(into: &span, deadline: deadline)
      }
      return ReadbackRing.depth
    case .ring(let framesPerRead):
      let count = ReadbackRing.depth * framesPerRead
      var tickets: [ReadbackRing.Ticket] = []
      for i in 0..<count {
        draw(i)
        if let ticket = try ring.send(frame, framesPerRead: framesPerRead) {
          tickets.append(ticket)
        }
      }
      for ticket in tickets {
        try ring.receive(ticket, deadline: deadline) { $0.copy(to: &memory) }
      }
      return count
    }
  }
}
