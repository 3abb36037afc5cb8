import CurlCore
import PageTurner
import Testing

/// What is told of recorded gestures, word for word.
///
/// Each trace was gone through by hand against the rules; where one changes, so must the reason for
/// it be found. A failure prints what is told instead.
@Suite struct TraceTests {
  @Test(arguments: RecordedScript.all) func theTraceIsTheOneThatWasGoneThrough(
    recorded: RecordedScript
  ) throws {
    let told = try recorded.script.play().told.map(\.line)
    #expect(told == recorded.trace, "\(recorded.name):\n\(told.joined(separator: "\n"))")
    // Looking on changes nothing of it.
    #expect(try recorded.script.play(tick: 1.0 / 60).told.map(\.line) == recorded.trace)
  }

  @Test(arguments: RecordedScript.all.filter { $0.script.book.binding == .left })
  func copiesBoundElsewhereTellTheSame(recorded: RecordedScript) throws {
    for binding in [Binding.right, .top] {
      let copy = recorded.script.bound(binding)
      #expect(try copy.play().told.map(\.line) == recorded.trace, "\(binding)")
    }
  }
}

extension TurnerOutput {
  /// One line: the time in milliseconds, what, and its fields.
  var line: String {
    let milliseconds = (time * 1e6).rounded() / 1e3
    return "\(milliseconds) \(kind)".replacing("PageTurner.", with: "")
      .replacing("TurnerOutput.", with: "").replacing(".0 ", with: " ")
  }
}
