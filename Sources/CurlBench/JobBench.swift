internal import CurlSystem
package import PageCurl

/// Measures whole jobs of one size, from files to files, and their unavoidable parts.
///
/// The parts are measured alternately, round after round, so that the machine's drift affects all
/// alike.
package struct JobBench {
  /// Size of the pages.
  let size: PageSize
  /// Number of frames of the film.
  let frames: Int
  /// Number of rounds per part.
  let rounds: Int
  /// Renderer for the parts in this process.
  let renderer: Renderer
  /// Options of the program for drawing.
  let drawing: [String]
  /// Receives progress notes.
  let say: (String) -> Void

  package init(
    size: PageSize, frames: Int, rounds: Int, renderer: Renderer, drawing: [String],
    say: @escaping (String) -> Void
  ) {
    self.size = size
    self.frames = frames
    self.rounds = rounds
    self.renderer = renderer
    self.drawing = drawing
    self.say = say
  }

  /// Maximum memory of frames drawn in advance, bytes.
  private static let framesMemory = 1 << 30
  private static let processors = Machine.processorsOnline

  /// Measures everything in `folder`, then removes it; takes minutes.
  package func run(in folder: ScratchFolder) async throws -> JobReport {
    var report = JobReport(size: size, frames: frames, rounds: rounds)
    defer { folder.remove() }
    try FilmMeter.writePages(size, folder)
    say("\(size.width)×\(size.height): \(frames) frames are drawn beforehand")
    let film = try await program(
      render(folder, ["-o", folder.file("film.rgba"), "--frames", "\(frames)"]))
    guard film != nil else {
      report.missing.append("whole jobs: the program can't be run from itself")
      return report
    }
    let drawn = folder.frames(
      "film.rgba", width: size.width, height: size.height,
      most: max(1, Self.framesMemory / (4 * size.width * size.height)))
    let work = JobWork(folder: folder, frames: drawn, isWhole: drawn.count == frames)
    for round in 0..<rounds {
      try await measure(work, &report)
      say("\(size.width)×\(size.height): round \(round + 1) of \(rounds)")
    }
    report.memory = try await memory(folder)
    if report.memory == nil { report.missing.append("memory: a film can't be made") }
    return report
  }

  /// Runs this program; nil if it fails.
  private func program(_ words: [String]) async throws -> MeasuredProcess? {
    guard let run = try await MeasuredProcess.run(MeasuredProcess.own, words), run.status == 0
    else { return nil }
    return run
  }

  private func render(_ folder: ScratchFolder, _ words: [String]) -> [String] {
    ["render", folder.file("a.png"), folder.file("b.png"), "--quiet"] + drawing + words
  }

  private func measure(_ work: JobWork, _ report: inout JobReport) async throws {
    let folder = work.folder
    func note(_ part: JobReport.Part, _ lap: Lap?) {
      guard let lap else {
        let text = "\(part.title): it failed"
        if !report.missing.contains(text) { report.missing.append(text) }
        return
      }
      report.add(part, lap)
    }
    note(
      .film,
      try await program(
        render(folder, ["-o", folder.file("t.mp4"), "--frames", "\(frames)"]))?.lap)
    note(.ffmpeg, try await work.ffmpeg(size))
    if work.isWhole { note(.written, try await work.written(size)) }
    // These parts measure the frames in memory; their times are scaled to all frames.
    let scale = Double(frames) / Double(work.frames.count)
    func whole(_ lap: Lap) -> Lap { Lap(wall: lap.wall * scale, cpu: lap.cpu * scale) }
    note(.deflate, whole(try await work.deflate(tasks: Self.processors)))
    note(.pngs, whole(try await work.pngs(tasks: Self.processors)))
    note(.codecs, try work.codecs())
    note(.page, try await work.page(renderer))
    note(
      .frame,
      try await program(
        ["frame", folder.file("a.png"), folder.file("b.png"), "-o", folder.file("f.png")]
          + ["--progress", "0.5", "--quiet", "--backend", "cpu"])?.lap)
    note(.start, try await program(["--version"])?.lap)
  }

  /// Memory of films of this size: two pages, two pages in larger frames, and a book.
  private func memory(_ folder: ScratchFolder) async throws -> JobMemory? {
    let meter = FilmMeter(folder: folder, page: size, drawing: drawing, say: say)
    // Over an opaque colour the film is drawn as without a margin.
    let margin = ["--margin", "25%", "--background", "#ffffff"]
    guard let film = try await meter.film(frames: 10),
      let wide = try await meter.film(frames: 10, margin),
      let book = try await meter.film(pages: 10, frames: 3)
    else { return nil }
    return JobMemory(bound: MemoryBound.of(renderer.info), films: [film, wide, book])
  }
}
