/// The program that compresses a video, and how it is told to.
public struct VideoEncoder: Sendable, Equatable {
  /// The program's name, or its path.
  public var program = "ffmpeg"
  /// The folders to look for it, separated by colons; nil for those of `PATH`.
  public var searchPath: String?
  /// The encoder in it.
  public var codec = "libx264"
  /// The encoder's trade of time for size.
  public var preset = "veryfast"
  /// The constant rate factor: 0 lossless, 18 hard to tell, 51 worst.
  public var quality = 20

  /// ffmpeg's x264, very fast, at a quality of 20.
  public init() {}

  /// The words that make the program write `path` from frames on its standard input.
  func arguments(
    path: String, width: Int, height: Int, framesPerSecond: Int
  ) -> [String] {
    var words = ["-hide_banner", "-loglevel", "error", "-nostdin", "-y"]
    words += ["-f", "rawvideo", "-pix_fmt", "yuv420p", "-s", "\(width)x\(height)"]
    words += ["-r", "\(framesPerSecond)"]
    words += ["-color_range", "tv", "-colorspace", "bt709"]
    words += ["-color_primaries", "bt709", "-color_trc", "bt709"]
    words += ["-i", "pipe:0", "-c:v", codec, "-preset", preset, "-crf", "\(quality)"]
    // The planes' samples lie in the middle of their four pixels.
    words += ["-chroma_sample_location", "center"]
    // The format is said because the temporary name doesn't; the prefix keeps any name a file's.
    return words + ["-movflags", "+faststart", "-f", "mp4", "file:\(path)"]
  }
}
