import Foundation
import Testing

@Suite("Memory by large pages")
struct LargePageTests {
  private static let isKnown = FileManager.default.fileExists(
    atPath: "/sys/kernel/mm/transparent_hugepage")

  /// Bytes of a process that lie in the part of its heap for which it asked for large pages; nil
  /// where it asked for none.
  private func bytes(of number: Int32) throws -> Int? {
    // In pieces as the kernel gives it: the file tells no size.
    let file = try FileHandle(forReadingFrom: URL(filePath: "/proc/\(number)/smaps"))
    let text = String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self)
    var isHeap = false
    var resident = 0
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ")
      // A mapping begins with its addresses; what follows has a name and a colon.
      if words.first?.hasSuffix(":") == false { isHeap = words.last == "[heap]" }
      if words.first == "Rss:" { resident = Int(words[1]) ?? 0 }
      if isHeap, words.first == "VmFlags:", words.contains("hg") { return resident << 10 }
    }
    return nil
  }

  @Test(
    "the pictures of all threads lie in memory that the system gives by large pages",
    .enabled(if: Self.isKnown, "this kernel has none"))
  func pictures() async throws {
    let folder = try Folder.withPages(width: 400, height: 500)
    // Whoever holds the other end never reads: soon the film waits for it.
    let pipe = Pipe()
    let running = try Glcurl.start(
      ["render", "a.png", "b.png", "-o", "-", "--format", "rgba", "--frames", "100000"]
        + ["--backend", "cpu"], in: folder, output: pipe.fileHandleForWriting)
    let deadline = ContinuousClock.now + .seconds(20)
    // Two pages, one of them in linear light, too, and a frame.
    while try bytes(of: running.process.processIdentifier) ?? 0 < 5 * 4 * 400 * 500 {
      try #require(ContinuousClock.now < deadline, "waited too long for the pictures")
      try await Task.sleep(for: .milliseconds(20))
    }
    running.process.interrupt()
    #expect(await running.status() == 130)
  }
}
