import Foundation
import Testing

@Suite("compare")
struct CompareTests {
  @Test("The CPU and OpenGL draw the same")
  func agreement() async throws {
    let folder = try Folder.withPages(width: 203, height: 271)
    let run = try await Glcurl.run(
      ["compare", "a.png", "b.png", "--frames", "5"], in: folder)
    #expect(run.status == 0, "\(run.text)\(run.errors)")
    let lines = run.text.split(separator: "\n")
    #expect(lines.count == 7)
    #expect(lines.filter { $0.hasSuffix(" ok") }.count == 5)
    #expect(lines.last == "all 5 frames are within the parity")
    #expect(run.errors.contains("CPU path"))
    #expect(try folder.names == ["a.png", "b.png"])
  }

  @Test("The comparison is there as JSON")
  func json() async throws {
    let folder = try Folder.withPages(width: 203, height: 271)
    let run = try await Glcurl.run(
      ["compare", "a.png", "b.png", "--frames", "3", "--json", "-q"], in: folder)
    #expect(run.status == 0 && run.errors.isEmpty)
    let object = try run.object()
    #expect(object["ok"] as? Bool == true)
    let frames = try #require(object["frames"] as? [[String: Any]])
    #expect(frames.map { $0["progress"] as? Double } == [0, 0.5, 1])
    #expect(
      frames.allSatisfy {
        Set($0.keys) == ["progress", "max", "mean", "edgeMax", "edgeShare", "psnr", "ok"]
      })
  }

  @Test("Frames past the parity end with status 1")
  func failure() async throws {
    // A fold along so low a page makes half of it edge.
    let folder = try Folder.withPages(width: 16_000, height: 7)
    let run = try await Glcurl.run(
      ["compare", "a.png", "b.png", "--frames", "3", "--angle", "90", "--radius", "1px"], in: folder
    )
    #expect(run.status == 1)
    #expect(run.text.contains("FAIL: edges"))
    #expect(run.errors.contains("past the parity"))
  }

  @Test("Small pages are judged by their error, not by their share of edges")
  func small() async throws {
    let folder = try Folder.withPages(width: 100, height: 100)
    let run = try await Glcurl.run(
      ["compare", "a.png", "b.png", "--frames", "5", "--json"], in: folder)
    #expect(run.status == 0, "\(run.text)")
    let frames = try #require(run.object()["frames"] as? [[String: Any]])
    #expect(frames.contains { ($0["edgeShare"] as? Double ?? 0) > 0.05 })
  }

  @Test("Without OpenGL there is nothing to compare")
  func noOpenGL() async throws {
    let folder = try Folder.withPages()
    let run = try await Glcurl.run(
      ["compare", "a.png", "b.png"], in: folder,
      environment: Glcurl.withoutOpenGL)
    #expect(run.status == 69)
    #expect(run.output.isEmpty)
    #expect(run.errors.contains("apt-get install"))
  }

  @Test("Without OpenGL the CPU path draws, and says why")
  func fallback() async throws {
    let folder = try Folder.withPages()
    let run = try await Glcurl.run(
      ["frame", "a.png", "b.png", "--progress", "0.5", "-o", "f.png"], in: folder,
      environment: Glcurl.withoutOpenGL)
    #expect(run.status == 0)
    #expect(run.errors.contains("CPU path") && run.errors.contains("no GPU found"))
  }

  @Test("A real GPU can be demanded")
  func requireGPU() async throws {
    let folder = try Folder.withPages()
    let words = ["render", "a.png", "b.png", "-o", "f%d.png", "--frames", "1"]
    let any = try await Glcurl.run(words + ["--backend", "gpu", "--json"], in: folder)
    let renderer = try #require(any.object()["renderer"] as? [String: Any])
    let isSoftware = renderer["software"] as? Bool == true
    #expect(any.errors.contains("software") == isSoftware)
    let run = try await Glcurl.run(words + ["--require-gpu"], in: folder)
    #expect(run.status == (isSoftware ? 69 : 0))
    #expect(run.errors.contains("tried ") == isSoftware)
  }
}
