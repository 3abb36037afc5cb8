/// Largest allowed time of a frame, in units of OpenCV's remap of as many pixels.
enum LookBound {
  static let curl = 1.0
  static let unlitCurl = 0.8
  /// Turns whose leaves stay flat, and looks that change the curl's outline or scale.
  static let simple = 2.3
  /// Turns in perspective, and looks that change every pixel of the sheet.
  static let projected = 3.7
  /// Turns that bend a leaf in any cross-section.
  static let bent = 6.0
  /// Several of the above at once.
  static let combined = 7.5
  /// Frames of 16 bits.
  static let deep = 8.0

  /// The bound of a turn of the catalogue with its defaults.
  static func turn(_ name: String) -> Double {
    switch name {
    case "curl": curl
    case "none", "slide", "cover", "drop", "corner-fold": simple
    case "flip", "leaves", "effect", "card", "book-curl": projected
    case "roll", "hinge", "bend": bent
    default: preconditionFailure("the turn \(name) has no bound yet: give it one")
    }
  }

  /// The bound of a turn with opaque pages whose frames keep alpha.
  static func alpha(_ name: String) -> Double { max(projected, 1.2 * turn(name)) }
}
