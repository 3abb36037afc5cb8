internal import PageCurl

/// What `--margin` says that is drawn around the page.
enum MarginSource: Sendable {
  /// As much as the whole turn needs.
  case auto
  /// The same on all sides.
  case length(Length)

  init(argument: String) throws {
    guard argument != "auto" else {
      self = .auto
      return
    }
    do {
      self = .length(try Value.length(argument))
    } catch let error as InvalidValue {
      throw InvalidValue("\(error.description); or auto, what the turn needs")
    }
  }
}
