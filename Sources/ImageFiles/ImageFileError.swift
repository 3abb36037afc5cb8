public import CurlSystem

/// What went wrong with a picture or video file.
///
/// `description` is a whole sentence: what was being done, with which value, and the way out.
public struct ImageFileError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The sort of failure: what a caller decides by, such as a program its exit status.
  public enum Kind: Sendable, Equatable, CaseIterable {
    /// There is no file of that name.
    case notFound
    /// The file is there but can't be read: no permission, a folder, a device error, a silent pipe.
    case unreadable
    /// The content is of no format that can be read.
    case unknownFormat
    /// The content is damaged, truncated or empty.
    case malformed
    /// The file asks for more than a limit allows, which is in `exceeded`.
    case tooLarge
    /// There is no memory for what the file asks for.
    case noMemory
    /// The output can't be created: no such folder, no permission, a folder of that name.
    case cannotCreate
    /// The output was created, but writing it failed: a full disk, a device error.
    case writeFailed
    /// A program that is needed isn't installed.
    case programMissing
    /// A program was started and failed.
    case programFailed
    /// The content or the request is right, but not something that can be done.
    case unsupported
    /// A file name pattern doesn't have exactly one number field.
    case badPattern
    /// The caller or its task gave up.
    case cancelled
  }

  /// The sort of failure.
  public let kind: Kind
  /// The file, pattern or program that it is about, as the caller named it.
  public let path: String
  /// The sentence for people.
  public let description: String
  /// The limit that is exceeded, of an error of kind `tooLarge`.
  public let exceeded: LimitExceeded?

  /// An error about `path`, with its sentence.
  public init(_ kind: Kind, path: String, _ description: String) {
    self.kind = kind
    self.path = path
    self.description = description
    exceeded = nil
  }

  /// An error about `path`, which asks for more than a limit allows.
  public init(path: String, _ exceeded: LimitExceeded) {
    kind = .tooLarge
    self.path = path
    description = "cannot read \(exceeded)"
    self.exceeded = exceeded
  }
}
