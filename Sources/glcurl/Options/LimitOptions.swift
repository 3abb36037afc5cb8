internal import ArgumentParser
internal import ImageFiles
internal import PageCurl

/// How much input may ask for.
struct LimitOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Pixels that a picture may have, read or written: a guard against files that claim absurd \
      sizes. 1 to 10000000000. (default: \(Limits.Name.pixels.standard))
      """, valueName: "pixels"),
    transform: Value.count(1...10_000_000_000))
  var maxPixels = Limits.Name.pixels.standard

  @Option(
    help: ArgumentHelp(
      """
      Allow more, or less, of something that files can ask for, each 1 or more: \(Self.table). May \
      be given several times; input over a limit ends the program with status 65.
      """, valueName: "name=value"),
    transform: GivenLimit.init(argument:))
  var limit: [GivenLimit] = []

  /// The limits with their defaults, for the help.
  private static var table: String {
    Limits.Name.allCases.filter { $0 != .pixels }.map {
      "\($0.rawValue) (\($0.meaning), default \($0.standard))"
    }.joined(separator: ", ")
  }

  /// All of them.
  var values: Limits {
    var limits = Limits()
    limits[.pixels] = maxPixels
    for given in limit { limits[given.name] = given.value }
    return limits
  }

  /// Reads a picture.
  func read(_ path: String) throws(CommandError) -> Pixmap {
    try CommandError.wrapping { () throws(ImageFileError) in
      try ImageFile.read(path: path, limits: values)
    }
  }
}

/// One limit as it is given.
struct GivenLimit: Sendable {
  let name: Limits.Name
  let value: Int

  init(argument: String) throws {
    let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
    let names = Limits.Name.allCases.map(\.rawValue)
    guard parts.count == 2 else {
      throw InvalidValue("it must be a name and a value, such as side=100000")
    }
    guard let name = Limits.Name(rawValue: parts[0]) else {
      throw InvalidValue("there is no such limit: \(Spelling.hint(for: parts[0], among: names))")
    }
    self.name = name
    value = try Value.count(1...name.most)(parts[1])
  }
}

extension LimitExceeded {
  /// The way out, for a user of the program.
  var help: String {
    name == .pixels
      ? "allow more with --max-pixels"
      : "allow more with --limit \(name.rawValue)=\(value)"
  }
}
