import CurlCore
import Foundation
import Testing

/// --convert: where frames become Y′CbCr.
@Suite struct ConversionTests {
  /// Renders on OpenGL, in software too; cancels the test where there is none.
  private func render(_ words: [String], to name: String, in folder: Folder) async throws
    -> [String: Any]
  {
    let run = try await Glcurl.run(
      ["render", "a.png", "b.png", "--backend", "gpu", "--frames", "7", "--json", "-q"] + words
        + ["-o", name], in: folder)
    if run.status == 69 { try Test.cancel("no OpenGL ES on this machine") }
    #expect(run.status == 0, "\(run.errors)")
    return try run.object()
  }

  @Test("OpenGL and the processor convert to the same bytes, whatever the size")
  func bytes() async throws {
    for (width, height) in [(60, 84), (61, 83), (33, 20)] {
      let folder = try Folder.withPages(width: width, height: height)
      let cpu = try await render(["--convert", "cpu"], to: "cpu.y4m", in: folder)
      let gpu = try await render(["--convert", "gpu"], to: "gpu.y4m", in: folder)
      let auto = try await render([], to: "auto.y4m", in: folder)
      #expect(cpu["converter"] as? String == "cpu" && gpu["converter"] as? String == "gpu")
      #expect(["cpu", "gpu"].contains(auto["converter"] as? String))
      let expected = try folder.bytes("cpu.y4m")
      #expect(try folder.bytes("gpu.y4m") == expected, "\(width)×\(height)")
      #expect(try folder.bytes("auto.y4m") == expected, "\(width)×\(height)")
    }
  }

  @Test("What is clear shows the same background, in a book and with a hold too")
  func clear() async throws {
    let folder = try Folder.withPages(width: 60, height: 84)
    try folder.write(TestPage.pierced(width: 60, height: 84), "b.png")
    for words in [["--margin", "12%"], ["a.png", "--hold", "2"]] {
      _ = try await render(words + ["--convert", "cpu"], to: "cpu.y4m", in: folder)
      _ = try await render(words + ["--convert", "gpu"], to: "gpu.y4m", in: folder)
      #expect(try folder.bytes("cpu.y4m") == folder.bytes("gpu.y4m"), "\(words)")
    }
  }

  @Test("A video takes planes from OpenGL", .enabled(if: Tool.path("ffprobe") != nil))
  func video() async throws {
    let folder = try Folder.withPages(width: 60, height: 84)
    let summary = try await render(["--convert", "gpu"], to: "turn.mp4", in: folder)
    #expect(summary["converter"] as? String == "gpu")
    let stream = try Tool.stream(of: folder.url("turn.mp4"))
    #expect(stream["width"] as? Int == 60 && stream["nb_read_frames"] as? String == "7")
  }

  @Test("A film without planes has no converter")
  func none() async throws {
    let folder = try Folder.withPages()
    let summary = try await render([], to: "turn.rgba", in: folder)
    #expect(summary["converter"] is NSNull)
  }

  @Test(
    "What can't be meant is told",
    arguments: [
      ("f%d.png --convert cpu", 64, "a PNG"), ("t.apng --convert gpu", 64, "an APNG"),
      ("t.y4m --convert gpu --backend cpu", 69, "needs OpenGL"),
      ("t.y4m --convert yes", 64, "convert"),
    ])
  func refused(_ words: String, _ status: Int32, _ text: String) async throws {
    let folder = try Folder.withPages()
    let run = try await Glcurl.run(
      ["render", "a.png", "b.png", "-o"] + words.split(separator: " ").map(String.init),
      in: folder)
    #expect(run.status == status && run.errors.contains(text), "\(run.errors)")
    #expect(try folder.names == ["a.png", "b.png"])
  }
}
