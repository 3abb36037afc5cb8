internal import ImageFiles
internal import PageCache
internal import PageCurl
internal import PageFilm
internal import SamplePages

/// An error that ends the program: an exit status and a message.
struct CommandError: Error {
  /// Exit status of the program.
  let status: ExitStatus
  /// The action, its value, and the remedy; empty if another process has printed them.
  let message: String
  /// The error of a picture or video file, if that is the cause.
  let picture: ImageFileError?

  init(_ status: ExitStatus, _ message: String, picture: ImageFileError? = nil) {
    self.status = status
    self.message = message
    self.picture = picture
  }

  /// An error of this package's libraries; nil for other errors, such as the parser's.
  init?(_ error: any Error) {
    switch error {
    case let error as CommandError: self = error
    case let error as ImageFileError: self.init(error)
    case let error as RenderError: self.init(error)
    case let error as SamplePagesError: self.init(error)
    case let error as LimitExceeded: self.init(error)
    case let error as FilmError: self.init(error)
    case let error as PageError: self.init(.badInput, error.description)
    case is CancellationError: self.init(.interrupted, "interrupted")
    default: return nil
    }
  }

  init(_ error: ImageFileError) {
    let status: ExitStatus =
      switch error.kind {
      case .notFound, .unreadable: .inputMissing
      case .unknownFormat, .malformed, .tooLarge, .unsupported: .badInput
      case .noMemory: .unavailable
      case .cannotCreate: .cannotCreate
      case .writeFailed, .programFailed: .writeFailed
      case .programMissing: .unavailable
      case .badPattern: .usage
      case .cancelled: .interrupted
      }
    let help = error.exceeded.map { "; \($0.help)" } ?? ""
    self.init(status, error.description + help, picture: error)
  }

  /// The error of input that exceeds a limit.
  init(_ exceeded: LimitExceeded) {
    self.init(.badInput, "\(exceeded); \(exceeded.help)")
  }

  init(_ error: FilmError) {
    switch error {
    case .file(let error): self.init(error)
    case .rendering(let error): self.init(error)
    case .drawing(let error): self.init(error)
    case .exceeded(let error): self.init(error)
    case .page(let error): self.init(.badInput, error.description)
    case .input(let fault, let file): self.init(fault, in: file)
    case .mismatch(let sentence): self.init(.badInput, sentence)
    case .host(let error): self = CommandError(error) ?? CommandError(.internalError, "\(error)")
    case .fault(let sentence): self.init(.internalError, sentence)
    }
  }

  /// Runs a step of making a film, and converts its error.
  static func filming<Result>(
    _ body: () throws(FilmError) -> Result
  ) throws(CommandError) -> Result {
    do throws(FilmError) {
      return try body()
    } catch {
      throw CommandError(error)
    }
  }

  /// The error of a timeline or a script; `file` is its file's name.
  init(_ fault: JSONFault, in file: String) {
    self.init(.badInput, fault.text(in: file) + (fault.exceeded.map { "; \($0.help)" } ?? ""))
  }

  /// Runs a step that reads or writes files, and converts its error.
  static func wrapping<Result>(
    _ body: () throws(ImageFileError) -> Result
  ) throws(CommandError) -> Result {
    do throws(ImageFileError) {
      return try body()
    } catch {
      throw CommandError(error)
    }
  }

  /// Runs a step that sets text, and converts its error.
  static func setting<Result>(
    _ body: () throws(SamplePagesError) -> Result
  ) throws(CommandError) -> Result {
    do throws(SamplePagesError) {
      return try body()
    } catch {
      throw CommandError(error)
    }
  }

  init(_ error: SamplePagesError) {
    if case .exceeded(let exceeded) = error {
      self.init(exceeded)
      return
    }
    let status: ExitStatus =
      switch error {
      case .badSize: .usage
      case .noFont, .noMemory: .unavailable
      case .drawing: .internalError
      case .exceeded: .badInput
      }
    self.init(status, error.description)
  }

  init(_ error: RenderError) {
    let status: ExitStatus =
      switch error.code {
      case .parameter, .missingPicture: .usage
      case .sizes, .page: .badInput
      case .device, .limit: .unavailable
      case .deviceLost, .timeout: .temporary
      case .cancelled: .interrupted
      case .internal: .internalError
      }
    self.init(status, error.message)
  }
}
