extension VideoFormat {
  /// What is wrong with a finished file that should show `frames` frames; nil where nothing is.
  ///
  /// It's the rest of a sentence: "wrote 3 frames of 60". Only what the container says of its frames
  /// is read, and not what they show.
  func finding(path: String, frames: Int, rate: FrameRate) -> String? {
    guard var file = FileWindow(path), file.size > 0 else { return "wrote nothing" }
    do throws(FileWindow.Cut) {
      let count =
        switch self {
        case .mp4: try MP4Frames.count(&file)
        case .webm: try WebMFrames.count(&file)
        case .gif: try GIFFrames.count(&file)
        }
      guard let count else { return "wrote something that isn't \(name)" }
      if written(frames, rate: rate).contains(count) { return nil }
      return "wrote \(count) frame\(count == 1 ? "" : "s") of \(frames)"
    } catch {
      return "wrote \(name) that is damaged or cut off"
    }
  }

  /// How many frames a file may have of those that are handed over.
  ///
  /// Measured with ffmpeg 5.1 at rates from 1/100 to 1000, of films that change and that don't: MP4
  /// and WebM have all, and a GIF has up to 50 a second. Of faster ones it drops some, and rounds up
  /// by one or two.
  func written(_ frames: Int, rate: FrameRate) -> ClosedRange<Int> {
    let share = Self.fastestGIF.framesPerSecond / rate.framesPerSecond
    guard self == .gif, share < 1 else { return frames...frames }
    let kept = Int(Double(frames) * share)
    return max(1, kept - 1)...(kept + 2)
  }

  /// With its article.
  private var name: String {
    switch self {
    case .mp4: "an MP4"
    case .webm: "a WebM"
    case .gif: "a GIF"
    }
  }
}
