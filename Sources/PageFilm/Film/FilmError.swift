public import ImageFiles
public import PageCache
public import PageCurl
public import SamplePages

/// An error while a film is planned, drawn or written.
public enum FilmError: Error {
  /// A file can't be read or written.
  case file(ImageFileError)
  /// A frame can't be drawn.
  case rendering(RenderError)
  /// A page of a text, or a numbered page, can't be drawn.
  case drawing(SamplePagesError)
  /// The input asks for more than a limit allows.
  case exceeded(LimitExceeded)
  /// A page isn't available.
  case page(PageError)
  /// A timeline or a script has a fault; `file` is its file's name.
  case input(JSONFault, file: String)
  /// Pictures or settings don't fit together; the value is a sentence that says which.
  case mismatch(String)
  /// An error thrown by the caller's own functions.
  case host(any Error)
  /// A bug in this module; the value is a sentence.
  case fault(String)

  /// Wraps any error; an error of an unknown type becomes `host`.
  init(any error: any Error) {
    self =
      switch error {
      case let error as FilmError: error
      case let error as ImageFileError: .file(error)
      case let error as RenderError: .rendering(error)
      case let error as SamplePagesError: .drawing(error)
      case let error as LimitExceeded: .exceeded(error)
      case let error as PageError: .page(error)
      default: .host(error)
      }
  }
}

extension FilmError: CustomStringConvertible {
  /// Names the failed action with its value, and the remedy.
  public var description: String {
    switch self {
    case .file(let error): error.description
    case .rendering(let error): error.message
    case .drawing(let error): error.description
    case .exceeded(let error): error.description
    case .page(let error): error.description
    case .input(let fault, let file): fault.text(in: file)
    case .mismatch(let sentence), .fault(let sentence): sentence
    case .host(let error): "\(error)"
    }
  }
}
