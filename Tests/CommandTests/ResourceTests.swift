import CurlCore
import Foundation
import ImageFiles
import Testing

@Suite("Limits of pictures, memory, threads and time")
struct ResourceTests {
  private static let frame = [
    "frame", "a.png", "b.png", "-o", "f.png", "--progress", "0.4", "--backend", "cpu", "-q",
  ]

  /// A folder whose front has some size.
  private func folder(_ width: Int, _ height: Int) throws -> Folder {
    let folder = try Folder.withPages()
    let bytes = [UInt8](repeating: 255, count: 4 * width * height)
    try folder.write(Pixmap(width: width, height: height, rgba8: bytes), "a.png")
    return folder
  }

  @Test(
    "a side beyond the limit is refused with the way out, which works", arguments: [true, false])
  func side(_ isTall: Bool) async throws {
    let folder = try folder(isTall ? 1 : 70_000, isTall ? 70_000 : 1)
    let words = Self.frame + ["--fit", "stretch", "--size", "8x8"]
    let refused = try await Glcurl.run(words, in: folder)
    #expect(refused.status == 65)
    #expect(refused.errors.contains("limit 'side' of 65535"))
    #expect(refused.errors.contains("--limit side=70000"))
    #expect(try folder.names == ["a.png", "b.png"])
    let allowed = try await Glcurl.run(words + ["--limit", "side=70000"], in: folder)
    #expect(allowed.status == 0, "\(allowed.errors)")
    #expect(try folder.picture("f.png").width == 8)
  }

  @Test("thin pages take what their pixels take", arguments: [true, false])
  func thin(_ isTall: Bool) async throws {
    let folder = try folder(isTall ? 1 : 65_535, isTall ? 65_535 : 1)
    let run = try await Glcurl.run(
      Self.frame + ["--fit", "stretch", "--max-memory", "120M"], in: folder)
    #expect(run.status == 0, "\(run.errors)")
    #expect(try folder.picture("f.png").height == (isTall ? 65_535 : 1))
  }

  @Test("each limit on pictures has its name and its way out")
  func pictures() async throws {
    let folder = try Folder.withPages()
    for (words, name) in [
      (["--max-pixels", "5000"], "--max-pixels"),
      (["--limit", "file-bytes=50"], "--limit file-bytes="),
      (["--limit", "page-pixels=10000"], "--limit page-pixels=10126"),
      (["--limit", "side=80"], "--limit side=83"),
    ] {
      let run = try await Glcurl.run(Self.frame + words, in: folder)
      #expect(run.status == 65 && run.errors.contains(name), "\(run.errors)")
      #expect(try folder.names == ["a.png", "b.png"])
    }
    for (words, what) in [
      ("sides=1", "did you mean"), ("side", "a name and a value"), ("side=0", "whole number"),
    ] {
      let run = try await Glcurl.run(Self.frame + ["--limit", words], in: folder)
      #expect(run.status == 64 && run.errors.contains(what), "\(run.errors)")
    }
  }

  @Test("more memory than allowed is an error before it is taken")
  func memory() async throws {
    let folder = try folder(4000, 4000)
    let words = Self.frame + ["--fit", "stretch"]
    for most in ["100M", "300M"] {
      let run = try await Glcurl.run(words + ["--max-memory", most], in: folder)
      #expect(run.status == 69 && run.errors.contains("MiB"), "\(run.errors)")
      #expect(try folder.names == ["a.png", "b.png"])
    }
    let run = try await Glcurl.run(words + ["--max-memory", "2G"], in: folder)
    #expect(run.status == 0, "\(run.errors)")
  }

  @Test("a page that is seen small isn't held at full size in linear light")
  func seenSmall() async throws {
    let folder = try folder(5000, 5000)
    // Beside the program two pages of 4 bytes a pixel, and one while it is turned and fitted.
    let run = try await Glcurl.run(
      Self.frame + ["--fit", "stretch", "--size", "48x48", "--max-memory", "512M"], in: folder)
    #expect(run.status == 0, "\(run.errors)")
  }

  /// Whether the system's loader lacked memory, before the program began.
  private static func isLoader(_ run: Glcurl.Run) -> Bool {
    run.status == 127 && run.errors.contains("error while loading shared libraries")
  }

  @Test("with too few addresses it ends with an error or a picture, and never by a signal")
  func addresses() async throws {
    let folder = try folder(1500, 1500)
    var ends: Set<Int32> = []
    for kilobytes in [70_000, 90_000, 110_000, 130_000, 170_000, 220_000, 300_000, 2_000_000] {
      let run = try await Glcurl.run(
        ["-c", "ulimit -v \(kilobytes); exec \"$0\" \"$@\"", Glcurl.path.path]
          + Self.frame + ["--fit", "stretch"], in: folder, program: URL(filePath: "/bin/sh"))
      if Self.isLoader(run) { continue }
      ends.insert(run.status)
      #expect([0, 69].contains(run.status), "\(kilobytes): \(run.status) \(run.errors)")
      #expect(
        try folder.names == (run.status == 0 ? ["a.png", "b.png", "f.png"] : ["a.png", "b.png"]))
      if run.status == 0 { try FileManager.default.removeItem(at: folder.url("f.png")) }
    }
    #expect(ends == [0, 69])
  }

  /// Pango and software GL end the program where they can't allocate; ffmpeg fails.
  @Test(
    "libraries that crash without memory aren't begun with too little",
    arguments: [
      "play s.jsonl --text t.txt --page-size 400x600 --trace - --backend cpu",
      "frame a.png b.png -o - --progress 0.4 --backend gpu --gpu software --key-light 0.6 --gloss 0.4 "
        + "--no-program-cache",
      "render a.png b.png -o f.mp4 --frames 6 -q --backend cpu",
    ])
  func librariesWithoutMemory(_ words: String) async throws {
    let folder = try Folder.withPages(width: 300, height: 400)
    try #"{"t":0.1,"ev":"nav","to":"next"}"#
      .write(to: folder.url("s.jsonl"), atomically: true, encoding: .utf8)
    try String(repeating: "Ich αβγ und бвг\n", count: 2000)
      .write(to: folder.url("t.txt"), atomically: true, encoding: .utf8)
    for kilobytes in [
      100_000, 125_000, 130_000, 137_000, 325_000, 440_000, 510_000, 600_000, 680_000,
    ] {
      let run = try await Glcurl.run(
        [
          "-c",
          "export MESA_SHADER_CACHE_DISABLE=1; ulimit -v \(kilobytes); exec \"$0\" \"$@\"",
          Glcurl.path.path,
        ] + words.split(separator: " ").map(String.init), in: folder,
        program: URL(filePath: "/bin/sh"))
      if Self.isLoader(run) { continue }
      #expect([0, 69].contains(run.status), "\(kilobytes): \(run.errors.prefix(300))")
    }
  }

  @Test("without threads it says so at once")
  func threads() async throws {
    let folder = try Folder.withPages()
    // Enough for the program, but for no stack of a thread.
    let run = try await Glcurl.run(
      ["-c", "ulimit -s 1000000; ulimit -v 900000; exec \"$0\" \"$@\"", Glcurl.path.path]
        + Self.frame, in: folder, program: URL(filePath: "/bin/sh"))
    #expect(run.status == 69 && run.errors.contains("threads"), "\(run.status) \(run.errors)")
  }

  @Test("a run that takes longer than allowed is ended, and leaves nothing")
  func time() async throws {
    let folder = try Folder.withPages(width: 400, height: 500)
    let film = ["render", "a.png", "b.png", "-o", "f.apng", "--frames", "100000", "-q"]
    let run = try await Glcurl.run(film + ["--timeout", "0.7", "--backend", "cpu"], in: folder)
    #expect(run.status == 75 && run.errors.contains("--timeout"), "\(run.errors)")
    #expect(try folder.names == ["a.png", "b.png"])
  }

  @Test("the time of an encoder that hangs counts, and it is ended, too")
  func hangingEncoder() async throws {
    let folder = try Folder.withPages()
    let script = folder.url("ffmpeg")
    try "#!/bin/sh\necho $$ > pid\nexec sleep 1000\n"
      .write(to: script, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script.path)
    let path = "\(folder.url.path):/usr/bin:/bin"
    let run = try await Glcurl.run(
      ["render", "a.png", "b.png", "-o", "f.mp4", "-q", "--timeout", "1", "--backend", "cpu"],
      in: folder, environment: ["PATH": path])
    #expect(run.status == 75, "\(run.errors)")
    #expect(try folder.names == ["a.png", "b.png", "ffmpeg", "pid"])
    let pid = try String(contentsOf: folder.url("pid"), encoding: .utf8)
      .trimmingCharacters(in: .whitespacesAndNewlines)
    #expect(!FileManager.default.fileExists(atPath: "/proc/\(pid)"))
  }

  @Test("the memory of an encoder counts")
  func hungryEncoder() async throws {
    let folder = try Folder.withPages()
    let script = folder.url("ffmpeg")
    // It holds a string of 400 MB, and goes on holding it.
    try "#!/bin/sh\nexec perl -e '$a = \"x\" x 400e6; sleep 1000'\n"
      .write(to: script, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script.path)
    let run = try await Glcurl.run(
      ["render", "a.png", "b.png", "-o", "f.mp4", "-q", "--max-memory", "300M", "--timeout", "60"]
        + ["--backend", "cpu"],
      in: folder, environment: ["PATH": "\(folder.url.path):/usr/bin:/bin"])
    #expect(run.status == 69 && run.errors.contains("--max-memory"), "\(run.errors)")
    #expect(try folder.names == ["a.png", "b.png", "ffmpeg"])
  }
}
