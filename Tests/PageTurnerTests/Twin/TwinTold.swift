/// What a turner tells, in words and numbers; and what it shows.
struct TwinTold: CustomStringConvertible {
  var time: Double
  var words: String
  /// Places, told in stops.
  var place: Double?

  var description: String {
    "\(time) s: \(words)" + (place.map { " \($0)" } ?? "")
  }
}
