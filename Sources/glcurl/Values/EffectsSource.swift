internal import PageCurl
internal import PageFilm
internal import Synchronization

/// What `--effects` names: a stack of effects as JSON, or a file of it.
///
/// The file is read once, as it may be a pipe; a copy is the same source.
final class EffectsSource: Sendable {
  private let argument: String
  private let known = Mutex<EffectStack?>(nil)

  init(argument: String) throws {
    guard !argument.isEmpty else {
      throw InvalidValue("possible are a JSON file or an array such as [{\"effect\": \"skew\", …}]")
    }
    self.argument = argument
  }

  /// The file's name; nil where the argument is the JSON itself.
  var file: String? { argument.first == "[" || argument.first == "{" ? nil : argument }

  /// The stack, read with the first caller's limits.
  func stack(_ limits: Limits) throws(CommandError) -> EffectStack {
    if let stack = known.withLock({ $0 }) { return stack }
    let bytes =
      if let file {
        try FileName.contents(of: file, "'\(file)' (--effects)", limits, .jsonBytes)
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
