import Glibc

@testable import ImageFiles

/// ffmpeg and ffprobe, which look at what was written.
enum FFmpeg {
  /// Whether both are on this machine.
  static let isInstalled = ["ffmpeg", "ffprobe"].allSatisfy { program in
    ExecutableSearch.find(program, searchPath: ExecutableSearch.inheritedPath) != nil
  }

  /// What ffprobe says about the first stream, line by line.
  static func probe(_ path: String) -> [String] {
    let text = output("ffprobe -v error -count_frames -show_streams '\(path)'")
    return String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// The frames that `input` (`-i FILE`, with what goes before) decodes to, raw.
  static func bytes(_ input: String, pixels: String) -> [UInt8] {
    let flags = "-sws_flags accurate_rnd+full_chroma_int"
    return output(
      "ffmpeg -nostdin -v error \(input) -vsync passthrough \(flags) -f rawvideo "
        + "-pix_fmt \(pixels) -")
  }

  /// The standard output of a command.
  static func output(_ command: String) -> [UInt8] {
    guard let pipe = unsafe popen(command, "r") else { return [] }
    defer { unsafe pclose(pipe) }
    var bytes: [UInt8] = []
    while true {
      let byte = unsafe fgetc(pipe)
      guard byte != EOF else { return bytes }
      bytes.append(UInt8(truncatingIfNeeded: byte))
    }
  }
}
