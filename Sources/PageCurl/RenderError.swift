internal import GLES

/// Why a picture could not be made: a code to decide by, and a sentence for people.
public struct RenderError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The code.
  public enum Code: String, Sendable, Equatable {
    /// A parameter is out of its range.
    case parameter
    /// Pictures that must be of one size aren't.
    case sizes
    /// A picture that the parameters name was not given.
    case missingPicture
    /// A page of a book could not be had.
    case page
    /// The device that was asked for is not there, or may not be used.
    case device
    /// More was asked for than the device can do, or than memory holds.
    case limit
    /// The device failed or was lost; a new attempt may work.
    case deviceLost
    /// The device had not finished in time.
    case timeout
    /// The task was cancelled.
    case cancelled
    /// A fault in the renderer itself.
    case `internal`
  }

  /// The code.
  public let code: Code
  /// What was being done, with which value, and the way out.
  public let message: String

  /// An error from its code and its sentence.
  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// The sentence.
  public var description: String { message }

  init(_ error: GLError) {
    let code: Code =
      switch error.kind {
      case .libraryMissing, .noDevice, .deviceRefused, .contextFailed, .unsupported: .device
      case .limitExceeded, .outOfMemory: .limit
      case .contextLost: .deviceLost
      case .deadlineExceeded: .timeout
      case .cancelled: .cancelled
      default: .internal
      }
    // The processor's only limit is memory, and it waits for nobody.
    let wayOut =
      switch error.kind {
      case .limitExceeded: "; make it smaller, or let the processor draw it (--backend cpu)"
      case .deadlineExceeded:
        "; give it more time (GLCURL_FRAME_DEADLINE), make the frame smaller, or let the processor "
          + "draw it (--backend cpu)"
      default: ""
      }
    self.init(code, error.description + wayOut)
  }
}
