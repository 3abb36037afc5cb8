/// What happens to a twin.
enum TwinEvent {
  case down(Int, SIMD2<Double>)
  case move(Int, SIMD2<Double>)
  case up(Int, SIMD2<Double>)
  case cancel(Int)
  case turn(TwinWish)
  case abort(atOnce: Bool)
  case tick
  /// "ready", "failed" or "stale".
  case page(Int, String)
  case edit(TwinEdit)
  /// Along and across the reader's way are x and y with a binding at the side.
  case layout(SIMD2<Double>?, TwinBook.Layout?, String?)
  case rules(TwinRules)
}

/// A turn that is asked for.
struct TwinWish {
  /// +1 or −1 stop from where the book is then, or nil for a stop.
  var step: Int?
  /// The stop; the last one is .max.
  var stop = 0
  var isShown = true
  var isDirect = false
  var delay = 0.0
  /// "navigation", "tap", "autoplay", "edit".
  var cause = "navigation"
}

/// A change of the book.
struct TwinEdit {
  /// "insert", "delete", "update", "reload".
  var kind: String
  var at = 0
  var count = 1
  var words: String { "\(kind) \(at) \(count)" }
}
