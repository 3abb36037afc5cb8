internal import ArgumentParser

/// Values of `--overlay`.
enum OverlayKind: String, CaseIterable, ExpressibleByArgument {
  /// The sheet alone.
  case sheet
  /// The sheet and its shadow.
  case shadow

  /// The command line with a value after every `--overlay`, whose value is optional.
  ///
  /// The parser has no options with optional values. Only a valid value is taken as one, so that a
  /// file name after `--overlay` stays a file name.
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
    // After "--" all words are file names.
    return joined + words.dropFirst(words.firstIndex(of: "--") ?? words.count)
  }
}
