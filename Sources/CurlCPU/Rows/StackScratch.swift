/// What one thread needs to paint rows of layers.
@safe final class StackScratch {
  /// Of each layer: the pixels of the row at hand that it may touch, and those it fills.
  var touched: [Range<Int>]
  var filled: [Range<Int>]
  /// Layers over what is painted, the highest first.
  var over: [Int] = []
  private let lights = Room<Float>()
  private let linear = Room<UInt16>()

  init(layers: Int) {
    touched = Array(repeating: 0..<0, count: layers)
    filled = touched
  }

  /// Memory for the light of `count` pixels, anything at first.
  func light(_ count: Int) -> UnsafeMutablePointer<Float> { unsafe lights.of(count) }

  /// Memory for `count` numbers, anything at first.
  func numbers(_ count: Int) -> UnsafeMutablePointer<UInt16> { unsafe linear.of(count) }
}

/// Memory for numbers of one thread, which grows where more are asked for.
@safe final class Room<Number: BitwiseCopyable> {
  private var start = UnsafeMutablePointer<Number>.allocate(capacity: 0)
  private var capacity = 0

  deinit { unsafe start.deallocate() }

  /// Memory for at least `count` numbers, until it is asked for again; they are anything at first.
  func of(_ count: Int) -> UnsafeMutablePointer<Number> {
    if count > capacity {
      unsafe start.deallocate()
      unsafe start = .allocate(capacity: 2 * count)
      capacity = 2 * count
    }
    return unsafe start
  }
}
