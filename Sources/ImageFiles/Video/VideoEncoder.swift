/// The program that compresses a video, and how it is told to.
public struct VideoEncoder: Sendable, Equatable {
  /// The program's name, or its path.
  public var program = "ffmpeg"
  /// The folders to look for it, separated by colons; nil for those of `PATH`.
  public var searchPath: String?
  /// The file's format.
  public let format: VideoFormat
  /// The encoder in it.
  public var codec: String
  /// The encoder's own words: its trade of time for size, its quality.
  ///
  /// They must leave the frames as many as they are: a file with fewer or more is an error.
  public var settings: [String]
  /// How long the program may do nothing while it is waited for, until it is ended.
  ///
  /// Nothing is: it takes no byte, writes none to its file, and uses no processor time. A slow
  /// program is waited for.
  public var patience = Duration.seconds(30)

  /// ffmpeg with what suits pages: for an MP4 x264, very fast, at a quality of 20; for a WebM VP9
  /// in its real-time mode, which two processors bear; for a GIF a palette for each frame.
  public init(_ format: VideoFormat = .mp4) {
    self.format = format
    switch format {
    case .mp4:
      codec = "libx264"
      settings = ["-preset", "veryfast", "-crf", "20"]
    case .webm:
      codec = "libvpx-vp9"
      settings = [
        "-deadline", "realtime", "-cpu-used", "7", "-row-mt", "1", "-crf", "24", "-b:v", "0",
      ]
    case .gif:
      codec = "gif"
      // One palette for all frames would have to wait for all frames. The pattern of the ordered
      // dither doesn't crawl where nothing moves.
      settings = [
        "-filter_complex",
        "split[a][b];[a]palettegen=stats_mode=single[p];"
          + "[b][p]paletteuse=new=1:dither=bayer:bayer_scale=4",
      ]
    }
  }

  /// The words that make the program write `path` from frames on its standard input.
  func arguments(
    path: String, width: Int, height: Int, rate: FrameRate, layout: FrameLayout
  ) -> [String] {
    var words = ["-hide_banner", "-loglevel", "error", "-nostdin", "-y", "-f", "rawvideo"]
    words += ["-pix_fmt", layout.name, "-s", "\(width)x\(height)", "-r", "\(rate)"]
    if format.isYCbCr {
      words += ["-color_range", "tv", "-colorspace", "bt709"]
      words += ["-color_primaries", "bt709", "-color_trc", "bt709"]
    }
    words += ["-i", "pipe:0", "-c:v", codec] + settings
    // The planes' samples lie in the middle of their four pixels.
    if format.isYCbCr { words += ["-chroma_sample_location", "center"] }
    // The format is said because the temporary name doesn't; the prefix keeps any name a file's.
    return words + format.words(rate: rate) + ["file:\(path)"]
  }
}
