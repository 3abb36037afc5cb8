public import ArgumentParser
internal import PageCurl
internal import PageFilm

extension RulesPreset: ExpressibleByArgument {}

extension FilmFormat: ExpressibleByArgument {}

extension Setting {
  /// Parses `name=value`.
  init(argument: String) throws {
    let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
    guard parts.count == 2, let quantity = Quantity(parts[1]) else {
      throw InvalidValue(
        "give name=value with a number, such as radius=12% (glcurl turns lists the names)")
    }
    self.init(source: "--set \(parts[0])", name: parts[0], quantity)
  }

  /// Throws if a turn lacks the parameter or rejects the value.
  func check(_ turn: any Turn) throws(CommandError) {
    if let fault = fault(on: turn) { throw CommandError(.usage, fault) }
  }
}

extension Pause {
  /// Parses `12` frames or `0.5s`.
  init(argument: String) throws {
    if argument.hasSuffix("s"), let seconds = Double(argument.dropLast()),
      (0...3600).contains(seconds)
    {
      self = .seconds(seconds)
    } else if let frames = Int(argument), (0...100_000).contains(frames) {
      self = .frames(frames)
    } else {
      throw InvalidValue(
        "give frames, 0 to 100000, or seconds, such as 0.5s, up to 3600s")
    }
  }
}

extension Easing {
  /// Parses `paper`, `cubic-bezier(x1, y1, x2, y2)` and so on.
  init(argument: String) throws {
    guard let easing = Easing(name: argument) else {
      throw InvalidValue(Easing.hint(for: argument))
    }
    self = easing
  }
}

extension TurnKind {
  /// Parses `slide` or `slide:up`.
  init(argument: String) throws {
    switch Self.find(argument) {
    case .success(let kind): self = kind
    case .failure(let fault): throw InvalidValue(fault.hint)
    }
  }
}
