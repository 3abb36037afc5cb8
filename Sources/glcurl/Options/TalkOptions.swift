internal import ArgumentParser

/// Messages on standard error.
struct TalkOptions: ParsableArguments {
  @Flag(name: .shortAndLong, help: "Say nothing on standard error but errors.")
  var quiet = false

  /// Prints a message that isn't an error.
  func say(_ message: String) {
    if !quiet { Console.say(message) }
  }
}
