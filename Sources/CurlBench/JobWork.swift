package import CurlCore
internal import ImageFiles
package import PageCurl

/// The parts of a job that run in this process, on frames drawn in advance.
package struct JobWork {
  let folder: ScratchFolder
  /// Frames of the film, from the first one.
  let frames: [Pixmap]
  /// Whether ``frames`` has all frames of the film.
  let isWhole: Bool
  private let floors: [DeflateFloor]

  init(folder: ScratchFolder, frames: [Pixmap], isWhole: Bool) {
    self.folder = folder
    self.frames = frames
    self.isWhole = isWhole
    floors = frames.map(DeflateFloor.init)
  }

  /// ffmpeg alone, reading the film as RGBA from its file, with the same encoder and settings.
  func ffmpeg(_ size: PageSize) async throws -> Lap? {
    let encoder = VideoEncoder()
    let words =
      ["-hide_banner", "-loglevel", "error", "-nostdin", "-y", "-f", "rawvideo"]
      + ["-pix_fmt", "rgba", "-s", "\(size.width)x\(size.height)", "-r", "30", "-i", "pipe:0"]
      // Odd sides get another row or column, as in a film.
      + (size.width % 2 + size.height % 2 > 0
        ? ["-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2"] : [])
      + ["-c:v", encoder.codec] + encoder.settings + ["-pix_fmt", "yuv420p"]
      + ["-movflags", "+faststart", "-f", "mp4", "file:" + folder.file("f.mp4")]
    let run = try await MeasuredProcess.run(
      encoder.program, words, input: folder.file("film.rgba"))
    return run?.status == 0 ? run?.lap : nil
  }

  /// Encodes the frames as an MP4.
  func written(_ size: PageSize) async throws -> Lap? {
    let children = MeasuredProcess.childrenTime
    let watch = Stopwatch()
    guard
      let video = try? VideoWriter(
        path: folder.file("w.mp4"), width: size.width, height: size.height, rate: 30)
    else { return nil }
    for frame in frames { try await video.append(frame) }
    try await video.finish()
    let lap = watch.lap
    return Lap(wall: lap.wall, cpu: lap.cpu + MeasuredProcess.childrenTime - children)
  }

  /// Writes the frames as numbered PNGs, `tasks` at a time.
  func pngs(tasks: Int) async throws -> Lap {
    let sequence = FrameSequence(pattern: try FramePattern(folder.file("p_%04d.png")))
    return try await timed(tasks: tasks) { try sequence.write(frames[$0], number: $0) }
  }

  /// Compresses the rows of the same PNGs with the deflate library, `tasks` at a time.
  func deflate(tasks: Int) async throws -> Lap {
    try await timed(tasks: tasks) { _ = floors[$0].run() }
  }

  /// Decodes two pages and encodes a frame, one after the other.
  func codecs() throws -> Lap {
    let middle = frames[frames.count / 2]
    let watch = Stopwatch()
    for name in ["a.png", "b.png"] { _ = try ImageFile.read(path: folder.file(name)) }
    try AtomicFile.write(PNGEncoder.encode(middle), path: folder.file("e.png"))
    return watch.lap
  }

  /// Prepares a page for its first frame.
  func page(_ renderer: Renderer) async throws -> Lap {
    let picture = try ImageFile.read(path: folder.file("a.png"))
    return try await PagePreparation.measure(picture, renderer).lap
  }

  /// Runs a step per frame and returns the total time.
  private func timed(tasks: Int, _ step: @escaping @Sendable (Int) throws -> Void) async throws
    -> Lap
  {
    let count = frames.count
    let watch = Stopwatch()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for index in 0..<count {
        if index >= tasks { try await group.next() }
        group.addTask { try step(index) }
      }
      try await group.waitForAll()
    }
    return watch.lap
  }
}

/// Time to prepare a page for its first frame.
package enum PagePreparation {
  /// Prepares all forms of a picture that a renderer reads (linear light, and textures on a GPU),
  /// and returns the time.
  ///
  /// - Throws: as `Renderer.prepare(_:format:canvas:)`.
  package static func measure(_ picture: Pixmap, _ renderer: Renderer) async throws(RenderError)
    -> (page: Page, lap: Lap)
  {
    let watch = Stopwatch()
    let page = Page(picture)
    try await renderer.prepare([page])
    return (page, watch.lap)
  }
}
