internal import ArgumentParser

/// What `--overlay` leaves of a frame.
enum OverlayKind: String, CaseIterable, ExpressibleByArgument {
  /// The sheet alone.
  case sheet
  /// The sheet and the shadow that it casts.
  case shadow

  /// The command line with a value behind every `--overlay`, which may go without one.
  ///
  /// The parser has no options whose value may be missing. Only a word that is such a value is
  /// taken as one, so a file name after `--overlay` stays what it is.
  static func joined(_ words: [String]) -> [String] {
    var joined: [String] = []
    var rest = words[...]
    while let word = rest.popFirst(), word != "--" {
      guard word == "--overlay" else {
        joined.append(word)
        continue
      }
      let value = rest.first.flatMap(OverlayKind.init)
      if value != nil { rest.removeFirst() }
      joined.append("\(word)=\(value ?? .sheet)")
    }
    // Behind "--" all words are file names.
    return joined + words.dropFirst(words.firstIndex(of: "--") ?? words.count)
  }
}
