/// The program that compresses a video, and its arguments.
public struct VideoEncoder: Sendable, Equatable {
  /// Name or path of the program.
  public var program = "ffmpeg"
  /// Folders to search for it, separated by colons; nil is `PATH`.
  public var searchPath: String?
  /// Format of the file.
  public let format: VideoFormat
  /// Codec of the file.
  public var codec: String
  /// Arguments of the codec, for speed and quality.
  ///
  /// They must preserve the number of frames: a file with fewer or more is an error.
  public var settings: [String]
  /// Longest time that the program may be idle while it is waited for; then it is killed.
  ///
  /// An idle program reads no byte, writes none to its file and uses no processor time. A slow
  /// program is never killed.
  public var patience = Duration.seconds(30)
  /// Whether the program belongs to this process's group, so that who kills the group ends both.
  package var joinsProcessGroup = false

  /// The path at which the program is found; empty if it is missing.
  package var paths: [String] {
    ExecutableSearch.find(program, searchPath: searchPath ?? ExecutableSearch.inheritedPath)
      .map { [$0] } ?? []
  }

  /// ffmpeg with settings for pages.
  ///
  /// MP4: x264, veryfast, quality 20. WebM: VP9 in its real-time mode, which two processors can
  /// handle. GIF: a palette per frame.
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
      // dither is stable in areas without motion.
      settings = [
        "-filter_complex",
        "split[a][b];[a]palettegen=stats_mode=single[p];"
          + "[b][p]paletteuse=new=1:dither=bayer:bayer_scale=4",
      ]
    }
  }

  /// Arguments to write frames from the program's standard input to `path`; nil is its standard
  /// output.
  func arguments(
    path: String?, width: Int, height: Int, rate: FrameRate, layout: FrameLayout
  ) -> [String] {
    var words = ["-hide_banner", "-loglevel", "error", "-nostdin", "-y", "-f", "rawvideo"]
    words += ["-pix_fmt", layout.name, "-s", "\(width)x\(height)", "-r", "\(rate)"]
    if format.isYCbCr {
      words += ["-color_range", "tv", "-colorspace", "bt709"]
      words += ["-color_primaries", "bt709", "-color_trc", "bt709"]
    }
    words += ["-i", "pipe:0", "-c:v", codec] + settings
    // Chroma samples are centred between their four pixels.
    if format.isYCbCr { words += ["-chroma_sample_location", "center"] }
    // The format is explicit: the temporary name doesn't show it. The prefix makes any name a file.
    return words + format.words(rate: rate, isStream: path == nil)
      + [path.map { "file:\($0)" } ?? "pipe:1"]
  }
}
