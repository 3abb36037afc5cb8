internal import PageCurl
internal import PageFilm
internal import Synchronization

/// Value of `--look`: the name of a look, or its JSON file.
///
/// The file is read once, because it may be a pipe; a copy shares the result.
final class LookSource: Sendable {
  /// Name of the file; nil for a look of the program.
  let file: String?
  private let known: Mutex<NamedLook?>

  init(_ look: NamedLook) {
    file = nil
    known = Mutex(look)
  }

  /// A name, or a file with a slash or the extension json in its name.
  init(argument: String) throws {
    let look = NamedLook.named(argument)
    if look == nil && !argument.contains("/") && FileName.fileExtension(argument) != "json" {
      throw InvalidValue(
        Spelling.hint(for: argument, among: NamedLook.names) + ", or a file of the extension json")
    }
    file = look == nil ? argument : nil
    known = Mutex(look)
  }

  /// The look, read with the first caller's limits.
  func look(_ limits: Limits) throws(CommandError) -> NamedLook {
    if let look = known.withLock({ $0 }) { return look }
    let path = file ?? ""
    let bytes = try InputFile.contents(of: path, "'\(path)' (--look)", limits, .jsonBytes)
    let look: NamedLook
    do throws(JSONFault) {
      look = try NamedLook(file: path, bytes, limits)
    } catch {
      throw CommandError(error, in: path)
    }
    known.withLock { $0 = look }
    return look
  }
}
