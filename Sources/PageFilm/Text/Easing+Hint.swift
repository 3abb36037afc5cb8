package import PageCurl

extension Easing {
  /// End of an error message about an invalid easing: its valid numbers, or the valid names.
  ///
  /// `more` are names that are valid besides those of easings.
  package static func hint(for name: String, more: [String] = []) -> String {
    let (bezier, spring) = ("cubic-bezier(x1, y1, x2, y2)", "spring(response, damping)")
    if name.hasPrefix("cubic-bezier") {
      return "give \(bezier) with both x from 0 to 1 and both y from -1000 to 1000"
    }
    if name.hasPrefix("spring") {
      let (response, damping) = (Spring.responses, Spring.dampings)
      return "give \(spring) with a response, a share of the duration, from "
        + "\(response.lowerBound.short) to \(response.upperBound.short), and a damping from "
        + "\(damping.lowerBound.short) to \(damping.upperBound.short)"
    }
    let names = more + Easing.names
    let meant = Spelling.nearest(to: name, among: names).map { "did you mean \"\($0)\"? " } ?? ""
    return meant + "choose one of \(names.joined(separator: ", ")), \(bezier) and \(spring)"
  }
}
