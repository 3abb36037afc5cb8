#if Server
internal import CurlServer
internal import PageCurl
internal import PageFilm

/// A file of keys that an option names.
struct KeysReader: Sendable {
  let path: String
  /// The option, such as "--keys".
  let option: String

  /// What `make` gets from the file's text.
  ///
  /// - Throws: An error with the file's name, and the line if that is wrong.
  func keys<Keys>(
    _ make: (String) throws(KeyFile.Fault) -> Keys
  ) throws(CommandError) -> Keys {
    let bytes = try InputFile.contents(of: path, "'\(path)' (\(option))", Limits(), .jsonBytes)
    do throws(KeyFile.Fault) {
      return try make(String(decoding: bytes, as: UTF8.self))
    } catch {
      throw CommandError(.badInput, "\(path):\(error.line): \(error.what)")
    }
  }

  /// Reads the file again; the old keys stay if it is wrong.
  func reload(_ replace: (String) throws(KeyFile.Fault) -> Void) {
    do throws(CommandError) {
      try keys(replace)
      Console.say("\(path) has been read again")
    } catch {
      Console.say("\(error.message); the old keys stay")
    }
  }
}
#endif
