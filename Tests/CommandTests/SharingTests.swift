import Doctor
import Foundation
import PageCurl
import Testing

/// GBM's buffers without a GPU: a shim in the kernel's place gives the null device some.
@Suite struct SharingTests {
  private func environment(_ more: [String: String] = [:]) throws -> [String: String] {
    more.merging(["LD_PRELOAD": try CLibrary.path(CLibrary.shim)]) { $1 }
  }

  /// What doctor says of the one way through GBM to the null device.
  private func trial(_ environment: [String: String]) async throws -> [String: Any] {
    let run = try await Glcurl.run(
      ["doctor", "--json", "--gpu", "drm:/dev/null", "--egl", "gbm"], in: Folder(),
      environment: environment)
    let trials = try #require(run.object()["trials"] as? [[String: Any]])
    if let none = trials.first(where: { ($0["what"] as? String) == "GBM platform" }) {
      try Test.cancel("no GBM here: \(none["refused"] ?? "")")
    }
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

  // The tests' own program runs it once more, with the shim.
  @Test("Renderers of one node share frames at once, and one at a time changes its buffers")
  func manyRenderersAtOnce() async throws {
    if ProcessInfo.processInfo.environment["GLCURL_SHIM_ALONE"] != nil {
      var files: [Int] = []
      for _ in 0..<3 {
        try await Self.shareAtOnce()
        files.append(try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count)
      }
      // Each buffer of the kernel's stand-in is a file of this process: none is left.
      #expect(files[1] == files[0] && files[2] == files[0], "\(files)")
      return
    }
    _ = try await trial(environment())
    let run = try await Glcurl.run(
      ["--testing-library", "swift-testing", "--filter", "manyRenderersAtOnce"], in: Folder(),
      environment: environment(["GLCURL_SHIM_ALONE": "1"]), program: Glcurl.tests)
    #expect(run.status == 0, "\(run.text)\(run.errors)")
  }

  private static func shareAtOnce() async throws {
    let turn = try TestPicture.turn()
    var renderers: [Renderer] = []
    for _ in 0..<4 {
      renderers.append(try await Renderer(.gpu, device: .init("drm:/dev/null", way: .gbm)))
    }
    try await withThrowingTaskGroup { group in
      for renderer in renderers {
        group.addTask {
          for _ in 0..<8 {
            let frame = try await renderer.sharedFrame(turn, at: TestPicture.moment)
            let page = try await renderer.page(frame)
            let wrong = PictureCheck.zones(page.pixmap).filter { !$0.isRight }
            #expect(wrong.isEmpty, "\(wrong)")
          }
        }
      }
      try await group.waitForAll()
    }
    for renderer in renderers { await renderer.shutDown() }
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

  /// What doctor says of two nodes, the first of which is the one that is taken.
  private func twoDevices(_ more: [String: String] = [:]) async throws -> ([String: Any], Int32) {
    let folder = try Folder()
    for (node, device) in [("card0", "/dev/null"), ("card1", "/dev/full")] {
      try FileManager.default.createSymbolicLink(
        atPath: folder.url(node).path, withDestinationPath: device)
    }
    let run = try await Glcurl.run(
      ["doctor", "--json", "--egl", "gbm"], in: folder,
      environment: environment(more.merging(["GLCURL_SHIM_NODES": folder.url.path]) { $1 }))
    let report = try run.object()
    let trials = report["trials"] as? [[String: Any]] ?? []
    let ways = trials.filter { $0["opened"] is [String: Any] }.compactMap { $0["what"] as? String }
    guard !ways.isEmpty else { try Test.cancel("no GBM here: \(trials)") }
    #expect(ways == ["GBM platform, /dev/dri/card0", "GBM platform, /dev/dri/card1"])
    return (report, run.status)
  }

  private func pictures(_ report: [String: Any]) -> [(name: String, isRight: Bool)] {
    (report["pictures"] as? [[String: Any]] ?? []).map { picture in
      let renderer = picture["renderer"] as? [String: Any]
      return (renderer?["name"] as? String ?? "", picture["ok"] as? Bool == true)
    }
  }

  @Test("Every device that opens draws a checked picture, with all its checks")
  func everyDevice() async throws {
    let (report, status) = try await twoDevices()
    let drawn = pictures(report)
    #expect(drawn.count == 3 && drawn.allSatisfy(\.isRight), "\(drawn)")
    for (picture, node) in zip(drawn.dropFirst(), ["card0", "card1"]) {
      #expect(picture.name.contains("gbm /dev/dri/\(node)"))
    }
    let checks = (report["pictures"] as? [[String: Any]] ?? []).dropFirst().map {
      ($0["checks"] as? [[String: Any]] ?? []).compactMap { $0["what"] as? String }
    }
    #expect(checks.count == 2 && checks[0] == checks[1] && checks[0].count == 11, "\(checks)")
    #expect(status == 0)
  }

  @Test("One that draws wrong is named, and it isn't the one that is right")
  func wrongDevice() async throws {
    let (report, status) = try await twoDevices(["GLCURL_SHIM_BLANK": "1"])
    #expect(pictures(report).map(\.isRight) == [true, true, false])
    let verdict = try #require(report["verdict"] as? String)
    #expect(verdict.contains("card1") && !verdict.contains("card0"), "\(verdict)")
    let advice = report["advice"] as? [[String: Any]] ?? []
    let findings = advice.compactMap { $0["finding"] as? String }
    #expect(findings.contains { $0.contains("draws wrong") && $0.contains("card1") })
    #expect(status == 1 && report["ok"] as? Bool == false)
  }

  @Test("Without libgbm the way through it says so, and what brings it")
  func noLibrary() async throws {
    _ = try await trial(environment())
    let run = try await Glcurl.run(
      ["demo", "-o", "f_%02d.png", "--gpu", "drm:/dev/null", "--egl", "gbm"], in: Folder(),
      environment: environment(["GLCURL_SHIM_NO_GBM": "1"]))
    #expect(run.status == 69, "\(run.errors)")
    #expect(run.errors.contains("no-libgbm.so.1"), "\(run.errors)")
    #expect(run.errors.contains("Debian and Ubuntu have it in libgbm1"), "\(run.errors)")
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
