internal import ArgumentParser
internal import PageCurl
internal import PageFilm

/// `glcurl compare`: whether the CPU and the GPU draw the same.
struct CompareCommand: AsyncParsableCommand, DrawingCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Draw the same frames on the CPU and with OpenGL, and print their differences.",
    discussion: """
      Prints a line per frame, with differences in steps of 1/255: the largest and the mean \
      difference of a channel off the edges, the largest on them, the share of edge pixels, and \
      the PSNR in dB over the pixels that the sheet touches ("inf" for equal ones; null in JSON). \
      The line ends with ok, or with FAIL and the numbers past the parity. The exit status is 1 if \
      a frame is past the parity: \
      \(FrameComparison.Bound.offEdges.short) off the edges \
      (\(FrameComparison.Bound.offEdgesLarge.short) for frames beyond 2048 pixels), \
      \(FrameComparison.Bound.psnr.short) dB, \
      \((100 * FrameComparison.Bound.edgeShare).short) % edges in frames of \
      \(FrameComparison.Bound.edgePixels) pixels or more. It is 69 without OpenGL.

      EXAMPLES
        glcurl compare a.png b.png
        glcurl compare a.png b.png --frames 60 --angle 45 --require-gpu --json
      """)

  @OptionGroup
  var pages: PageOptions

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Frames, 1 to 100000. (default: 9)", valueName: "count"),
    transform: Value.count(1...100_000))
  var frames = 9

  @Flag(help: "Print a JSON object instead of lines.")
  var json = false

  @OptionGroup
  var drawing: DrawingOptions

  @OptionGroup(title: "Renderer")
  var device: DeviceOptions

  @OptionGroup
  var talk: TalkOptions

  func run() async throws {
    let turn = try await pages.turn(look, size, limits)
    let gpu = try await device.open(.gpu, talk, wayOut: Self.wayOut)
    let cpu = try await device.open(.cpu, talk, wayOut: Self.wayOut)
    var reports: [FrameReport] = []
    if !json { try Console.write(FrameReport.heading + "\n") }
    for index in 0..<frames {
      guard !Task.isCancelled else { throw CancellationError() }
      let moment = PageTurn.moment(ofFrame: index, of: frames)
      let expected = try await cpu.frame(turn, at: moment)
      let actual = try await gpu.frame(turn, at: moment)
      let geometry = try await cpu.geometry(turn, at: moment)
      let report = FrameReport(
        progress: turn.progress(moment),
        comparison: FrameComparison(expected, actual, reference: geometry))
      if !json { try Console.write(report.line + "\n") }
      reports.append(report)
    }
    await gpu.shutDown()
    let failed = reports.count { !$0.isOK }
    let end = json ? summary(reports, cpu, gpu).text : Self.verdict(failed, frames)
    try Console.write(end + "\n")
    if failed > 0 {
      throw CommandError(.checkFailed, "compare: \(Self.verdict(failed, frames))")
    }
  }

  private static let wayOut =
    "there is no OpenGL to compare with; 'glcurl doctor' says how to get it, and in software it "
    + "runs anywhere (apt-get install libegl1 libgles2 libgl1-mesa-dri)"

  private static func verdict(_ failed: Int, _ frames: Int) -> String {
    failed == 0
      ? "all \(frames) frames are within the parity"
      : "\(failed) of \(frames) frames are past the parity"
  }

  private func summary(_ reports: [FrameReport], _ cpu: Renderer, _ gpu: Renderer) -> JSON {
    .object([
      ("ok", .bool(reports.allSatisfy(\.isOK))), ("frames", .array(reports.map(\.json))),
      ("renderers", .array([cpu.info.json, gpu.info.json])),
    ])
  }
}
