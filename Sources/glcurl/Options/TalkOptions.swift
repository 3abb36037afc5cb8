internal import ArgumentParser

/// What is said on standard error.
struct TalkOptions: ParsableArguments {
  @Flag(name: .shortAndLong, help: "Say nothing on standard error but errors.")
  var quiet = false

  /// Says something that isn't an error.
  func say(_ message: String) {
    if !quiet { Console.say(message) }
  }
}
