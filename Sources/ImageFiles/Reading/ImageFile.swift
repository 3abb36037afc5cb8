public import CurlCore

// Readers take limits: who reads files needs their names.
@_exported public import struct CurlSystem.LimitExceeded
@_exported public import struct CurlSystem.Limits

/// Reads picture files: PNG, JPEG and WebP, told by their content and not by their name.
///
/// What comes out is premultiplied sRGB, upright, whatever the file holds:
///
/// - Depth: a 16-bit PNG becomes `rgba16`, all else is read as 8 bits. Those become `rgba8` if the
///   picture is opaque, else `rgba16`, in which a straight 8-bit colour survives premultiplication;
///   only what lies under alpha 0 becomes transparent black.
/// - Colours: an embedded ICC profile (RGB, grey or CMYK), else a PNG's gAMA and cHRM, is converted
///   to sRGB, relative colorimetric with black point compensation; 16 bits in 16 bits. A profile
///   that is sRGB's within a step of 255 leaves pixels as they are. One that is damaged, or not for
///   such pixels, counts as sRGB, as in browsers. CMYK without one is (1 − c)(1 − k) and so on; it is
///   inverted where Adobe's segment says so.
/// - Orientation: EXIF's, of all three formats, is applied. A damaged EXIF block counts as none.
/// - An animated WebP is its first frame, on a clear canvas.
/// - A JPEG with arithmetic coding is unsupported, as in browsers: no limit on scans bounds its time.
/// - Of a profile its tables or its matrix count, not its pipelines in floating point (DToB).
public enum ImageFile {
  /// Reads a picture from a regular file, or from a pipe until its end.
  ///
  /// The header is held against `limits` before room for pixels is made, and a truncated or damaged
  /// file is an error, never part of a picture. A pipe may bring as many bytes as a file may have;
  /// if nobody opens its other end within two seconds it is unreadable, while a writer that has
  /// opened it may take its time.
  ///
  /// - Throws: An error of kind `notFound`, `unreadable`, `unknownFormat`, `malformed`, `tooLarge`,
  ///   `noMemory` or `unsupported`.
  public static func read(path: String, limits: Limits = Limits()) throws(ImageFileError) -> Pixmap
  {
    let (bytes, codec) = try PictureSource.contents(path: path, limits: limits)
    return try codec.decode(bytes, name: path, limits: limits)
  }

  /// Decodes a picture that is in memory; `name` is what errors call it.
  ///
  /// - Throws: An error of kind `unknownFormat`, `malformed`, `tooLarge`, `noMemory` or
  ///   `unsupported`.
  public static func decode(
    bytes: [UInt8], name: String, limits: Limits = Limits()
  ) throws(ImageFileError) -> Pixmap {
    try PictureSource.codec(of: bytes, name: name).decode(bytes, name: name, limits: limits)
  }

  /// The size that `read` would give, by what the file says before its pixels.
  ///
  /// No pixel is decoded, and no room for them is made. What comes from a pipe is gone after it.
  ///
  /// - Throws: As `read`, but damage behind the header goes unseen.
  public static func size(path: String, limits: Limits = Limits()) throws(ImageFileError)
    -> PageSize
  {
    let (bytes, codec) = try PictureSource.contents(path: path, limits: limits)
    let header = try codec.header(bytes, name: path, limits: limits)
    return PageSize(width: header.width, height: header.height)
  }
}
