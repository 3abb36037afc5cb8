internal import GLES

/// Why a picture could not be made: a code for programs, and a message for people.
public struct RenderError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The code.
  public enum Code: String, Sendable, Equatable {
    /// A parameter is out of its range.
    case parameter
    /// Pictures that must have one size have different sizes.
    case sizes
    /// A picture that the parameters need was not given.
    case missingPicture
    /// A page of a book isn't available.
    case page
    /// The requested device doesn't exist, or can't be used.
    case device
    /// A request exceeds the device's limits, or the memory.
    case limit
    /// The device failed or was lost; a new attempt may work.
    case deviceLost
    /// The device did not finish in time.
    case timeout
    /// The task was cancelled.
    case cancelled
    /// A fault in the renderer itself.
    case `internal`
  }

  /// The code.
  public let code: Code
  /// The failed action, the value that caused the failure, and a remedy.
  public let message: String

  /// An error with a code and a message.
  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// The message.
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
    // The CPU path has no deadline, and no limit except memory.
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
