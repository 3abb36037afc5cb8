internal import ArgumentParser

/// Messages on standard error.
struct TalkOptions: ParsableArguments {
  @Flag(name: .shortAndLong, help: "Print only errors on standard error.")
  var quiet = false

  /// Prints a message that isn't an error.
  func say(_ message: String) {
    if !quiet { Console.say(message) }
  }
}
