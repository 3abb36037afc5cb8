package import CurlCore

/// One thread's scratch memory for painting rows of layers.
@safe package final class StackScratch {
  /// For each layer: the pixels of the current row that it may touch, and those that it fills.
  var touched: [Range<Int>]
  var filled: [Range<Int>]
  /// For each sheet: the pieces of the current row.
  var pieces: [StackSheet.Pieces?]
  /// Layers over the painted one, the highest first.
  var over: [Int] = []
  /// Whether spans have drawn any pixel since this was set to false.
  var hasSpans = false
  /// The linear light and alpha 0…32767 of the row's pixels whose last paint was an edge.
  var unrounded: [SIMD4<Float>?]
  /// The lights of each half turn; nil for other sheets, and if a page has alpha.
  let strips: [StripLights?]
  private let lights = ScratchBuffer<Float>()
  private let linear = ScratchBuffer<UInt16>()
  private let power = ScratchBuffer<UInt16>()
  private let exact = ScratchBuffer<Float>()
  private let cast = ScratchBuffer<UInt16>()

  /// Memory for a scene's rows.
  package init(_ stack: Stack, _ sheets: [StackSheet]) {
    touched = Array(repeating: 0..<0, count: stack.layers.count)
    filled = touched
    pieces = sheets.map { _ in nil }
    unrounded = Array(repeating: nil, count: stack.width)
    strips = sheets.map { sheet in
      sheet.section == nil && sheet.front != nil
        ? StripLights(
          sheet.frame, isCovered: sheet.rows != nil, hasGround: true,
          hasRolledUp: stack.sheets.count > 1) : nil
    }
  }

  /// Forgets what is known of pixels that are to be painted.
  func forget(_ pixels: Range<Int>) {
    for x in pixels { unrounded[x] = nil }
  }

  /// Bytes of fields of light.
  var fieldBytes: Int { strips.reduce(0) { $0 + ($1?.bytes ?? 0) } }

  /// Uninitialized memory for the light of `count` pixels.
  func light(_ count: Int) -> UnsafeMutablePointer<Float> { unsafe lights.of(count) }

  /// Uninitialized memory for the light that sheets leave on `count` pixels of another.
  func castLight(_ count: Int) -> UnsafeMutablePointer<UInt16> { unsafe cast.of(count) }

  /// Uninitialized memory for the exact light of `count` pixels.
  func exactLight(_ count: Int) -> UnsafeMutablePointer<Float> { unsafe exact.of(count) }

  /// Uninitialized memory for the powers of the light of `count` pixels.
  func powers(_ count: Int) -> UnsafeMutablePointer<UInt16> { unsafe power.of(count) }

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
