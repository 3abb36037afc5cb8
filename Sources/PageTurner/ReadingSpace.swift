import CurlCore

/// The view as its reader goes along it: all rules are worked out here, and a book bound at the right
/// or at the top differs from one bound at the left by this alone.
struct ReadingSpace: Equatable {
  /// The view's size in pixels.
  var size: SIMD2<Double>
  /// Where the book is bound.
  var binding: Binding

  /// Pixels along the way of the leaves.
  var length: Double { binding == .top ? size.y : size.x }
  /// Pixels across it.
  var width: Double { binding == .top ? size.x : size.y }

  /// A point of the view: x along, from where reading starts, and y across.
  func place(_ point: SIMD2<Double>) -> SIMD2<Double> {
    switch binding {
    case .left: point
    case .right: SIMD2(size.x - point.x, point.y)
    case .top: SIMD2(point.y, point.x)
    }
  }
}
