internal import GLES

/// Whether to pack frames of a size before readback, and why.
package struct PackingPlan: Sendable, Equatable {
  /// Time to pack and read a frame, seconds, the minimum of some rounds; infinite if impossible.
  ///
  /// Without the read if packing alone is already slower than `plain`.
  package let packed: Double
  /// Time to read a frame without packing, seconds.
  package let plain: Double

  /// Whether packing is faster; ignores the CPU's time to convert plain frames, because the CPU
  /// converts while the GPU draws.
  package var isWorthIt: Bool { packed < plain }

  /// Explanation in one line.
  package var reason: String {
    "packed and read in \(Self.text(packed)), read unpacked in \(Self.text(plain))"
  }

  private static func text(_ seconds: Double) -> String {
    let tenths = (seconds * 1e4).rounded()
    return tenths.isFinite ? "\(tenths / 10) ms" : "no known time"
  }
}

/// Measurement of packing.
extension ContextResources {
  /// Number of rounds, and of frames per round; the first round builds the program and isn't
  /// measured.
  private static let packingRounds = 4
  private static let packingFrames = 4

  /// Whether to pack frames of a size; measures on the first call.
  func packing(_ layout: PixelLayout, width: Int, height: Int) throws(GLError) -> PackingPlan {
    let shape = PackedShape(layout, width: width, height: height)
    if let known = packings[shape] { return known }
    let plain = try plan(PackedShape(.rgba8, width: width, height: height)).secondsPerFrame
    // A packed large frame may exceed the largest texture.
    if max(shape.width, shape.height) > context.capabilities.maxTextureSize {
      let found = PackingPlan(packed: .infinity, plain: plain)
      packings[shape] = found
      return found
    }
    let target = try target(width, height, .colour8)
    var least = Double.infinity
    for round in 0..<Self.packingRounds {
      context.scissor(nil)
      target.framebuffer.clear(to: SIMD4(0.25, 0.5, 0.75, 1))
      try waitForCommands()
      let start = ContinuousClock.now
      for _ in 0..<Self.packingFrames { _ = try packed(target, layout) }
      try waitForCommands()
      let seconds = (ContinuousClock.now - start) / .seconds(1) / Double(Self.packingFrames)
      if round > 0 { least = min(least, seconds) }
    }
    // If packing alone is slower, don't measure the read of packed frames.
    let read = least < plain ? try plan(shape).secondsPerFrame : 0
    let found = PackingPlan(packed: least + read, plain: plain)
    packings[shape] = found
    return found
  }

  /// Waits until all commands have finished.
  private func waitForCommands() throws(GLError) {
    try Fence(context).wait(until: .now + deadline, isCancelled: { Task.isCancelled })
  }
}
