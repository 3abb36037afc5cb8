extension VideoFormat {
  /// Describes the fault of a finished file that should have `frames` frames; nil without a fault.
  ///
  /// The text completes a sentence: "wrote 3 frames of 60". Only the container is read, no
  /// pictures.
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

  /// Valid frame counts of a file for a number of appended frames.
  ///
  /// Measured with ffmpeg 5.1 at rates from 1/100 to 1000, with changing and static films. MP4 and
  /// WebM have all frames, and so has a GIF up to 50 a second. At higher rates a GIF drops frames;
  /// its count is at most one too low or two too high.
  func written(_ frames: Int, rate: FrameRate) -> ClosedRange<Int> {
    let share = Self.fastestGIF.framesPerSecond / rate.framesPerSecond
    guard self == .gif, share < 1 else { return frames...frames }
    let kept = Int(Double(frames) * share)
    return max(1, kept - 1)...(kept + 2)
  }

  /// The name with its article.
  private var name: String {
    switch self {
    case .mp4: "an MP4"
    case .webm: "a WebM"
    case .gif: "a GIF"
    }
  }
}
