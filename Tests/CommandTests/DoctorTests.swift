import Foundation
import Synchronization
import Testing

@Suite("doctor")
struct DoctorTests {
  @Test("The report tells everything in text of at most 100 columns")
  func text() async throws {
    let run = try await Glcurl.run(["doctor"], in: Folder())
    #expect(run.status == 0, "\(run.text)\(run.errors)")
    for heading in [
      "glcurl ", "Libraries", "Tried, in the order of --backend gpu", "What a backend takes",
      "Test picture: CPU path", "Verdict",
    ] {
      #expect(run.text.contains("\(heading)"), "\(heading)")
    }
    #expect(!run.text.contains("FAIL"))
    for line in run.text.split(separator: "\n") {
      let words = line.split(separator: " ")
      #expect(line.count <= 100 || words.contains { $0.count > 80 }, "\(line)")
      #expect(!line.hasSuffix(" "), "\(line)")
    }
  }

  @Test("Its help teaches by example, names the default and the object's keys")
  func help() async throws {
    let run = try await Glcurl.run(["doctor", "--help"], in: Folder())
    #expect(run.status == 0 && run.errors.isEmpty)
    let report = try await Glcurl.run(["doctor", "--json"], in: Folder()).object()
    for words in ["EXAMPLES\n  glcurl doctor", "(default: 60)"] + report.keys {
      #expect(run.text.contains(words), "\(words)")
    }
    #expect(!run.text.contains("--apart"))
  }

  @Test("The report is there as JSON, and nothing else is on standard output")
  func json() async throws {
    let run = try await Glcurl.run(["doctor", "--json", "--threads", "1"], in: Folder())
    #expect(run.status == 0, "\(run.errors)")
    let report = try run.object()
    #expect(
      Set(report.keys) == [
        "ok", "status", "verdict", "openGL", "glcurl", "machine", "surroundings", "accident",
        "libraries", "drivers", "egl", "trials", "choices", "pictures", "advice",
      ])
    #expect(report["ok"] as? Bool == true && report["status"] as? Int == 0)
    #expect(report["accident"] is NSNull)
    let pictures = try #require(report["pictures"] as? [[String: Any]])
    #expect(pictures.allSatisfy { $0["ok"] as? Bool == true })
    let renderer = try #require(pictures.first?["renderer"] as? [String: Any])
    #expect(renderer["name"] as? String == "CPU path, 1 thread")
    let choices = try #require(report["choices"] as? [String: [String: Any]])
    #expect(Set(choices.keys) == ["auto", "gpu", "cpu"])
    let openGL = try #require(report["openGL"] as? String)
    #expect((choices["gpu"]?["error"] == nil) == (openGL != "none"))
    #expect(choices["auto"]?["backend"] as? String == (openGL == "hardware" ? "gpu" : "cpu"))
    #expect(openGL == "none" ? pictures.count == 1 : pictures.count >= 2)
  }

  @Test("It tells who asks, and what libEGL is told of vendors' drivers")
  func surroundings() async throws {
    let folder = try Folder()
    try Data(
      #"{"file_format_version": "1.0.0", "ICD": {"library_path": "libEGL_nvidia.so.0"}}"#.utf8
    )
    .write(to: folder.url("10.json"))
    try Data("{}".utf8).write(to: folder.url("20.json"))
    let paths = ["10.json", "20.json"].map { folder.url($0).path }
    let run = try await Glcurl.run(
      ["doctor", "--json"], in: folder,
      environment: ["__EGL_VENDOR_LIBRARY_FILENAMES": paths.joined(separator: ":")])
    let found = try #require(run.object()["surroundings"] as? [String: Any])
    #expect((found["user"] as? String)?.isEmpty == false)
    #expect((found["groups"] as? [String])?.isEmpty == false)
    let vendors = try #require(found["vendors"] as? [[String: Any]])
    #expect(vendors.map { $0["path"] as? String } == paths)
    #expect(vendors[0]["library"] as? String == "libEGL_nvidia.so.0")
    #expect(vendors[1]["library"] is NSNull)
    for node in try #require(found["nodes"] as? [[String: Any]]) {
      let mode = try #require(node["mode"] as? String)
      #expect(Int(mode, radix: 8) != nil && (node["owner"] as? String)?.isEmpty == false)
      #expect(node["driver"] is NSNull || (node["driver"] as? String)?.isEmpty == false)
    }
  }

  @Test("Whatever opens tells its GL; software says so")
  func trials() async throws {
    let run = try await Glcurl.run(
      ["doctor", "--json"], in: Folder(), environment: ["LIBGL_ALWAYS_SOFTWARE": "1"])
    let report = try run.object()
    let trials = try #require(report["trials"] as? [[String: Any]])
    for trial in trials {
      let opened = trial["opened"] as? [String: Any]
      #expect((opened == nil) == (trial["refused"] is String))
      guard let opened else { continue }
      #expect((opened["maxTextureSize"] as? Int ?? 0) >= 2048)
      #expect((opened["glVersion"] as? String)?.contains("OpenGL ES") == true)
      #expect((opened["glslVersion"] as? String)?.contains("ES") == true)
    }
    let machine = try #require(report["machine"] as? [String: Any])
    let environment = try #require(machine["environment"] as? [String: String])
    #expect(environment["LIBGL_ALWAYS_SOFTWARE"] == "1")
    guard report["openGL"] as? String == "software" else {
      try Test.cancel("there is no OpenGL in software here")
    }
    #expect(advice(report).contains("env -u LIBGL_ALWAYS_SOFTWARE"))
    let text = try await Glcurl.run(["doctor"], in: Folder())
    #expect(text.text.contains("SOFTWARE ONLY"))
  }

  @Test("A vendor's EGL that fails is told once, though another's lists devices")
  func failingVendor() async throws {
    let folder = try Folder()
    let library = try CLibrary.path(CLibrary.vendor)
    try Data(#"{"file_format_version": "1.0.0", "ICD": {"library_path": "\#(library)"}}"#.utf8)
      .write(to: folder.url("10_test.json"))
    let run = try await Glcurl.run(
      ["doctor", "--json"], in: folder,
      environment: [
        "__EGL_VENDOR_LIBRARY_DIRS":
          "\(folder.url.path):/etc/glvnd/egl_vendor.d:/usr/share/glvnd/egl_vendor.d"
      ])
    let report = try run.object()
    let drivers = report["drivers"] as? [String] ?? []
    guard drivers.contains(where: { $0.hasSuffix("libEGL_test.so") }) else {
      try Test.cancel("libEGL takes no other vendors here")
    }
    let told = (report["trials"] as? [[String: Any]] ?? []).filter {
      ($0["refused"] as? String)?.contains("no kernel driver answers") == true
    }
    #expect(told.count == 1 && told[0]["what"] as? String == "device platform", "\(told)")
  }

  @Test("Without a driver the CPU path's picture decides, and the report says what to install")
  func noDriver() async throws {
    let run = try await Glcurl.run(
      ["doctor", "--json"], in: Folder(),
      environment: ["__EGL_VENDOR_LIBRARY_FILENAMES": "/nonexistent"])
    #expect(run.status == 0, "\(run.text)\(run.errors)")
    let report = try run.object()
    #expect(report["openGL"] as? String == "none")
    #expect((report["verdict"] as? String)?.contains("--backend gpu is unavailable") == true)
    #expect((report["pictures"] as? [Any])?.count == 1)
    #expect(advice(report).contains("apt-get install libegl-mesa0"))
    #expect(advice(report).contains("env -u __EGL_VENDOR_LIBRARY_FILENAMES"))
  }

  @Test(
    "A variable that keeps Mesa from its drivers is named, and no package",
    arguments: [
      ("GALLIUM_DRIVER", "nonsense"), ("LIBGL_DRIVERS_PATH", "/nonexistent"),
      ("MESA_GLES_VERSION_OVERRIDE", "2.0"),
    ])
  func variable(name: String, value: String) async throws {
    let run = try await Glcurl.run(
      ["doctor", "--json"], in: Folder(), environment: [name: value])
    let report = try run.object()
    guard report["openGL"] as? String == "none", !(report["drivers"] as? [Any] ?? []).isEmpty else {
      try Test.cancel("it keeps no driver away here")
    }
    #expect(run.status == 0, "\(run.text)\(run.errors)")
    #expect(advice(report).contains("env -u \(name) glcurl doctor"))
    #expect(!advice(report).contains("apt-get"))
  }

  @Test("A broken library is named with its path and with what mends it")
  func brokenLibrary() async throws {
    let folder = try Folder()
    try Data().write(to: folder.url("libEGL.so.1"))
    // What Swift itself is loaded by must stay.
    let rest = ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"].map { ":\($0)" } ?? ""
    let environment = ["LD_LIBRARY_PATH": folder.url.path + rest]
    let run = try await Glcurl.run(["doctor", "--json"], in: folder, environment: environment)
    #expect(run.status == 0, "\(run.text)\(run.errors)")
    let report = try run.object()
    let libraries = try #require(report["libraries"] as? [[String: Any]])
    #expect(libraries.first?["path"] is NSNull)
    let problem = try #require(libraries.first?["problem"] as? String)
    #expect(problem.contains(folder.url("libEGL.so.1").path))
    #expect(advice(report).contains("apt-get install --reinstall libegl1"))
    #expect(advice(report).contains("env -u LD_LIBRARY_PATH"))
    let text = try await Glcurl.run(["doctor"], in: folder, environment: environment)
    #expect(text.status == 0 && text.text.contains("libEGL.so.1 is broken"))
  }

  @Test("A device that is asked for and isn't there is unavailable, whatever else draws")
  func missingDevice() async throws {
    let run = try await Glcurl.run(
      ["doctor", "--json", "--gpu", "drm:/dev/dri/renderD999"], in: Folder())
    let report = try run.object()
    #expect(run.status == 69 && report["status"] as? Int == 69, "\(run.errors)")
    let words = "--gpu=drm:/dev/dri/renderD999 can't draw here"
    #expect((report["verdict"] as? String)?.hasSuffix(words) == true, "\(run.text)")
    #expect((report["pictures"] as? [[String: Any]])?.map { $0["ok"] as? Bool } == [true])
  }

  @Test("A real GPU can be demanded")
  func requireGPU() async throws {
    let run = try await Glcurl.run(["doctor", "--json", "--require-gpu"], in: Folder())
    let report = try run.object()
    let isHardware = report["openGL"] as? String == "hardware"
    #expect(run.status == (isHardware ? 0 : 69))
    #expect(report["status"] as? Int == Int(run.status))
    #expect(run.errors.contains("--require-gpu needs a real GPU") == !isHardware)
    #expect(run.errors.components(separatedBy: "--require-gpu").count <= 2)
  }

  @Test(
    "A driver that crashes or hangs is named, and the CPU path is checked all the same",
    arguments: [
      ("*(volatile int *)0 = 1;", "60", "crashed: signal 11"),
      ("for (;;) pause();", "5", "hung: no answer within 5 s"),
    ])
  func accident(_ body: String, _ deadline: String, _ end: String) async throws {
    let folder = try Folder()
    try folder.writeDriver(body)
    let run = try await Glcurl.run(
      ["doctor", "--json", "--deadline", deadline], in: folder,
      environment: ["__EGL_VENDOR_LIBRARY_FILENAMES": folder.url("driver.json").path])
    let report = try run.object()
    guard !(report["accident"] is NSNull) else {
      try Test.cancel("this machine's EGL asks for no vendors, so no driver was asked")
    }
    #expect(report["openGL"] as? String == "unknown")
    #expect(run.status == 1, "\(run.text)\(run.errors)")
    let accident = try #require(report["accident"] as? [String: Any])
    #expect((accident["end"] as? String)?.hasPrefix(end) == true, "\(accident)")
    let steps = try #require(accident["steps"] as? [String])
    #expect(steps.last == "ask EGL for its extensions, for which it loads its drivers")
    let pictures = try #require(report["pictures"] as? [[String: Any]])
    #expect(pictures.map { $0["ok"] as? Bool } == [true])
    #expect(advice(report).contains("--backend cpu"))
    #expect(run.errors.contains(end))
    #expect((report["verdict"] as? String)?.hasSuffix("the CPU path draws correctly") == true)
  }

  @Test("What a driver prints doesn't get into the report")
  func talkativeDriver() async throws {
    let folder = try Folder()
    try folder.writeDriver("write(1, \"hello\\n\", 6);")
    let run = try await Glcurl.run(
      ["doctor", "--json"], in: folder,
      environment: ["__EGL_VENDOR_LIBRARY_FILENAMES": folder.url("driver.json").path])
    #expect(try run.object()["ok"] as? Bool == true)
    #expect(run.text.hasPrefix("{"))
  }

  @Test("An interrupt ends it and what it started")
  func interrupt() async throws {
    let folder = try Folder()
    try folder.writeDriver("for (;;) pause();")
    let running = try Glcurl.start(
      ["doctor"], in: folder,
      environment: ["__EGL_VENDOR_LIBRARY_FILENAMES": folder.url("driver.json").path])
    let process = running.process.processIdentifier
    let children = Mutex<[Int32]>([])
    #expect(
      await running.interrupt {
        let there = Self.children(of: process)
        children.withLock { $0 = there }
        return !there.isEmpty
      })
    #expect(await running.status() == 130)
    for child in children.withLock({ $0 }) {
      #expect(kill(child, 0) != 0, "\(child) is still there")
    }
  }

  private func advice(_ report: [String: Any]) -> String {
    let advice = report["advice"] as? [[String: Any]] ?? []
    return advice.flatMap { $0["ways"] as? [String] ?? [] }.joined(separator: "\n")
  }

  /// The processes that another one started.
  private static func children(of process: Int32) -> [Int32] {
    let path = "/proc/\(process)/task"
    let tasks = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return tasks.flatMap { task in
      let text = try? String(contentsOfFile: "\(path)/\(task)/children", encoding: .utf8)
      return (text ?? "").split(separator: " ").compactMap { Int32($0) }
    }
  }
}

extension Folder {
  /// Writes `driver.json`, an EGL vendor whose library runs C code as it is loaded; cancels the
  /// test where there is no compiler.
  fileprivate func writeDriver(_ body: String) throws {
    guard let compiler = Tool.path("clang") ?? Tool.path("cc") else {
      try Test.cancel("no C compiler")
    }
    let source = """
      #include <unistd.h>
      __attribute__((constructor)) static void run(void) { \(body) }
      """
    try Data(source.utf8).write(to: url("driver.c"))
    let process = Process()
    process.executableURL = compiler
    process.arguments = ["-shared", "-fPIC", "-o", url("driver.so").path, url("driver.c").path]
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    let text = """
      {"file_format_version": "1.0.0", "ICD": {"library_path": "\(url("driver.so").path)"}}
      """
    try Data(text.utf8).write(to: url("driver.json"))
  }
}
