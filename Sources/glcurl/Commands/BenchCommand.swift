internal import ArgumentParser
internal import CurlBench
internal import PageCurl

/// `glcurl bench`: how fast the renderers are, against each other and against floors.
struct BenchCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench",
    abstract: "Measure the CPU path and OpenGL, and check that they draw the same.",
    discussion: """
      Draws a whole turn of built-in pages (angle 151, radius 9%) with each renderer in turns, \
      round after round; a frame counts with its least time over the rounds. Tells milliseconds a \
      frame, on the clock (wall) and of the processors (CPU), and times a floor: work of the same \
      size that does next to nothing, measured in the same run. For the CPU path that is a copy of \
      the frame in memory, for OpenGL a textured quad that is read back.

      Ends with exit status 1 where a timed frame isn't what it must be: a wrong picture can't \
      win. OpenGL in software is labelled software; it measures no GPU.

      EXAMPLES
        glcurl bench
        glcurl bench --sizes 1024x1366,2048x2732 --threads 1,8
        glcurl bench --backend gpu --require-gpu --json > new.json
        glcurl bench --compare old.json
        glcurl bench --remap 'python3 Tests/Bench/remap.py'
      """)

  @Option(
    help: ArgumentHelp(
      "Sizes of the pages in pixels, separated by commas. (default: 512x683)",
      valueName: "WxH,..."),
    transform: BenchValue.sizes)
  var sizes = [OutputSize(width: 512, height: 683)]

  @Option(
    help: ArgumentHelp(
      "What is measured: all, cpu or gpu; gpu takes OpenGL in software too.",
      valueName: "backend"))
  var backend = BenchBackend.all

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Threads of the CPU path, separated by commas, each 1 to 1024. (default: 1 and one for each \
      processor)
      """, valueName: "count,..."),
    transform: BenchValue.threads)
  var threads: [Int]?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Frames of the turn, 1 to 1000. (default: 60)", valueName: "count"),
    transform: Value.count(1...1000))
  var frames = 60

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Times that each turn is drawn, 1 to 1000. (default: 3)", valueName: "count"),
    transform: Value.count(1...1000))
  var rounds = 3

  @Flag(help: "Measure the turn with light and shadow alone.")
  var lit = false

  @Flag(help: "Measure the turn without light alone.")
  var unlit = false

  @Flag(
    name: .customLong("require-gpu"),
    help: "Fail with exit status 69 where there is no real GPU, and tell what was tried.")
  var requireGPU = false

  @Option(
    help: ArgumentHelp(
      """
      A command that runs OpenCV's remap, such as 'python3 Tests/Bench/remap.py' from glcurl's \
      sources (pip install opencv-python-headless): one thread, float maps made beforehand.
      """, valueName: "command"))
  var remap: String?

  @Option(
    help: ArgumentHelp(
      "What bench --json printed before: tells each case's ratio to it, and its noise.",
      valueName: "file"),
    completion: .file(extensions: ["json"]))
  var compare: String?

  @Flag(help: "Print a JSON object instead of a table.")
  var json = false

  @OptionGroup
  var talk: TalkOptions

  func validate() throws {
    if lit && unlit {
      throw ValidationError("--lit and --unlit exclude each other: both is the default")
    }
    if requireGPU && backend == .cpu {
      throw ValidationError("--require-gpu with --backend cpu: drop one of them")
    }
  }

  func run() async throws {
    let machine = Machine.own
    let earlier = try compare.map { path throws(CommandError) in try EarlierBench(path: path) }
    if let earlier, earlier.machine != machine.text {
      Console.say(
        "--compare: ANOTHER MACHINE then (\(earlier.machine)), now \(machine.text): the ratios "
          + "tell nothing about the program")
    }
    let program = try remap.map { command throws(CommandError) in try RemapProcess(command) }
    defer { program?.end() }
    let talk = talk
    let bench = Bench(
      plan, remap: program, encodeVideo: ScratchVideo.encode, say: { talk.say($0) })
    let report = try await bench.run()
    let comparisons = earlier.map { BenchComparison.between(report, $0.cases) } ?? []
    let others = comparisons.filter(\.isOtherRenderer).map(\.name)
    if !others.isEmpty {
      Console.say("--compare: ANOTHER RENDERER drew then: \(others.joined(separator: ", "))")
    }
    let summary = BenchSummary(
      report: report, machine: machine, comparisons: comparisons, remapTitle: program?.title)
    for text in report.missing { talk.say("not measured: \(text)") }
    try Console.write(json ? summary.json.text + "\n" : summary.table)
    guard report.wrong.isEmpty else {
      throw CommandError(
        .checkFailed, "FAIL: wrong pictures of \(report.wrong.joined(separator: ", "))")
    }
  }

  private var plan: BenchPlan {
    let all = Bench.processors
    let lights = lit ? [true] : unlit ? [false] : [true, false]
    return BenchPlan(
      sizes: sizes.map { PageSize(width: $0.width, height: $0.height) },
      backends: backend.backends, threads: threads ?? (all > 1 ? [1, all] : [1]), lights: lights,
      frames: frames, rounds: rounds, requiresHardware: requireGPU)
  }
}
