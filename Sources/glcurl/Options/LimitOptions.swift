internal import ArgumentParser
internal import CurlSystem
internal import ImageFiles
internal import PageCurl

/// Limits on input and on the whole run.
struct LimitOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Most pixels of a picture, read or written, 1 to 10000000000; a guard against files that \
      claim absurd sizes. (default: \(Limits.Name.pixels.standard))
      """, valueName: "pixels"),
    transform: Value.count(1...10_000_000_000))
  var maxPixels = Limits.Name.pixels.standard

  @Option(
    help: ArgumentHelp(
      """
      Most memory of the whole run, including the encoder: bytes, or with K, M or G. Exceeding it \
      is an error with status 69. (default: the system's limit)
      """, valueName: "bytes"),
    transform: Value.bytes)
  var maxMemory: Int?

  @Option(
    help: ArgumentHelp(
      """
      Time limit of the whole run, including the encoder, seconds, 0.001 to 1000000. Exceeding it \
      is an error with status 75. (default: no limit)
      """, valueName: "seconds"),
    transform: Value.number(0.001...1e6))
  var timeout: Double?

  @Option(
    help: ArgumentHelp(
      """
      Set a limit on what files may ask for, 1 or more: \(Self.table). May be repeated. Input over \
      a limit is an error with status 65.
      """, valueName: "name=value"),
    transform: GivenLimit.init(argument:))
  var limit: [GivenLimit] = []

  /// The limits with their defaults, for the help.
  private static var table: String {
    Limits.Name.allCases.filter { $0 != .pixels }.map {
      "\($0.rawValue) (\($0.meaning), default \($0.standard))"
    }.joined(separator: ", ")
  }

  /// All limits.
  var values: Limits {
    var limits = Limits()
    limits[.pixels] = maxPixels
    for given in limit { limits[given.name] = given.value }
    return limits
  }

  /// Starts to watch memory and time here, before anything is read.
  func validate() {
    if let maxMemory {
      MemoryLedger.shared.most = maxMemory
      Watchdog.shared.limit(memory: maxMemory)
    }
    if let timeout { Watchdog.shared.limit(seconds: timeout) }
  }

  /// Reads a picture.
  func read(_ input: PictureInput) throws(CommandError) -> Pixmap {
    try CommandError.wrapping { () throws(ImageFileError) in
      try input.read(values)
    }
  }

  /// Throws if pages of a size exceed the limit of pixels in memory.
  func check(pages: Int, of size: PageSize) throws(CommandError) {
    do throws(LimitExceeded) {
      try values.check(pages: pages, width: size.width, height: size.height)
    } catch {
      throw CommandError(error)
    }
  }
}

/// A limit given by `--limit`.
struct GivenLimit: Sendable {
  let name: Limits.Name
  let value: Int

  init(argument: String) throws {
    let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
    let names = Limits.Name.allCases.map(\.rawValue)
    guard parts.count == 2 else {
      throw InvalidValue("give a name and a value, such as side=100000")
    }
    guard let name = Limits.Name(rawValue: parts[0]) else {
      throw InvalidValue("unknown limit: \(Spelling.hint(for: parts[0], among: names))")
    }
    self.name = name
    value = try Value.count(1...name.most)(parts[1])
  }
}

extension LimitExceeded {
  /// The remedy, for a user of the program.
  var help: String {
    name == .pixels
      ? "allow more with --max-pixels"
      : "allow more with --limit \(name.rawValue)=\(value)"
  }
}
