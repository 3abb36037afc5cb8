import Foundation
import Testing

/// GBM's buffers without a GPU: a shim in the kernel's place gives the null device some.
@Suite struct SharingTests {
  /// The shim as a library, beside the build's other products, made once a run; cancels the test
  /// where nothing here compiles C.
  private static let shim = Result<URL, any Error> {
    let source = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../DRMShim/shim.c")
    let library = Glcurl.path.deletingLastPathComponent().appending(path: "DRMShim.so")
    let tools = ["/usr/bin/cc", "/usr/bin/clang", "/usr/bin/gcc"]
    guard let compiler = tools.first(where: FileManager.default.isExecutableFile) else {
      throw NoCompiler()
    }
    // Two runs at a time replace each other's whole, and never a part.
    let made = library.deletingLastPathComponent()
      .appending(path: "DRMShim-\(ProcessInfo.processInfo.processIdentifier).so")
    let process = Process()
    process.executableURL = URL(filePath: compiler)
    process.arguments = [
      "-std=gnu2x", "-Wall", "-Werror", "-shared", "-fPIC", "-O1", "-o", made.path,
      source.path, "-ldl",
    ]
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0, "the shim doesn't compile")
    let failure = unsafe rename(made.path, library.path)
    try #require(failure == 0, "the shim can't be put in its place")
    return library
  }

  private struct NoCompiler: Error {}

  private func environment(_ more: [String: String] = [:]) throws -> [String: String] {
    do {
      return more.merging(["LD_PRELOAD": try Self.shim.get().path]) { $1 }
    } catch is NoCompiler {
      try Test.cancel("no C compiler here to make the shim with")
    }
  }

  /// What doctor says of the one way through GBM to the null device.
  private func trial(_ environment: [String: String]) async throws -> [String: Any] {
    let run = try await Glcurl.run(
      ["doctor", "--json", "--gpu", "drm:/dev/null", "--egl", "gbm"], in: Folder(),
      environment: environment)
    let trials = try #require(run.object()["trials"] as? [[String: Any]])
    let trial = try #require(
      trials.first { ($0["what"] as? String) == "GBM platform, /dev/null" })
    guard let opened = trial["opened"] as? [String: Any] else {
      try Test.cancel("no GBM here: \(trial["refused"] ?? "")")
    }
    return opened
  }

  @Test("A buffer is drawn to, mapped, exported and imported, and every pixel is right")
  func roundTrip() async throws {
    let opened = try await trial(environment())
    #expect(opened["sharesFrames"] as? Bool == true, "\(opened["sharing"] ?? "")")
    #expect(opened["node"] as? String == "/dev/null")
  }

  @Test("A whole frame is handed over in shared memory, and a page is read from it")
  func frameAndPage() async throws {
    _ = try await trial(environment())
    let run = try await Glcurl.run(
      ["doctor", "--json", "--gpu", "drm:/dev/null", "--egl", "gbm"], in: Folder(),
      environment: environment())
    let pictures = try #require(run.object()["pictures"] as? [[String: Any]])
    let checks = pictures.flatMap { $0["checks"] as? [[String: Any]] ?? [] }
    let shared = checks.filter { ($0["what"] as? String)?.contains("shared memory") == true }
    #expect(shared.count == 1 && shared[0]["ok"] as? Bool == true, "\(pictures)")
  }

  @Test("Where the kernel has no buffers, it is said what failed and what has some")
  func withoutShim() async throws {
    let opened = try await trial([:])
    #expect(opened["sharesFrames"] as? Bool == false)
    let words = try #require(opened["sharing"] as? String)
    #expect(words.contains("gbm_bo_create") && words.contains("card node"), "\(words)")
  }

  @Test(
    "What the kernel refuses is told with the call that failed and the kernel's reason",
    arguments: [
      ("create", ENOMEM, "gbm_bo_create"), ("create", EACCES, "gbm_bo_create"),
      ("create", ENODEV, "gbm_bo_create"), ("export", ENOMEM, "gbm_bo_get_fd"),
      ("export", ENODEV, "gbm_bo_get_fd"), ("import", EACCES, "eglCreateImageKHR"),
    ])
  func refusals(_ calls: String, _ code: Int32, _ words: String) async throws {
    let opened = try await trial(environment(["GLCURL_SHIM_FAIL": "\(calls):\(code)"]))
    #expect(opened["sharesFrames"] as? Bool == false)
    let told = try #require(opened["sharing"] as? String)
    #expect(told.contains(words), "\(told)")
    if calls == "import" {
      #expect(told.contains("format AB24, "), "\(told)")
    } else if calls == "export" {
      // Of what can't be created the driver forgets the reason.
      let reason = unsafe String(cString: strerror(code))
      #expect(told.contains("\(words): \(reason)"), "\(told)")
    }
    // What it draws is right all the same, and read back.
    let run = try await Glcurl.run(
      ["doctor", "--json", "--gpu", "drm:/dev/null", "--egl", "gbm"], in: Folder(),
      environment: environment(["GLCURL_SHIM_FAIL": "\(calls):\(code)"]))
    #expect(run.status == 0, "\(run.text)\(run.errors)")
  }

  @Test("A driver that has no buffers of rows has others")
  func secondAttempt() async throws {
    let opened = try await trial(environment(["GLCURL_SHIM_FAIL": "create:\(EINVAL):1"]))
    #expect(opened["sharesFrames"] as? Bool == true, "\(opened["sharing"] ?? "")")
  }

  @Test("A driver that dies of a refusal takes no more than the examination with it")
  func accident() async throws {
    let run = try await Glcurl.run(
      ["doctor", "--json", "--gpu", "drm:/dev/null", "--egl", "gbm"], in: Folder(),
      environment: environment(["GLCURL_SHIM_FAIL": "map:\(EIO)"]))
    let report = try run.object()
    let trials = report["trials"] as? [[String: Any]] ?? []
    // Whether it dies is the driver's business; that it is told is ours.
    let sharing = trials.compactMap { ($0["opened"] as? [String: Any])?["sharing"] as? String }
    let isDead = report["accident"] is [String: Any]
    guard isDead || trials.contains(where: { $0["opened"] is [String: Any] }) else {
      try Test.cancel("no GBM here")
    }
    #expect(isDead || !sharing.isEmpty, "\(report)")
    let steps = (report["accident"] as? [String: Any])?["steps"] as? [String] ?? []
    #expect(!isDead || steps.last?.hasPrefix("draw to its memory") == true, "\(steps)")
    #expect((run.status == 1) == isDead)
  }

  @Test("A frame is drawn through GBM to a node that has buffers")
  func frame() async throws {
    let folder = try Folder.withPages()
    let words = ["frame", "a.png", "b.png", "--progress", "0.4", "-o", "f.png", "--backend", "gpu"]
    let run = try await Glcurl.run(
      words + ["--egl", "gbm", "--gpu", "drm:/dev/null"], in: folder, environment: environment())
    guard run.status != 69 else { try Test.cancel("no GBM here: \(run.errors)") }
    #expect(run.status == 0 && run.errors.contains("gbm /dev/null"), "\(run.errors)")
    #expect(try folder.names.contains("f.png"))
  }
}
