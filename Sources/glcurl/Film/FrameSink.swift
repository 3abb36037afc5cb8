internal import ImageFiles
internal import PageCurl

/// Where the frames of a film are written to.
enum FrameSink: Sendable {
  /// Into a video, in order.
  case video(VideoWriter)
  /// Into a file each, in any order.
  case sequence(FrameSequence)

  /// Tasks that may write at the same time, on a machine with many processors.
  private static let mostWriters = 4

  /// Opens what `destination` names, for frames of a size.
  init(_ destination: FilmDestination, width: Int, height: Int, fps: Int) throws(CommandError) {
    switch destination {
    case .sequence(let pattern): self = .sequence(FrameSequence(pattern: pattern))
    case .video(let path):
      do throws(ImageFileError) {
        let writer = try VideoWriter(
          path: path, width: width, height: height, framesPerSecond: fps)
        Interrupt.shared.onAbandon { writer.cancel() }
        self = .video(writer)
      } catch {
        throw CommandError(error)
      }
    }
  }

  /// Tasks that may write at the same time.
  var writers: Int {
    switch self {
    case .video: 1
    case .sequence: Self.mostWriters
    }
  }

  /// Writes the frame of a number.
  func write(_ frame: Pixmap, number: Int) async throws(ImageFileError) {
    switch self {
    case .video(let writer): try await writer.append(frame)
    case .sequence(let sequence): try sequence.write(frame, number: number)
    }
  }

  /// Completes the output.
  func finish() async throws(ImageFileError) {
    guard case .video(let writer) = self else { return }
    try await writer.finish()
  }

  /// Gives up; whole files stay.
  func cancel() {
    guard case .video(let writer) = self else { return }
    writer.cancel()
  }
}
