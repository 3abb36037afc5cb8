import Foundation
import Testing

@Suite("bench")
struct BenchTests {
  private static let small = ["bench", "--frames", "3", "--sizes", "64x86", "--rounds", "1", "-q"]

  @Test("Every case has its numbers, and the renderers draw the same")
  func json() async throws {
    let run = try await Glcurl.run(
      Self.small + ["--threads", "1,2", "--backend", "cpu", "--json"], in: Folder())
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    let object = try run.object()
    for key in ["glcurl", "machine", "floors", "missing", "peakMemoryBytes"] {
      #expect(object[key] != nil, "\(key)")
    }
    #expect(object["ok"] as? Bool == true && object["driver"] is NSNull)
    #expect(try #require(object["peakMemoryBytes"] as? Int) > 1 << 20)
    let cases = try #require(object["cases"] as? [[String: Any]])
    #expect(
      cases.map { $0["name"] as? String } == [
        "cpu-1t-64x86-lit", "cpu-2t-64x86-lit", "cpu-1t-64x86-unlit", "cpu-2t-64x86-unlit",
      ])
    for it in cases {
      #expect(
        Set(it.keys) == [
          "name", "backend", "renderer", "software", "width", "height", "threads", "lit", "frames",
          "rounds", "wallMs", "cpuMs", "framesPerSecond", "phasesMs", "timesFloor", "timesRemap",
          "timesAsFastAs", "parity", "processes",
        ])
      for key in ["wallMs", "cpuMs"] {
        let times = try #require(it[key] as? [String: Any])
        #expect(Set(times.keys) == ["min", "median", "p95", "mean", "noise"])
        let (low, high) = (times["min"] as? Double ?? 0, times["p95"] as? Double ?? 0)
        #expect(low > 0 && low <= high)
      }
      #expect(it["frames"] as? Int == 3 && it["width"] as? Int == 64)
      guard it["threads"] as? Int == 2 else {
        #expect(it["processes"] is NSNull)
        continue
      }
      let processes = try #require(it["processes"] as? [String: Any])
      #expect(processes["count"] as? Int == 2 && processes["sameBytes"] as? Bool == true)
      let gains = (processes["threadsGain"] as? Double, processes["processesGain"] as? Double)
      let share = try #require(processes["share"] as? Double)
      #expect(abs(share - (gains.0 ?? 0) / (gains.1 ?? 1)) < 1e-3 * share)
    }
    let floors = try #require(object["floors"] as? [String: [String: Any]])
    #expect(floors.keys.sorted() == ["64x86"])
    #expect(try Set(["copy", "png"]).isSubset(of: #require(floors["64x86"]).keys))
  }

  @Test("OpenGL is measured in its parts, and is labelled where it is software")
  func parts() async throws {
    let run = try await Glcurl.run(
      Self.small + ["--unlit", "--threads", "1", "--json"], in: Folder())
    #expect(run.status == 0, "\(run.errors)")
    let object = try run.object()
    guard object["driver"] is String else {
      #expect("\(object["missing"] ?? "")".contains("OpenGL"))
      try Test.cancel("no OpenGL ES on this machine")
    }
    let cases = try #require(object["cases"] as? [[String: Any]])
    let gpu = try #require(cases.first { $0["backend"] as? String == "gpu" })
    #expect(gpu["name"] as? String == "gpu-64x86-unlit")
    let isSoftware = gpu["software"] as? Bool == true
    #expect((gpu["renderer"] as? String)?.hasSuffix("(software)") == isSoftware)
    let phases = try #require(gpu["phasesMs"] as? [String: Any])
    #expect(Set(phases.keys) == ["gpuDraw", "draw", "readback"])
    #expect(phases["readback"] is [String: Any])
    let floors = try #require(gpu["timesFloor"] as? [String: [String: Any]])
    #expect(Set(["copy", "quad", "readback", "png"]).isSubset(of: floors.keys))
    #expect(floors["quad"]?["wall"] is Double && floors["quad"]?["cpu"] != nil)
    #expect((gpu["timesAsFastAs"] as? [String: Double])?.keys.sorted() == ["cpu-1t-64x86-unlit"])
  }

  @Test("The table has the ratio to the floor on the clock and of the processors, software or not")
  func floorRatios() async throws {
    let run = try await Glcurl.run(
      Self.small + ["--unlit", "--threads", "1"], in: Folder())
    #expect(run.status == 0, "\(run.errors)")
    let number = /[0-9.]+ \(CPU [0-9.]+\)/
    let cases = run.text.split(separator: "\n").filter { $0.contains("-unlit  ") }
    guard run.text.contains("gpu-64x86-unlit  ") else {
      try Test.cancel("no OpenGL ES on this machine")
    }
    #expect(cases.contains { $0.hasPrefix("gpu-") && $0.contains(/quad/) && $0.contains(number) })
    #expect(cases.contains { $0.hasPrefix("cpu-1t-") && $0.contains("copy ") })
  }

  @Test("It tells which form the CPU path takes for each part of a frame")
  func explanationOfTheProcessor() async throws {
    let words = Self.small + ["--unlit", "--threads", "1", "--backend", "cpu"]
    let run = try await Glcurl.run(words + ["--explain"], in: Folder())
    #expect(run.status == 0 && !run.text.contains("pipeline"), "\(run.errors)")
    #expect(run.text.contains("unlit, progress 0.5:\n  pages  bytes\n  sheet  integers\n"))
    #expect(try await !Glcurl.run(words, in: Folder()).text.contains("integers"))
    let object = try await Glcurl.run(words + ["--explain", "--json"], in: Folder()).object()
    let plan = try #require((object["plans"] as? [[String: Any]])?.first)
    #expect(plan["lit"] as? Bool == false)
    #expect(plan["parts"] as? [String] == ["pages  bytes", "sheet  integers"])
    #expect((plan["tableBytes"] as? Int ?? 0) > 0)
    let roll = try await Glcurl.run(
      Self.small + [
        "--lit", "--threads", "1", "--backend", "cpu", "--explain", "--json", "--turn", "roll",
      ], in: Folder()
    ).object()
    let rolled = try #require((roll["plans"] as? [[String: Any]])?.last)
    #expect(rolled["lit"] as? Bool == true && (rolled["lightBytes"] as? Int ?? 0) > 0)
  }

  @Test("Each kernel in C is told beside its twin")
  func kernels() async throws {
    let words = ["bench", "--kernels", "--sizes", "96x128", "--rounds", "1", "-q"]
    let run = try await Glcurl.run(words + ["--json"], in: Folder())
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    let object = try run.object()
    #expect(object["ok"] as? Bool == true)
    let kernels = try #require(object["kernels"] as? [[String: Any]])
    guard !kernels.isEmpty else {
      #expect("\(object["missing"] ?? "")".contains("AVX2"))
      try Test.cancel("this processor has no AVX2")
    }
    for it in kernels {
      let (plain, wide) = (it["plainMs"] as? Double ?? 0, it["wideMs"] as? Double ?? 0)
      let ratio = try #require(it["ratio"] as? Double)
      #expect(wide > 0 && abs(ratio - plain / wide) < 1e-3 * ratio)
      #expect(it["sameBytes"] as? Bool == true && it["least"] as? Double == 1.5)
    }
    let table = try await Glcurl.run(words, in: Folder())
    for it in kernels {
      let name = try #require(it["name"] as? String)
      #expect(table.text.contains("\n\(name) "), "\(name)")
    }
  }

  @Test("It tells which way frames come back in each layout, and why")
  func explanation() async throws {
    let arguments = Self.small + ["--unlit", "--threads", "1", "--explain"]
    let run = try await Glcurl.run(arguments + ["--json"], in: Folder())
    #expect(run.status == 0, "\(run.errors)")
    let object = try run.object()
    let pipelines = try #require(object["pipelines"] as? [[String: Any]])
    guard object["driver"] is String else {
      #expect(pipelines.isEmpty)
      try Test.cancel("no OpenGL ES on this machine")
    }
    #expect(
      pipelines.map { $0["layout"] as? String } == ["rgba8", "rgb8", "i420", "nv12"])
    #expect(
      pipelines.map { $0["bytes"] as? Int } == [64 * 86 * 4, 64 * 86 * 3, 96 * 86, 96 * 86])
    for it in pipelines {
      let tried = try #require(it["triedMs"] as? [String: Double])
      let way = try #require(it["way"] as? String)
      #expect(tried.count >= 3 && tried[way] != nil && tried.values.allSatisfy { $0 > 0 })
      #expect((it["framesPerRead"] is NSNull) == (way == "read at once"))
      #expect((it["reason"] as? String)?.isEmpty == false)
      let films = it["films"] as? String
      #expect(
        films?.hasPrefix("films are converted by the ")
          == (it["layout"] as? String == "i420" ? true : nil))
      #expect(try #require(it["streamedMs"] as? Double) > 0)
      #expect(try #require(it["shareOfReadback"] as? Double) > 0)
    }
  }

  @Test("--looks tells each look's time and bound, and what threads gain")
  func looks() async throws {
    // roll takes long enough to be held against processes, curl doesn't.
    let words = [
      "bench", "--looks", "--sizes", "96x128", "--rounds", "1", "-q", "--threads", "2", "--only",
    ]
    let run = try await Glcurl.run(words + ["turn/[cr][uo][rl]l*", "--json"], in: Folder())
    #expect(run.status == 0, "\(run.errors)")
    let all = try run.object()
    #expect(all["ok"] as? Bool == true && all["machine"] is String && all["remap"] is NSNull)
    let size = try #require((all["sizes"] as? [[String: Any]])?.first)
    #expect(size["width"] as? Int == 96 && size["threads"] as? Int == 2)
    #expect(size["remapMs"] is NSNull && size["store"] is NSNull)
    #expect((size["missing"] as? [String])?.count == 1)
    let looks = try #require(size["looks"] as? [[String: Any]])
    #expect(
      looks.compactMap { $0["name"] as? String } == ["turn/curl", "turn/curl-unlit", "turn/roll"])
    for it in looks {
      #expect(it["output"] as? String == "rgba8" && it["height"] as? Int == 128)
      #expect((it["momentsMs"] as? [Double])?.count == 3 && it["cpuMs"] is Double)
      #expect(it["atMost"] is Double && it["met"] is NSNull && it["timesRemap"] is NSNull)
      guard let workers = it["processes"] as? [String: Any] else { continue }
      #expect(workers["count"] as? Int == 2 && workers["sameBytes"] as? Bool == true)
      #expect(workers["share"] is Double)
    }
    let table = try await Glcurl.run(words + ["s*"], in: Folder())
    #expect(table.status == 0 && table.text.contains("machine ") && table.text.contains("store: "))
    #expect(table.text.contains("288x384") && table.text.contains("ns a page pixel"))
  }

  @Test("The table names machine, turn, cases and floors")
  func table() async throws {
    let run = try await Glcurl.run(
      Self.small + ["--lit", "--threads", "1", "--backend", "cpu"], in: Folder())
    #expect(run.status == 0)
    for word in ["machine ", "angle 151", "cpu-1t-64x86-lit", "× floor", " copy", "peak memory"] {
      #expect(run.text.contains(word), "\(word)")
    }
  }

  @Test("Its help teaches by example and names every default")
  func help() async throws {
    let run = try await Glcurl.run(["bench", "--help"], in: Folder())
    #expect(run.status == 0 && run.errors.isEmpty)
    let text = run.text.replacing(/\s+/, with: " ")
    for word in ["EXAMPLES glcurl bench", "(default: 60)", "(default: 3)", "512x683", "remap.py"] {
      #expect(text.contains(word), "\(word)")
    }
  }

  @Test("Without OpenGL the CPU path is measured, and it says why")
  func noOpenGL() async throws {
    let words = ["bench", "--frames", "2", "--sizes", "40x57", "--rounds", "1", "--lit"]
    let nowhere = Glcurl.withoutOpenGL
    let run = try await Glcurl.run(words, in: Folder(), environment: nowhere)
    #expect(run.status == 0)
    #expect(run.text.contains("cpu-1t-40x57-lit") && !run.text.contains("gpu-40x57"))
    #expect(run.errors.contains("not measured: OpenGL: "))
    for demand in [["--backend", "gpu"], ["--require-gpu"]] {
      let refused = try await Glcurl.run(words + demand, in: Folder(), environment: nowhere)
      #expect(refused.status == 69 && refused.output.isEmpty)
    }
  }

  @Test("A run is compared with an earlier one")
  func comparison() async throws {
    let folder = try Folder()
    let words = Self.small + ["--lit", "--threads", "1", "--backend", "cpu", "--json"]
    let first = try await Glcurl.run(words + ["--rounds", "2"], in: folder)
    try first.output.write(to: folder.url("old.json"))
    // The same case took a thousand times as long on another machine.
    var text = first.text.replacing(/"machine":"[^"]*"/, with: #""machine":"an abacus""#)
    text.replace(/"renderer":"[^"]*"/, with: #""renderer":"beads""#)
    text.replace(/"mean":[0-9.e-]+/, with: #""mean":1e5"#)
    try Data(text.utf8).write(to: folder.url("slow.json"))
    let same = try await Glcurl.run(words + ["--compare", "old.json"], in: folder)
    #expect(
      same.status == 0 && same.errors.contains("another number of rounds then"), "\(same.errors)")
    let found = try #require(same.object()["comparisons"] as? [[String: Any]])
    #expect(found.map { $0["name"] as? String } == ["cpu-1t-64x86-lit"])
    // One round now: its noise isn't known.
    #expect((found[0]["wall"] as? [String: Any])?["verdict"] as? String == "unknown")
    let longer = try await Glcurl.run(
      words + ["--frames", "4", "--threads", "1,2", "--compare", "old.json"], in: folder)
    #expect(longer.status == 0)
    #expect(longer.errors.contains("no ratio: cpu-1t-64x86-lit"), "\(longer.errors)")
    #expect(longer.errors.contains("not in the earlier run: cpu-2t-64x86-lit"))
    let none = try #require(longer.object()["comparisons"] as? [[String: Any]])
    #expect(none[0]["wall"] is NSNull && none[0]["sameTurn"] as? Bool == false)
    let stranger = try await Glcurl.run(
      words + ["--threads", "3", "--compare", "old.json"], in: folder)
    #expect(stranger.status == 65 && stranger.errors.contains("cpu-1t-64x86-lit"))
    let faster = try await Glcurl.run(
      words.filter { $0 != "--json" } + ["--rounds", "2", "--compare", "slow.json"], in: folder)
    #expect(faster.status == 0)
    #expect(faster.errors.contains("ANOTHER MACHINE") && faster.errors.contains("an abacus"))
    #expect(faster.errors.contains("ANOTHER RENDERER drew then: cpu-1t-64x86-lit"))
    #expect(faster.text.contains("cpu-1t-64x86-lit against before: wall 0.000"))
    #expect(faster.text.contains(") faster"))
  }

  /// A file that isn't what `--json` printed, and what the message must name.
  static let otherFiles: [(text: String, name: String)] = [
    ("", "isn't JSON"), ("{", "isn't JSON"), ("[]", "the whole"), ("{}", "machine is missing"),
    (#"{"machine":"m","angle":1,"radiusPercent":1}"#, "cases is missing"),
    (#"{"machine":"m","angle":1,"radiusPercent":1,"cases":7}"#, "cases"),
    (
      #"{"machine":"m","angle":1,"radiusPercent":1,"cases":[{"name":"a","renderer":"r","frames":1,"rounds":1}]}"#,
      "cases[0].wallMs is missing"
    ),
    (
      #"{"machine":"m","angle":1,"radiusPercent":1,"cases":[{"name":"a","renderer":"r","frames":1,"rounds":1,"wallMs":{"min":1,"median":1,"p95":1}}]}"#,
      "cases[0].wallMs.mean is missing"
    ),
    (
      #"{"machine":"m","angle":1,"radiusPercent":1,"cases":[{"name":"a","renderer":null,"wallMs":{}}]}"#,
      "cases[0].renderer"
    ),
    (
      #"{"machine":"m","angle":1,"radiusPercent":1,"cases":[{"name":"a","renderer":"r","frames":1,"rounds":1,"wallMs":{"min":1,"median":1,"p95":1,"mean":-2},"cpuMs":{"min":1,"median":1,"p95":1,"mean":1}}]}"#,
      "cases[0].wallMs"
    ),
  ]

  @Test(
    "What isn't an earlier run is bad input, told before anything is measured",
    arguments: otherFiles)
  func malformed(text: String, name: String) async throws {
    let folder = try Folder()
    try Data(text.utf8).write(to: folder.url("old.json"))
    let run = try await Glcurl.run(["bench", "--compare", "old.json"], in: folder)
    #expect(run.status == 65 && run.output.isEmpty)
    #expect(run.errors.contains("old.json") && run.errors.contains(name), "\(run.errors)")
  }

  @Test(
    "Options that make no sense are told",
    arguments: [
      (64, "--sizes 64", "1024x1366"), (64, "--sizes 64x86,64x86", "once"),
      (64, "--sizes 40000x9", "32767"), (64, "--threads 0", "--threads"),
      (64, "--threads 1,,2", "--threads"), (64, "--frames 0", "--frames"),
      (64, "--rounds x", "--rounds"), (64, "--backend auto", "cpu"),
      (64, "--kernels --lit", "--kernels"), (64, "--kernels --job", "--job"),
      (64, "--looks --lit", "--looks"), (64, "--looks --job", "--looks"),
      (64, "--looks --backend gpu", "--looks"), (64, "--looks --threads 1,2", "--threads"),
      (64, "--looks --threads 1", "--threads"), (64, "--looks --only turn", "turn/flip"),
      (64, "--only turn/curl", "--looks"),
      (64, "--longest 2000", "--job"), (64, "--job --longest 10", "--longest"),
      (64, "--job --longest 200000", "--longest"),
      (64, "--lit --unlit", "--unlit"), (64, "--require-gpu --backend cpu", "--backend"),
      (66, "--compare missing.json", "(--compare): No such file"), (69, "--remap false", "opencv"),
      (69, "--remap /no/such/program", "/no/such/program"), (69, "--remap echo", "--remap"),
    ])
  func options(status: Int32, words: String, name: String) async throws {
    let run = try await Glcurl.run(
      ["bench"] + words.split(separator: " ").map(String.init), in: Folder())
    #expect(run.status == status && run.output.isEmpty, "\(run.errors)")
    #expect(run.errors.contains(name), "\(run.errors)")
  }

  @Test("The shell runs the whole command of --remap")
  func shell() async throws {
    let run = try await Glcurl.run(
      ["bench", "--remap", "cd / && WORD=hello sh -c 'echo $WORD'"], in: Folder())
    #expect(run.status == 69 && run.errors.contains("greeted with 'hello'"), "\(run.errors)")
  }

  @Test("Ctrl-C ends a run and leaves nothing")
  func interrupt() async throws {
    let folder = try Folder()
    let notes = try Folder()
    try Data().write(to: notes.url("errors"))
    try Data().write(to: notes.url("output"))
    let running = try Glcurl.start(
      ["bench", "--sizes", "64x86", "--frames", "2", "--rounds", "1000", "--backend", "cpu"],
      in: folder, environment: ["TMPDIR": folder.url.path],
      output: FileHandle(forWritingTo: notes.url("output")),
      errors: FileHandle(forWritingTo: notes.url("errors")))
    // From the first round on nearly all of the time is the film's, where there is ffmpeg.
    #expect(
      await running.interrupt {
        let told = (try? notes.bytes("errors")) ?? Data()
        return String(decoding: told, as: UTF8.self).contains("round 1 ")
      })
    #expect(await running.status() == 130)
    #expect(try folder.names.isEmpty && notes.bytes("output").isEmpty)
  }
}
