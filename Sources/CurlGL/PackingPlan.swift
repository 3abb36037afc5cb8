internal import GLES

/// Whether frames of one size had better be packed before they come back, and why so.
package struct PackingPlan: Sendable, Equatable {
  /// Seconds of the clock for a frame that is packed and then read, the least of some rounds; for
  /// one that is packed alone, where that takes longer already.
  package let packed: Double
  /// The same of one that is read as it is.
  package let plain: Double

  /// Whether packing is the faster way, whatever the processor's own conversion takes: that runs
  /// beside the drawing.
  package var isWorthIt: Bool { packed < plain }

  /// One line for people.
  package var reason: String {
    "packed and read in \(Self.text(packed)), read as it is in \(Self.text(plain))"
  }

  private static func text(_ seconds: Double) -> String {
    let tenths = (seconds * 1e4).rounded()
    return tenths.isFinite ? "\(tenths / 10) ms" : "no known time"
  }
}

/// Tries what packing takes.
extension Stage {
  /// Rounds, of which the first makes the program, and frames of each.
  private static let packingRounds = 4
  private static let packingFrames = 4

  /// Whether frames of a size had better be packed, found by trying where that isn't known yet.
  func packing(_ layout: PixelLayout, width: Int, height: Int) throws(GLError) -> PackingPlan {
    let shape = PackedShape(layout, width: width, height: height)
    if let known = packings[shape] { return known }
    let plain = try plan(PackedShape(.rgba8, width: width, height: height)).secondsPerFrame
    // Packed, a large frame may be higher than any texture.
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
      try settle()
      let start = ContinuousClock.now
      for _ in 0..<Self.packingFrames { _ = try packed(target, layout) }
      try settle()
      let seconds = (ContinuousClock.now - start) / .seconds(1) / Double(Self.packingFrames)
      if round > 0 { least = min(least, seconds) }
    }
    // What takes longer by itself needs no look at how packed frames are read.
    let read = least < plain ? try plan(shape).secondsPerFrame : 0
    let found = PackingPlan(packed: least + read, plain: plain)
    packings[shape] = found
    return found
  }

  /// Waits until all that was asked for is drawn.
  private func settle() throws(GLError) {
    try Fence(context).wait(until: .now + deadline, isCancelled: { Task.isCancelled })
  }
}
