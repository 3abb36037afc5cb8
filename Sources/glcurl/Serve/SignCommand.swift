#if Server
internal import ArgumentParser
internal import CurlServer
internal import PageCurl

/// `glcurl sign`: signs a path of `glcurl serve --sources`.
struct SignCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sign",
    abstract: "Sign a path for glcurl serve.",
    discussion: """
      Prints /v1/render/SIGNATURE/OPTIONS/SOURCE, which 'glcurl serve --sources' answers with a \
      picture, without a key and for pages of any site.

      OPTIONS are NAME=VALUE with commas between: those of 'glcurl frame' that draw, p.NAME for a \
      parameter of the turn, exp for the time at which the path expires, in seconds since 1970, \
      and v=TEXT for a version of the source, which changes with the source, so that browsers keep \
      the picture for up to a year. SOURCE is two pictures in the folder, FRONT:NEXT, or a folder \
      in it with the option page=N, from 1, for the turn of page N. In both, %XX encodes \
      characters with a meaning: %2C a comma in a value, %3A a colon in a name.

      EXAMPLES
        glcurl sign --sign-keys sign.txt progress=0.4 book/1.png:book/2.png
        glcurl sign --sign-keys sign.txt progress=0.4,page=3,exp=1893456000 book

      The signature is HMAC-SHA256. In a shell, with percent-encoded options and source, and / as \
      %2F:

      \(SignedPath.recipe.split(separator: "\n").map { "  \($0)" }.joined(separator: "\n"))
      """)

  @Option(
    help: ArgumentHelp("Secrets, as for 'glcurl serve'; the last one signs.", valueName: "file"),
    completion: .file())
  var signKeys: String

  @Argument(help: ArgumentHelp("Options of the picture.", valueName: "options"))
  var options: String

  @Argument(help: ArgumentHelp("What to draw from.", valueName: "source"))
  var source: String

  func run() throws {
    let path = SignedPath(encoding: options, source)
    do {
      let options = try RenderOptions(path.options)
      _ = try RenderSource(path.source, page: options.page)
      let frame = RequestOptions(FrameRequest.self, Limits())
      _ = try frame.parse(frame.members(options.json), pictures: [], as: FrameRequest.self)
    } catch let problem as Problem {
      throw CommandError(.usage, problem.detail)
    } catch let fault as WorkerFault {
      throw CommandError(.usage, (fault.field.map { "\($0): " } ?? "") + fault.detail)
    }
    let keys = try KeysReader(path: signKeys, option: "--sign-keys")
      .keys { text throws(KeyFile.Fault) in try SignKeys(text) }
    try Console.write(path.path(keys) + "\n")
  }
}
#endif
