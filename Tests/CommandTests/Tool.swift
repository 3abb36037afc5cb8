import Foundation

/// Programs that tests look at results with.
enum Tool {
  /// The path of a program, nil where it isn't installed.
  static func path(_ name: String) -> URL? {
    let folders = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
    return folders.split(separator: ":")
      .map { URL(fileURLWithPath: String($0)).appending(path: name) }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }

  /// What ffprobe says about the first stream of a video.
  static func stream(of video: URL) throws -> [String: Any] {
    let data = try output(
      "ffprobe", ["-v", "error", "-count_frames", "-show_streams", "-of", "json", video.path])
    let object = try JSONSerialization.jsonObject(with: data) as? [String: Any]
    return (object?["streams"] as? [[String: Any]])?.first ?? [:]
  }

  /// What ffmpeg decodes a picture or a film to: straight RGBA, frame after frame.
  static func straight(_ file: URL, format: [String] = []) throws -> Data {
    try output(
      "ffmpeg",
      ["-nostdin", "-v", "error"] + format + [
        "-i", file.path, "-vsync", "passthrough", "-f", "rawvideo", "-pix_fmt", "rgba", "-",
      ])
  }

  /// The standard output of a program.
  static func output(_ program: String, _ words: [String]) throws -> Data {
    let process = Process()
    process.executableURL = path(program)
    process.arguments = words
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return data
  }
}
