import CurlCore
import Foundation
import Testing

/// Names of files that most programs never see.
@Suite("Strange names")
struct StrangeNameTests {
  /// Runs the program with `$1` as a shell's `printf` has it, which Swift's text can't hold.
  private func run(_ words: String, _ name: String, in folder: Folder) async throws -> Glcurl.Run {
    try await Glcurl.run(
      [
        "-c", "exec \"$0\" \(words.replacing("NAME", with: "\"$(printf '\(name)')\""))",
        Glcurl.path.path,
      ],
      in: folder, program: URL(filePath: "/bin/sh"))
  }

  @Test(
    "A name that isn't UTF-8 is rejected, wherever it stands, and nothing is written",
    arguments: [
      "frame a.png b.png -o NAME --progress 0.5", "render NAME b.png -o t.apng",
      "render a.png b.png -oNAME", "NAME", "frame a.png b.png --progress=NAME",
    ])
  func broken(words: String) async throws {
    let folder = try Folder.withPages()
    let run = try await run(words, "f\\377\\303.png", in: folder)
    #expect(run.status == 64 && run.output.isEmpty, "\(run.errors)")
    #expect(run.errors.contains("isn't UTF-8"), "\(run.errors)")
    #expect(try folder.names == ["a.png", "b.png"])
  }

  @Test("Any name that is UTF-8 is written as it is, not composed otherwise")
  func whole() async throws {
    let folder = try Folder.withPages()
    // The same letter in two ways, and one beyond 16 bits.
    for name in ["\\303\\251.png", "e\\314\\201.png", "\\360\\237\\223\\226.png"] {
      let run = try await run("frame a.png b.png -o NAME --progress 0.5 -q", name, in: folder)
      #expect(run.status == 0, "\(run.errors)")
    }
    #expect(try folder.names.count == 5)
  }

  @Test("A link to a file that isn't there stays, and the file is made")
  func danglingLink() async throws {
    let folder = try Folder.withPages()
    try FileManager.default.createSymbolicLink(
      atPath: folder.url("f.png").path, withDestinationPath: "real.png")
    let words = ["frame", "a.png", "b.png", "-o", "f.png", "--progress", "0.5"]
    for _ in 0..<2 {
      let run = try await Glcurl.run(words, in: folder)
      #expect(run.status == 0, "\(run.errors)")
      #expect(try folder.names == ["a.png", "b.png", "f.png", "real.png"])
      let link = try FileManager.default.destinationOfSymbolicLink(atPath: folder.url("f.png").path)
      #expect(link == "real.png")
      #expect(try folder.picture("real.png").width == 61)
    }
  }

  @Test(
    "An encoder that writes nothing fails with status 74, whatever it says itself",
    arguments: ["t.mp4", "t.webm", "t.gif"])
  func fakeEncoder(name: String) async throws {
    let folder = try Folder.withPages()
    let program = folder.url("ffmpeg")
    try Data("#!/bin/sh\ncat > /dev/null\n".utf8).write(to: program)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program.path)
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let run = try await Glcurl.run(
      ["render", "a.png", "b.png", "-o", name, "--frames", "3"], in: folder,
      environment: ["PATH": "\(folder.url.path):\(path)"])
    #expect(run.status == 74 && run.errors.contains("wrote nothing"), "\(run.errors)")
    #expect(try folder.names == ["a.png", "b.png", "ffmpeg"])
  }
}
