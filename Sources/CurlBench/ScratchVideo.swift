internal import CurlSystem
internal import Glibc
internal import ImageFiles
package import PageCurl

/// A video that is written for a measurement and discarded.
package enum ScratchVideo {
  /// Time for ffmpeg to start before the measurement.
  private static let start = Duration.milliseconds(500)

  /// Writes the frames as an MP4 in the folder for temporary files; returns the time from the first
  /// frame to the finished file.
  package static func encode(_ frames: [Pixmap]) async throws -> Lap {
    let path = "\(Environment.temporaryFolder)/glcurl-bench-\(getpid()).mp4"
    let video = try VideoWriter(
      path: path, width: frames[0].width, height: frames[0].height, rate: 30)
    defer { unsafe unlink(path) }
    try await Task.sleep(for: start)
    let clock = ContinuousClock.now
    for frame in frames { try await video.append(frame) }
    try await video.finish()
    return Lap(wall: (ContinuousClock.now - clock) / .milliseconds(1), cpu: 0)
  }
}
