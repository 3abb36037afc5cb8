/// One thread's scratch memory for painting rows of layers.
@safe final class StackScratch {
  /// For each layer: the pixels of the current row that it may touch, and those that it fills.
  var touched: [Range<Int>]
  var filled: [Range<Int>]
  /// Layers over the painted one, the highest first.
  var over: [Int] = []
  private let lights = ScratchBuffer<Float>()
  private let linear = ScratchBuffer<UInt16>()

  init(layers: Int) {
    touched = Array(repeating: 0..<0, count: layers)
    filled = touched
  }

  /// Uninitialized memory for the light of `count` pixels.
  func light(_ count: Int) -> UnsafeMutablePointer<Float> { unsafe lights.of(count) }

  /// Uninitialized memory for `count` numbers.
  func numbers(_ count: Int) -> UnsafeMutablePointer<UInt16> { unsafe linear.of(count) }
}

/// Memory for one thread's numbers, which grows on demand.
@safe final class ScratchBuffer<Number: BitwiseCopyable> {
  private var start = UnsafeMutablePointer<Number>.allocate(capacity: 0)
  private var capacity = 0

  deinit { unsafe start.deallocate() }

  /// Uninitialized memory for at least `count` numbers, valid until the next call.
  func of(_ count: Int) -> UnsafeMutablePointer<Number> {
    if count > capacity {
      unsafe start.deallocate()
      unsafe start = .allocate(capacity: 2 * count)
      capacity = 2 * count
    }
    return unsafe start
  }
}
