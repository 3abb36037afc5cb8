public import CurlCore
import Glibc

/// Reads picture files: PNG and JPEG, told by their content and not by their name.
///
/// Colours are taken as sRGB; embedded profiles and orientation tags aren't looked at.
public enum ImageFile {
  /// How much a picture may claim.
  public struct Limits: Sendable, Equatable {
    /// Pixels of the largest picture that is read, 1 or more.
    public var maximumPixels: Int

    /// Limits of 100 million pixels unless told otherwise.
    public init(maximumPixels: Int = 100_000_000) {
      self.maximumPixels = maximumPixels
    }
  }

  /// Bytes that a file may have beyond its pixels: profiles, thumbnails, notes.
  private static let metadataAllowance = 64 << 20

  /// Reads a picture: 8 bits a channel become `rgba8`, a 16-bit PNG `rgba16`, both premultiplied.
  ///
  /// The header is held against `limits` before room for pixels is made, and a truncated or damaged
  /// file is an error, never part of a picture.
  ///
  /// - Throws: An error of kind `notFound`, `unreadable`, `unknownFormat`, `malformed`, `tooLarge`
  ///   or `unsupported`.
  public static func read(path: String, limits: Limits = Limits()) throws(ImageFileError) -> Pixmap
  {
    try decode(bytes: contents(path: path, limits: limits), name: path, limits: limits)
  }

  /// Decodes a picture that is in memory; `name` is what errors call it.
  ///
  /// - Throws: An error of kind `unknownFormat`, `malformed`, `tooLarge` or `unsupported`.
  public static func decode(
    bytes: [UInt8], name: String, limits: Limits = Limits()
  ) throws(ImageFileError) -> Pixmap {
    guard !bytes.isEmpty else { throw empty(name) }
    guard let codec = PictureCodec(bytes) else { throw unknown(name) }
    return try codec.decode(bytes, name: name, limits: limits)
  }

  /// The bytes of a file that begins like a picture.
  private static func contents(path: String, limits: Limits) throws(ImageFileError) -> [UInt8] {
    // Without O_NONBLOCK a FIFO that nobody writes to would hang here.
    let number = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard number >= 0 else {
      let code = errno
      guard code == ENOENT || code == ENOTDIR else { throw unreadable(path, systemText(code)) }
      throw ImageFileError(
        .notFound, path: path, "cannot read picture '\(path)': there is no such file")
    }
    let file = Descriptor(number)
    var status = stat()
    guard unsafe fstat(number, &status) == 0 else { throw unreadable(path, systemText()) }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw unreadable(path, "it is a folder; name a file in it")
    default: throw unreadable(path, "it is not a regular file; save the picture to one first")
    }
    let size = Int(status.st_size)
    guard size > 0 else { throw empty(path) }
    let start = try bytes(of: file, from: 0, count: min(size, PictureCodec.signatureLength), path)
    guard PictureCodec(start) != nil else { throw unknown(path) }
    let (pixels, overflow) = limits.maximumPixels.multipliedReportingOverflow(by: 8)
    guard overflow || size - metadataAllowance <= pixels else {
      throw ImageFileError(
        .tooLarge, path: path,
        "cannot read picture '\(path)': its \(size) bytes are more than \(limits.maximumPixels) "
          + "pixels can take; allow more with --max-pixels")
    }
    return try bytes(of: file, from: 0, count: size, path)
  }

  /// Up to `count` bytes of a file; fewer if it has been cut meanwhile.
  private static func bytes(
    of file: borrowing Descriptor, from offset: Int, count: Int, _ path: String
  ) throws(ImageFileError) -> [UInt8] {
    let number = file.number
    var failure: Int32 = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, done in
      while done < count, let start = buffer.baseAddress {
        let read = unsafe pread(number, start + done, count - done, offset + done)
        if read > 0 {
          done += read
        } else if read == 0 {
          break
        } else if errno != EINTR {
          failure = errno
          break
        }
      }
    }
    guard failure == 0 else { throw unreadable(path, systemText(failure)) }
    return bytes
  }

  private static func unreadable(_ path: String, _ reason: String) -> ImageFileError {
    ImageFileError(.unreadable, path: path, "cannot read picture '\(path)': \(reason)")
  }

  private static func empty(_ name: String) -> ImageFileError {
    ImageFileError(.malformed, path: name, "cannot read picture '\(name)': it is empty")
  }

  private static func unknown(_ name: String) -> ImageFileError {
    ImageFileError(
      .unknownFormat, path: name,
      "cannot read picture '\(name)': it is neither PNG nor JPEG; convert it to one of these first")
  }
}
