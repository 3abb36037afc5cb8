internal import ArgumentParser
internal import CurlBench
internal import CurlSystem
internal import PageCurl
internal import PageFilm

/// `glcurl bench`: speed of the renderers, relative to each other and to floors.
struct BenchCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench",
    abstract: "Measure the CPU path and OpenGL, and check that they draw the same.",
    discussion: """
      Draws a whole turn of built-in pages (a curl of angle 151 and radius 9%, or --turn) with \
      all renderers alternately, round after round; each frame counts with its least time over the \
      rounds. Prints milliseconds per frame, clock time (wall) and processor time (CPU), and the \
      ratio to a floor: trivial work of the same size, measured in the same run. The floor of the \
      CPU path is a copy of the frame in memory, that of OpenGL a textured quad that is read back.

      The exit status is 1 if a measured frame is wrong: a wrong picture can't win. It is also 1 \
      if a film of --job exceeds its memory bound, or if bytes differ in --kernels. Every measured \
      frame is compared with the CPU path's: byte for byte if the CPU path drew it, within the \
      parity of glcurl compare, except its share of edges, if OpenGL did. A frame with the hash of \
      the one compared at that moment in an earlier round isn't compared again. OpenGL in software \
      is labelled software; it measures no GPU.

      MEANING OF THE NUMBERS
        mean      of the turn's frames, each with its least time over the rounds; frames per
                  second (fps) and all ratios use it
        min, median, p95
                  of the same values: they show how the frames differ, not how late a frame may be
        noise     increase of the mean without the round that contributes most to it, as a share
        × floor   mean divided by the mean of the named floor: clock time, and in brackets
                  processor time; the same for × remap
        gain      frames per second of several threads divided by those of one; beside it the gain
                  of as many simultaneous processes of one thread each, which share nothing, and
                  the threads' gain as a share of it (0.85 or more; the bytes are compared)

      JSON
        cases     name, backend, renderer, size, threads, lit, frames, rounds; wallMs and cpuMs
                  (min, median, p95, mean, noise); framesPerSecond; phasesMs of OpenGL; ratios:
                  timesFloor of each floor and timesRemap (both wall and cpu), timesAsFastAs of the
                  clock; parity (ok, frames, max, psnr);
                  processes (count, threadsGain, processesGain, share, sameBytes)
        floors    by size: copy, quad, readback, png, x264, remap
        comparisons
                  by --compare: wall and cpu (ratio, noise, verdict; null for another turn),
                  sameRenderer, sameTurn, sameRounds
        pipelines by --explain, not for the CPU path: width, height, layout, way, framesPerRead,
                  reason, triedMs (milliseconds
                  per frame of each way), films (how a film's frames are converted), streamedMs, bytes,
                  shareOfReadback
        plans     by --explain, for the CPU path: width, height, lit, parts (a line each),
                  tableBytes, lightBytes (of a thread)
        jobs      by --job instead of all these, by size: parts (wallMs, cpuMs, and timesWall and
                  timesCpu of their floor), memory (bound: pagesFactor × the pages in memory, of
                  a book mostPages, + backsFactor × the papers of backs, of a book mostBacks, +
                  frames × a frame, with a background backgroundFrames more, +
                  constantBytes, at 4 bytes per pixel, null for a real GPU; films: pages,
                  frames, width, height, peakBytes, mostBytes, cpuMs)
        scale     beside jobs: frames and pages (films; timesMemory: memory of the last film divided by the
                  first's; timesCpu: processor time per frame of the last film divided by the one
                  before, both minus the first film's)
        kernels   by --kernels instead: name, twin (swift, or c: the same for any processor), width,
                  height, values, plainMs, wideMs (processor time for all values), ratio, least,
                  sameBytes
        sizes     by --looks instead: width, height, rounds, threads, remapMs, missing; looks (name,
                  output, pageWidth, pageHeight, width, height, rounds, cpuMs, momentsMs,
                  timesRemap, atMost, met, processes as of cases); store (cpuMs, nsPerPagePixel,
                  areaNsPerPagePixel)
        machine, driver, software, turn, angle, radiusPercent, ok, missing, peakMemoryBytes: of the run

      EXAMPLES
        glcurl bench
        glcurl bench --sizes 1024x1366,2048x2732 --threads 1,8
        glcurl bench --backend gpu --require-gpu --json > new.json
        glcurl bench --compare old.json
        glcurl bench --turn curl --unlit
        glcurl bench --job --sizes 1024x1366
        glcurl bench --kernels --sizes 1024x1366
        glcurl bench --remap 'python3 Tests/Bench/remap.py'
        glcurl bench --looks --remap 'python3 Tests/Bench/remap.py'
        glcurl bench --looks --only 'alpha/*' --threads 2 --rounds 3
      """)

  @Option(
    name: .customLong("sizes"),
    help: ArgumentHelp(
      """
      Sizes of the pages in pixels, separated by commas; of --looks, 1024x1366 where not given. \
      (default: 512x683)
      """,
      valueName: "WxH,..."),
    transform: BenchValue.sizes)
  private var givenSizes: [OutputSize]?

  @Option(
    help: ArgumentHelp(
      "Renderers to measure: all, cpu or gpu; gpu includes OpenGL in software.",
      valueName: "backend"))
  var backend = BenchBackend.all

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Numbers of threads of the CPU path, separated by commas, each 1 to 1024. (default: 1 and one \
      per processor; --looks draws on 1, and takes one other number)
      """, valueName: "count,..."),
    transform: BenchValue.threads)
  var threads: [Int]?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Frames of the turn, 1 to 1000. (default: 60)", valueName: "count"),
    transform: Value.count(1...1000))
  var frames = 60

  @Option(
    name: .customLong("rounds"), parsing: .unconditional,
    help: ArgumentHelp(
      "Rounds: drawings of each turn, 1 to 1000; with --looks 9. (default: 3)",
      valueName: "count"),
    transform: Value.count(1...1000))
  private var givenRounds: Int?

  @Option(
    help: ArgumentHelp(
      """
      Turn to draw: a turn with its defaults, or the curl with angle 151 and radius 9%. (default: \
      curl)
      """, valueName: "name"),
    completion: .list(TurnCatalogue.names), transform: TurnKind.init(argument:))
  var turn: TurnKind?

  @Flag(help: "Measure only the turn with light and shadow.")
  var lit = false

  @Flag(help: "Measure only the turn without light.")
  var unlit = false

  @Flag(
    name: .customLong("require-gpu"),
    help: "Fail with exit status 69 without a real GPU, and print what was tried.")
  var requireGPU = false

  @OptionGroup
  var gpu: GPUOptions

  @Option(
    help: ArgumentHelp(
      """
      A command that runs OpenCV's remap, such as 'python3 Tests/Bench/remap.py' from glcurl's \
      sources (pip install opencv-python-headless). It uses one thread and float maps made in \
      advance, which take frames × W × H × 8 bytes in that process.
      """, valueName: "command"))
  var remap: String?

  @Option(
    help: ArgumentHelp(
      "Output of an earlier bench --json: prints each case's ratio to it, with its noise.",
      valueName: "file"),
    completion: .file(extensions: ["json"]))
  var compare: String?

  @Flag(
    help: """
      Print which form the CPU path takes for each part of a frame at progress 0.5, and why none \
      faster; and how frames are read back from OpenGL in each layout, and why. A short calibration \
      measures all ways on the device; then a whole turn is streamed in the chosen way, from the \
      second time on.
      """)
  var explain = false

  @Flag(
    help: """
      Measure whole jobs instead, from files to files: a film, numbered pictures, one frame, each \
      beside ffmpeg, the deflate library or the codecs alone; the memory of films; and how memory \
      and time grow with frames and pages.
      """)
  var job = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Frames of the longest film of --job, 1000 to 100000. Small films up to that length, and \
      books with up to a tenth as many pages, show how memory and time grow. (default: 10000)
      """, valueName: "count"),
    transform: Value.count(1000...100_000))
  var longest: Int?

  @Flag(
    help: """
      Measure the CPU path's inner loops in C instead, with the processor's wide instructions \
      against the portable loops; speed-ups below 1.5 are marked.
      """)
  var kernels = false

  @Flag(
    help: """
      Measure every turn, look, scale, alpha and depth on the CPU path instead, on one thread: CPU \
      time of a frame, the mean of progress 0.25, 0.45 and 0.75, in units of OpenCV's remap of as \
      many pixels (--remap), beside the most that it should take. The looks take turns, round \
      after round; the least of the rounds counts, 3 of them where a frame takes over 100 ms. \
      Output straight8 includes the conversion to straight alpha. --threads 2 adds what two threads gain as a share of what two processes \
      gain, where a frame takes over 3 ms. The last row makes the smaller picture of a page of 12 \
      megapixels, beside OpenCV's INTER_AREA.
      """)
  var looks = false

  @Option(
    help: ArgumentHelp(
      """
      Looks of --looks whose names match, such as turn/flip, 'alpha/*', '*key*' or store. (default: \
      all)
      """, valueName: "pattern"))
  var only: String?

  @Flag(help: "Print a JSON object instead of a table.")
  var json = false

  /// Set in a process that draws at the same time as others.
  @Flag(help: .hidden)
  var worker = false

  @OptionGroup
  var talk: TalkOptions

  func validate() throws {
    if lit && unlit {
      throw ValidationError("--lit and --unlit exclude each other: both is the default")
    }
    if requireGPU && backend == .cpu {
      throw ValidationError("--require-gpu with --backend cpu: drop one of them")
    }
    if gpu.isGiven && backend == .cpu {
      throw ValidationError("--gpu and --egl with --backend cpu: drop one of them")
    }
    let isOfRenderers =
      compare != nil || remap != nil || turn != nil || lit || unlit || explain || threads != nil
    if job && (isOfRenderers || kernels) {
      throw ValidationError(
        "--job measures whole programs: with it, only --sizes, --frames, --rounds, --longest, "
          + "--backend, --require-gpu and --json have an effect, so drop the others")
    }
    if kernels && (isOfRenderers || backend == .gpu || requireGPU || gpu.isGiven) {
      throw ValidationError(
        "--kernels measures the CPU path's inner loops: with it, only --sizes, --rounds and --json "
          + "have an effect, so drop the others")
    }
    try validateLooks()
    if longest != nil && !job {
      throw ValidationError("--longest needs --job: add that, or drop it")
    }
  }

  func run() async throws {
    if job { return try await measureJobs() }
    if kernels { return try measureKernels() }
    if worker { return try await serve() }
    if looks { return try await measureLooks() }
    let machine = Machine.own
    let earlier = try compare.map { path throws(CommandError) in try EarlierBench(path: path) }
    if let earlier, earlier.machine != machine.text {
      Console.say(
        "--compare: ANOTHER MACHINE then (\(earlier.machine)), now \(machine.text): the ratios "
          + "say nothing about the program")
    }
    let program = try remap.map { command throws(CommandError) in try RemapProcess(command) }
    defer { program?.end() }
    let talk = talk
    let kind = kind
    let bench = Bench(
      try makePlan(), remap: program, encodeVideo: Bench.encodeVideo,
      makeWorkers: { count, plan in try WorkerProcesses(count, Self.arguments(plan, kind)) },
      say: { talk.say($0) })
    let report = try await bench.run()
    let comparisons = earlier.map { BenchComparison.between(report, $0.cases) } ?? []
    if let earlier { try warn(comparisons, report.cases.map(\.name), earlier) }
    let summary = BenchSummary(
      report: report, machine: machine, comparisons: comparisons, remapTitle: program?.title,
      explains: explain)
    for text in report.missing { talk.say("not measured: \(text)") }
    try Console.write(json ? summary.json.text + "\n" : summary.table)
    guard report.wrong.isEmpty else {
      throw CommandError(
        .checkFailed, "FAIL: wrong pictures of \(report.wrong.joined(separator: ", "))")
    }
  }

  /// Warns of conditions that make ratios worthless; fails if no case is comparable.
  private func warn(
    _ comparisons: [BenchComparison], _ names: [String], _ earlier: EarlierBench
  ) throws(CommandError) {
    func say(_ what: String, _ names: [String]) {
      if !names.isEmpty { Console.say("--compare: \(what): \(names.joined(separator: ", "))") }
    }
    let matched = comparisons.map(\.name)
    guard !matched.isEmpty else {
      throw CommandError(
        .badInput,
        "--compare: no case of this run is in the file, which has "
          + earlier.cases.map(\.name).joined(separator: ", ")
          + ": give the --sizes, --threads and --backend of that run")
    }
    say("ANOTHER RENDERER drew then", comparisons.filter(\.isOtherRenderer).map(\.name))
    say(
      "ANOTHER TURN then (frames, angle or radius), no ratio",
      comparisons.filter(\.isOtherTurn).map(\.name))
    say("another number of rounds then", comparisons.filter(\.isOtherRounds).map(\.name))
    say("not in the earlier run", names.filter { !matched.contains($0) })
    say("not in this run", earlier.cases.map(\.name).filter { !matched.contains($0) })
  }

  /// The turn to draw; default the curl.
  var kind: TurnKind { turn ?? .curl }

  /// Sizes of the pages; default 512×683, with `--looks` 1024×1366.
  var sizes: [OutputSize] {
    givenSizes
      ?? [looks ? OutputSize(width: 1024, height: 1366) : OutputSize(width: 512, height: 683)]
  }

  /// Number of times that each turn is drawn; default 3, with `--looks` 9.
  var rounds: Int { givenRounds ?? (looks ? 9 : 3) }

  func makePlan() throws(CommandError) -> BenchPlan {
    let all = Bench.processors
    let lights = lit ? [true] : unlit ? [false] : [true, false]
    var plan = BenchPlan(
      sizes: sizes.map { PageSize(width: $0.width, height: $0.height) },
      backends: backend.backends, threads: threads ?? (all > 1 ? [1, all] : [1]), lights: lights,
      frames: frames, rounds: rounds, requiresHardware: requireGPU,
      turn: kind.name == CurlTurn.name
        ? BenchPlan.defaultTurn : kind.make())
    plan.explains = explain
    plan.device = try gpu.device()
    return plan
  }
}
