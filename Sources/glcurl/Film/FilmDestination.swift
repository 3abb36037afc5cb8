internal import ImageFiles

/// Where a film goes, as `-o` says: told by the name alone.
enum FilmDestination: Sendable {
  /// One MP4 file.
  case video(String)
  /// Numbered PNG files.
  case sequence(FramePattern)

  init(_ path: String) throws(CommandError) {
    let possible = "name a video (turn.mp4) or numbered pictures (f_%04d.png)"
    guard path != "-" else {
      throw CommandError(.usage, "-o - has no place here: a film goes to files; \(possible)")
    }
    switch FileName.ending(path) {
    case "mp4": self = .video(path)
    case "png":
      guard path.contains("%") else {
        throw CommandError(
          .usage,
          "-o \(path) is the name of one picture, and a film is many: \(possible), or use 'glcurl "
            + "frame'")
      }
      do throws(ImageFileError) {
        self = .sequence(try FramePattern(path))
      } catch {
        throw CommandError(error)
      }
    case let ending:
      let what = ending.isEmpty ? "has no ending" : "ends in .\(ending)"
      throw CommandError(.usage, "-o \(path) \(what), which tells no known format: \(possible)")
    }
  }

  /// Whether frames keep their alpha.
  var hasAlpha: Bool {
    switch self {
    case .video: false
    case .sequence: true
    }
  }

  /// The files of a film of `frames` frames.
  func paths(frames: Int) -> [String] {
    switch self {
    case .video(let path): [path]
    case .sequence(let pattern): (0..<frames).map(pattern.path)
    }
  }

  /// Throws where the output can't be created or would replace an input.
  func check(frames: Int, inputs: [String]) throws(CommandError) {
    let paths = paths(frames: frames)
    try FileName.check(paths, areNot: inputs)
    guard let first = paths.first else { return }
    do throws(ImageFileError) {
      try AtomicFile(path: first).discard()
    } catch {
      throw CommandError(error)
    }
  }
}
