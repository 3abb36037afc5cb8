package import ImageFiles
package import PageCache
package import PageCurl
package import SamplePages

/// Why a film can't be made.
package enum FilmError: Error {
  case file(ImageFileError)
  case rendering(RenderError)
  case drawing(SamplePagesError)
  case exceeded(LimitExceeded)
  case page(PageError)
  /// What is wrong with a timeline or a script, in a file of a name.
  case score(JSONFault, file: String)
  /// Pictures that don't go together: a sentence.
  case mismatch(String)
  /// What the host's own function threw.
  case host(any Error)
  /// A fault in here.
  case fault(String)

  /// Any error that comes of pages.
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
  /// What was being done, with which value, and the way out.
  package var description: String {
    switch self {
    case .file(let error): error.description
    case .rendering(let error): error.message
    case .drawing(let error): error.description
    case .exceeded(let error): error.description
    case .page(let error): error.description
    case .score(let fault, let file): fault.text(in: file)
    case .mismatch(let sentence), .fault(let sentence): sentence
    case .host(let error): "\(error)"
    }
  }
}
