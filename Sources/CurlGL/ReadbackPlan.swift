internal import GLES

/// How frames of one size are read back from a device, and why.
package struct ReadbackPlan: Sendable, Equatable {
  /// A method to read pixels back.
  package enum Method: Sendable, Hashable {
    /// Waits for each frame and copies it into the caller's memory.
    case direct
    /// Reads through buffers in rotation, one or more frames per read, while the GPU draws later
    /// frames.
    case ring(framesPerRead: Int)
  }

  /// Measurement of a method: seconds per frame, the minimum of some rounds.
  package struct Trial: Sendable, Equatable {
    package let method: Method
    package let secondsPerFrame: Double
  }

  /// Size of a frame's read.
  package let shape: PackedShape
  package internal(set) var method: Method
  /// Results of the calibration.
  package let trials: [Trial]
  /// Reason for the chosen method, one line.
  package internal(set) var reason: String

  /// Seconds per frame with the chosen method; infinite if it wasn't measured.
  package var secondsPerFrame: Double {
    trials.first { $0.method == method }?.secondsPerFrame ?? .infinity
  }

  /// A ring is chosen only if it is faster than direct reads by this factor.
  private static let margin = 1.1

  /// Chooses the fastest measured method.
  init(_ shape: PackedShape, _ trials: [Trial]) {
    self.shape = shape
    self.trials = trials
    let direct = trials.first { $0.method == .direct }?.secondsPerFrame ?? .infinity
    guard let best = trials.min(by: { $0.secondsPerFrame < $1.secondsPerFrame }),
      best.method != .direct, best.secondsPerFrame * Self.margin < direct
    else {
      method = .direct
      reason = "no way through buffers is \(Self.margin) times as fast as reading at once"
      return
    }
    method = best.method
    let times = (direct / best.secondsPerFrame * 10).rounded() / 10
    reason = "\(times) times as fast as reading at once"
  }

  /// Uses direct reads from now on.
  mutating func fallBack() {
    method = .direct
    reason = "this driver reads into buffers on the caller's time"
  }
}

/// Measures the methods to read frames of one size back.
struct ReadbackCalibration {
  /// Approximate duration of the calibration; at least two rounds run, however slow the device.
  private static let budget: Duration = .milliseconds(50)
  /// Largest frame that may share a read with others, bytes.
  private static let smallFrame = 1 << 20
  /// Largest read of several frames, bytes: enough to use the bus well, and not too much memory.
  private static let largeRead = 32 << 20

  let context: Context
  let shape: PackedShape
  /// Time limit for one round of one method.
  let deadline: Duration

  /// The methods that suit the size.
  private var methods: [ReadbackPlan.Method] {
    guard shape.byteCount <= Self.smallFrame else { return [.direct, .ring(framesPerRead: 1)] }
    let most = Self.largeRead / shape.byteCount
    let limit = context.capabilities.maxRenderbufferSize / shape.height
    let several = [8, 32].filter { $0 <= min(most, limit) }
    return [.direct, .ring(framesPerRead: 1)] + several.map { .ring(framesPerRead: $0) }
  }

  /// Measures all methods in rotation and returns the best.
  func plan() throws(GLError) -> ReadbackPlan {
    let source = try PackedTarget(context, shape)
    let ring = ReadbackRing(context)
    var memory = [UInt8](repeating: 0, count: shape.byteCount)
    var least = [ReadbackPlan.Method: Double]()
    let start = ContinuousClock.now
    var round = 0
    // Don't count the first round: it creates buffers and, in some drivers, programs.
    while round < 2 || ContinuousClock.now - start < Self.budget {
      for method in methods {
        let begin = ContinuousClock.now
        let frames = try run(method, source, ring, &memory)
        let seconds = (ContinuousClock.now - begin) / .seconds(1) / Double(frames)
        if round > 0 { least[method] = min(least[method] ?? .infinity, seconds) }
      }
      round += 1
    }
    return ReadbackPlan(
      shape,
      methods.map { ReadbackPlan.Trial(method: $0, secondsPerFrame: least[$0] ?? .infinity) })
  }

  /// Draws frames and reads them into memory by one method; returns their number.
  private func run(
    _ method: ReadbackPlan.Method, _ source: PackedTarget, _ ring: ReadbackRing,
    _ memory: inout [UInt8]
  ) throws(GLError) -> Int {
    let deadline = ContinuousClock.now + deadline
    let frame = PackedFrame(source: .packed(source), byteCount: shape.byteCount)
    func draw(_ number: Int) {
      context.scissor(nil)
      source.framebuffer.clear(to: SIMD4(repeating: Float(number % 256) / 255))
    }
    switch method {
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
