internal import CurlBench
internal import Glibc
internal import ImageFiles
internal import PageCurl
internal import SamplePages

/// Measures whole jobs of one size, from files to files, each beside what it can't do without.
///
/// The parts take turns, round after round, so that whatever drifts on the machine hits all alike.
struct JobBench {
  /// The pages' size.
  let size: PageSize
  /// Frames of the film.
  let frames: Int
  /// How often each part is done.
  let rounds: Int
  /// What the program is told about drawing.
  let drawing: [String]
  /// Told how far it is.
  let say: (String) -> Void

  /// Bytes that frames drawn beforehand may take.
  private static let framesMemory = 1 << 30
  private static let processors = sysconf(Int32(_SC_NPROCESSORS_ONLN))

  /// Measures everything; minutes.
  func run() async throws -> JobReport {
    var report = JobReport(size: size, frames: frames, rounds: rounds)
    guard let folder = ScratchFolder() else {
      report.missing.append("whole jobs: no folder can be made in the one for temporary files")
      return report
    }
    defer { folder.remove() }
    let sample = try SamplePages.make(width: size.width, height: size.height)
    try write(sample, folder, "a.png", "b.png")
    let half = PageSize(width: max(size.width / 2, 1), height: max(size.height / 2, 1))
    try write(
      SamplePages.make(width: half.width, height: half.height), folder, "c.png", "d.png")
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
    report.memory = try await memory(folder, start: report.laps[.start]?.cpu ?? 0)
    return report
  }

  private func write(_ pages: SamplePages, _ folder: ScratchFolder, _ front: String, _ next: String)
    throws(ImageFileError)
  {
    try AtomicFile.write(PNGEncoder.encode(pages.front), path: folder.file(front))
    try AtomicFile.write(PNGEncoder.encode(pages.next), path: folder.file(next))
  }

  /// Runs this program; nil where it fails.
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
    // Each on as many frames as are there, told for all of them.
    let scale = Double(frames) / Double(work.frames.count)
    func whole(_ lap: Lap) -> Lap { Lap(wall: lap.wall * scale, cpu: lap.cpu * scale) }
    note(.deflate, whole(try await work.deflate(tasks: Self.processors)))
    note(.pngs, whole(try await work.pngs(tasks: Self.processors)))
    note(.codecs, try work.codecs())
    note(.page, try work.page())
    note(
      .frame,
      try await program(
        ["frame", folder.file("a.png"), folder.file("b.png"), "-o", folder.file("f.png")]
          + ["--progress", "0.5", "--quiet", "--backend", "cpu"])?.lap)
    note(.start, try await program(["--version"])?.lap)
  }

  /// Films of different lengths and sizes, for what they hold.
  private func memory(_ folder: ScratchFolder, start: Double) async throws -> JobMemory? {
    func film(
      pages: Int = 2, frames: Int, _ names: [String] = ["a.png", "b.png"], _ words: [String] = []
    ) async throws -> JobMemory.Film? {
      say("memory: \(pages) pages, \(frames) frames a turn")
      let files = (0..<pages).map { folder.file(names[$0 % 2]) }
      let run = try await MeasuredProcess.run(
        MeasuredProcess.own,
        ["render"] + files + ["--quiet", "--json", "--frames", "\(frames)"] + drawing
          + ["-o", "/dev/null", "--format", "rgba"] + words,
        output: folder.file("summary.json"))
      guard let run, run.status == 0,
        let summary = FilmSummary(path: folder.file("summary.json"))
      else { return nil }
      return JobMemory.Film(
        pages: pages, frames: frames, peak: summary.peakMemoryBytes,
        cpu: max(run.lap.cpu - start, 1),
        count: (frames - 1) * (pages - 1) + 1,
        frameBytes: 4 * summary.width * summary.height)
    }
    // Over one colour it is drawn as without a margin.
    let margin = ["--margin", "25%", "--background", "#ffffff"]
    guard let few = try await film(frames: 10), let many = try await film(frames: 100),
      let book = try await film(pages: 10, frames: 3),
      let thick = try await film(pages: 100, frames: 3),
      let wide = try await film(frames: 10, ["a.png", "b.png"], margin),
      let small = try await film(frames: 10, ["c.png", "d.png"])
    else { return nil }
    return JobMemory(
      few: few, many: many, book: book, thick: thick, wide: wide, small: small)
  }
}
