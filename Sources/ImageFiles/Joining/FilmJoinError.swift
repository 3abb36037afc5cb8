/// An error while segments of a film are joined.
package enum FilmJoinError: Error, CustomStringConvertible {
  /// The segment of this number, from 0, is damaged or doesn't fit; the message is a sentence.
  ///
  /// Drawing the segment again may help.
  case segment(Int, String)
  /// The sink threw this error.
  case output(any Error)

  package var description: String {
    switch self {
    case .segment(_, let message): message
    case .output(let error): "cannot write the joined film: \(error)"
    }
  }
}

/// A fault, before it is known in which segment.
enum JoinFault: Error {
  /// Completes a sentence: "has 3 frames of 60".
  case finding(String)
  /// The sink threw this error.
  case output(any Error)

  /// A size or a number is impossible, or the file ends too early.
  static let damage = JoinFault.finding("is damaged or cut off")

  /// The segment has another number of frames than it should have.
  static func count(_ count: Int, of frames: Int) -> JoinFault {
    .finding("has \(count) frame\(count == 1 ? "" : "s") of \(frames)")
  }

  /// The segment can't follow the first one.
  static func difference(_ what: String) -> JoinFault {
    .finding("differs from the first segment in \(what)")
  }
}
