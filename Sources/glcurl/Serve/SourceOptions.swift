#if Server
internal import ArgumentParser
internal import CurlServer
internal import WorkerLink

/// What signed paths of a server draw from.
struct SourceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Folder of pictures that GET /v1/render/SIGNATURE/OPTIONS/SOURCE draws from; see 'glcurl help \
      sign'. Symbolic links in it aren't followed. (default: such paths aren't answered)
      """, valueName: "folder"),
    completion: .directory)
  var sources: String?

  @Option(
    help: ArgumentHelp(
      """
      Secrets of the signatures of such paths. A line is a name, a colon and the secret, at least \
      64 hexadecimal digits (\(SignKeys.recipe)). Every secret is valid.
      """, valueName: "file"),
    completion: .file())
  var signKeys: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Bytes of drawn pictures that are kept for paths that come again, with K, M or G; 0 keeps \
      none. (default: 64M)
      """, valueName: "bytes"),
    transform: { $0 == "0" ? 0 : try Value.bytes($0) })
  var cacheMemory: Int?

  func validate() throws {
    if let sources, signKeys == nil {
      throw ValidationError(
        "--sources \(sources) answers signed paths alone: make a secret with "
          + "'\(SignKeys.recipe) > sign.txt', and add --sign-keys sign.txt")
    }
    if sources == nil && signKeys != nil {
      throw ValidationError("--sign-keys is for --sources: add the folder of pictures")
    }
  }

  /// Where the secrets are; nil without the option.
  var reader: KeysReader? { signKeys.map { KeysReader(path: $0, option: "--sign-keys") } }

  /// Opens the folder and reads the secrets; nil without the options.
  func open() throws(CommandError) -> SignedSources? {
    guard let sources, let reader else { return nil }
    let keys = try reader.keys { text throws(KeyFile.Fault) in try SignKeys(text) }
    do throws(LinkError) {
      return SignedSources(folder: try SourceFolder(path: sources), keys: keys)
    } catch {
      throw CommandError(.inputMissing, "cannot open the folder '\(sources)' (--sources): \(error)")
    }
  }
}
#endif
