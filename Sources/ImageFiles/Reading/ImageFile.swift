public import CurlCore
internal import Glibc

// Readers take limits, so their callers need these names.
@_exported public import struct CurlSystem.LimitExceeded
@_exported public import struct CurlSystem.Limits

/// Reads picture files: PNG, JPEG and WebP, recognised by content rather than by name.
///
/// The result is premultiplied sRGB, upright, whatever the file holds:
///
/// - Depth: a 16-bit PNG becomes `rgba16`; all other pictures are read as 8 bits. They become
///   `rgba8` if opaque, else `rgba16`, which preserves straight 8-bit colours; only pixels with
///   alpha 0 become transparent black.
/// - Colours: an embedded ICC profile (RGB, grey or CMYK), else a PNG's gAMA and cHRM, is converted
///   to sRGB, relative colorimetric with black point compensation; 16 bits stay 16 bits. A profile
///   within a step of 1/255 of sRGB leaves pixels unchanged. A damaged or unsuitable profile is
///   ignored, as in browsers. CMYK without a profile is (1 − c)(1 − k) and so on; it is inverted if
///   Adobe's segment says so.
/// - Orientation: EXIF's, in all three formats, is applied. A damaged EXIF block is ignored.
/// - An animated WebP gives its first frame, on a transparent canvas.
/// - A JPEG with arithmetic coding is unsupported, as in browsers: no limit on scans bounds its
///   decoding time.
/// - ICC profiles: tables and matrix are used; floating-point pipelines (DToB) are ignored.
public enum ImageFile {
  /// Reads a picture from a regular file, or from a pipe until its end.
  ///
  /// The header is compared with `limits` before memory for pixels is allocated. A truncated or
  /// damaged file is an error, never a partial picture. The size limit of files also applies to
  /// pipes. A pipe without a writer for two seconds is unreadable; a writer that has opened the
  /// pipe may take any time.
  ///
  /// - Throws: An error of kind `notFound`, `unreadable`, `unknownFormat`, `malformed`, `tooLarge`,
  ///   `noMemory` or `unsupported`.
  public static func read(path: String, limits: Limits = Limits()) throws(ImageFileError) -> Pixmap
  {
    let (bytes, codec) = try PictureSource.contents(path: path, limits: limits)
    return try codec.decode(bytes, name: path, limits: limits)
  }

  /// Decodes a picture in memory; `name` is its name in errors.
  ///
  /// - Throws: An error of kind `unknownFormat`, `malformed`, `tooLarge`, `noMemory` or
  ///   `unsupported`.
  public static func decode(
    bytes: [UInt8], name: String, limits: Limits = Limits()
  ) throws(ImageFileError) -> Pixmap {
    try PictureSource.codec(of: bytes, name: name).decode(bytes, name: name, limits: limits)
  }

  /// Throws an error of kind `notFound` or `unreadable` unless the file can be opened; reads nothing.
  package static func checkReadable(path: String) throws(ImageFileError) {
    guard unsafe access(path, R_OK) != 0 else { return }
    let code = errno
    throw ImageFileError(
      code == ENOENT || code == ENOTDIR ? .notFound : .unreadable, path: path,
      "cannot read '\(path)': \(systemText(code))")
  }

  /// The size of the pixmap that `read` would return, from the file's header.
  ///
  /// No pixel is decoded, and no memory for pixels is allocated. A pipe's bytes are consumed.
  ///
  /// - Throws: As `read`, but damage after the header isn't detected.
  public static func size(path: String, limits: Limits = Limits()) throws(ImageFileError)
    -> PageSize
  {
    let (bytes, codec) = try PictureSource.contents(path: path, limits: limits)
    let header = try codec.header(bytes, name: path, limits: limits)
    return PageSize(width: header.width, height: header.height)
  }
}
