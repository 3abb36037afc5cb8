internal import PageCurl
internal import PageFilm
internal import Synchronization

/// Value of `--effects`: a stack of effects as JSON, or its file.
///
/// The file is read once, because it may be a pipe; a copy shares the result.
final class EffectsSource: Sendable {
  private let argument: String
  private let known = Mutex<EffectStack?>(nil)

  init(argument: String) throws {
    guard !argument.isEmpty else {
      throw InvalidValue("give a JSON file or an array such as [{\"effect\": \"skew\", …}]")
    }
    self.argument = argument
  }

  /// Name of the file; nil if the argument is JSON.
  var file: String? { argument.first == "[" || argument.first == "{" ? nil : argument }

  /// The stack, read with the first caller's limits.
  func stack(_ limits: Limits) throws(CommandError) -> EffectStack {
    if let stack = known.withLock({ $0 }) { return stack }
    let bytes =
      if let file {
        try InputFile.contents(of: file, "'\(file)' (--effects)", limits, .jsonBytes)
      } else {
        Array(argument.utf8)
      }
    let stack: EffectStack
    do throws(JSONFault) {
      var reader = EffectsReader(limits)
      stack = try reader.read(try JSONParser.parse(bytes, limits), "")
    } catch {
      throw CommandError(error, in: file ?? "--effects")
    }
    known.withLock { $0 = stack }
    return stack
  }
}
