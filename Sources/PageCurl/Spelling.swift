/// Finds the name that a misspelt name stands for.
package enum Spelling {
  /// The most similar name, with at most a third of its letters wrong; nil if there is none.
  ///
  /// Case and hyphens are ignored.
  package static func nearest(to word: String, among names: [String]) -> String? {
    // Words from files may have any length, and the distance takes quadratic time.
    guard word.utf8.count <= 64 else { return nil }
    let plain = Self.plain(word)
    let found = names.map { ($0, distance(plain, Self.plain($0))) }.min { $0.1 < $1.1 }
    guard let (name, distance) = found, 3 * distance <= max(name.count, 3) else { return nil }
    return name
  }

  /// End of an error message: "choose one of a, b", after "did you mean a?" if a name is similar.
  package static func hint(for word: String, among names: [String]) -> String {
    let choice = "choose one of \(names.joined(separator: ", "))"
    return nearest(to: word, among: names).map { "did you mean \($0)? \(choice)" } ?? choice
  }

  private static func plain(_ word: String) -> [UInt8] {
    word.lowercased().utf8.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "_") }
  }

  /// Number of letters to insert, delete, replace or swap with their neighbours (the restricted
  /// Damerau–Levenshtein distance).
  private static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
    var (before, last) = ([Int](), Array(0...b.count))
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        var best = min(row[j] + 1, last[j + 1] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { best = min(best, before[j - 1] + 1) }
        row.append(best)
      }
      (before, last) = (last, row)
    }
    return last[b.count]
  }
}
