import CurlCore
import Foundation
import Testing

@Suite("Interrupt")
struct InterruptTests {
  /// Waits until something is there.
  private func wait(
    for what: String, _ isThere: () throws -> Bool
  ) async throws {
    let deadline = ContinuousClock.now + .seconds(20)
    while try !isThere() {
      try #require(ContinuousClock.now < deadline, "waited too long for \(what)")
      try await Task.sleep(for: .milliseconds(20))
    }
  }

  @Test(
    "Ctrl-C and SIGTERM leave nothing of a film",
    .enabled(if: Tool.path("ffmpeg") != nil, "ffmpeg isn't on PATH"),
    arguments: [
      ("t.mp4", true), ("t.mp4", false), ("t.webm", true), ("t.gif", true), ("t.webp", false),
      ("t.apng", true), ("t.y4m", false),
    ])
  func film(_ name: String, _ isInterrupt: Bool) async throws {
    let folder = try Folder.withPages(width: 400, height: 500)
    let running = try Glcurl.start(
      ["render", "a.png", "b.png", "-o", name, "--frames", "100000"], in: folder)
    try await wait(for: "the unfinished film") { try folder.names.count == 3 }
    try await Task.sleep(for: .milliseconds(300))
    if isInterrupt { running.process.interrupt() } else { running.process.terminate() }
    #expect(await running.status() == 130)
    #expect(try folder.names == ["a.png", "b.png"])
  }

  @Test("Ctrl-C leaves the whole pictures of a sequence and nothing else")
  func sequence() async throws {
    let folder = try Folder.withPages()
    let running = try Glcurl.start(
      ["render", "a.png", "b.png", "-o", "f_%06d.png", "--frames", "100000"], in: folder)
    try await wait(for: "some pictures") { try folder.names.count > 10 }
    running.process.interrupt()
    #expect(await running.status() == 130)
    let names = try folder.names
    #expect(names.allSatisfy { $0.hasSuffix(".png") })
    for name in names { #expect(try folder.picture(name).width == 61) }
  }

  @Test("Ctrl-C ends a film whose reader has stopped reading")
  func stalledReader() async throws {
    let folder = try Folder.withPages(width: 400, height: 500)
    // Whoever holds the other end never reads: soon the pipe is full.
    let pipe = Pipe()
    let running = try Glcurl.start(
      ["render", "a.png", "b.png", "-o", "-", "--format", "rgba", "--frames", "100000"],
      in: folder, output: pipe.fileHandleForWriting)
    try await Task.sleep(for: .milliseconds(1000))
    running.process.interrupt()
    #expect(await running.status() == 130)
    #expect(try folder.names == ["a.png", "b.png"])
  }

  @Test("Ctrl-C ends a comparison")
  func comparison() async throws {
    let folder = try Folder.withPages()
    let output = folder.url("lines")
    try Data().write(to: output)
    let running = try Glcurl.start(
      ["compare", "a.png", "b.png", "--frames", "100000"], in: folder,
      output: FileHandle(forWritingTo: output))
    try await wait(for: "some lines") { try folder.bytes("lines").count > 200 }
    running.process.interrupt()
    #expect(await running.status() == 130)
  }
}
