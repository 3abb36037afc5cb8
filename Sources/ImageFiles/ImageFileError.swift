public import CurlSystem

/// An error with a picture or video file.
///
/// `description` is a whole sentence: the action, its value, and the remedy.
public struct ImageFileError: Error, Sendable, Equatable, CustomStringConvertible {
  /// Kind of an error, for decisions such as a program's exit status.
  public enum Kind: Sendable, Equatable, CaseIterable {
    /// The file doesn't exist.
    case notFound
    /// The file exists but can't be read: no permission, a folder, a device error, no pipe writer.
    case unreadable
    /// The content has no known format.
    case unknownFormat
    /// The content is damaged, truncated or empty.
    case malformed
    /// The file exceeds the limit that `exceeded` names.
    case tooLarge
    /// There isn't enough memory for the file, or for the program that writes it.
    case noMemory
    /// The output can't be created: a missing folder, no permission, a folder of that name.
    case cannotCreate
    /// The output was created, but writing it failed: a full disk, a device error.
    case writeFailed
    /// A required program isn't installed.
    case programMissing
    /// A program was started and failed.
    case programFailed
    /// The content or the request is valid but not supported.
    case unsupported
    /// A file name pattern doesn't have exactly one number field.
    case badPattern
    /// The caller cancelled the work, or its task was cancelled.
    case cancelled
  }

  /// Kind of the error.
  public let kind: Kind
  /// The file, pattern or program, as the caller named it.
  public let path: String
  /// The message, a sentence.
  public let description: String
  /// The exceeded limit, for kind `tooLarge`.
  public let exceeded: LimitExceeded?

  /// An error about `path`, with its message.
  public init(_ kind: Kind, path: String, _ description: String) {
    self.kind = kind
    self.path = path
    self.description = description
    exceeded = nil
  }

  /// An error about `path`, which exceeds a limit.
  public init(path: String, _ exceeded: LimitExceeded) {
    kind = .tooLarge
    self.path = path
    description = "cannot read \(exceeded)"
    self.exceeded = exceeded
  }
}
