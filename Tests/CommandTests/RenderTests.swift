import CurlCore
import Foundation
import Testing

@Suite("render")
struct RenderTests {
  @Test("A sequence begins with the front and ends with the next page, byte for byte")
  func sequence() async throws {
    let folder = try Folder.withPages()
    let run = try await Glcurl.run(
      ["render", "a.png", "b.png", "-o", "f_%02d.png", "--frames", "5"], in: folder)
    #expect(run.status == 0)
    #expect(run.output.isEmpty)
    #expect(run.errors.contains("glcurl: renderer: "))
    #expect(
      try folder.names
        == ["a.png", "b.png"] + (0..<5).map { "f_0\($0).png" })
    #expect(try folder.picture("f_00.png") == folder.picture("a.png"))
    #expect(try folder.picture("f_04.png") == folder.picture("b.png"))
    #expect(try folder.picture("f_02.png") != folder.picture("a.png"))
  }

  @Test("Backwards is the same frames from the last to the first")
  func reverse() async throws {
    let folder = try Folder.withPages()
    let words = ["render", "a.png", "b.png", "--frames", "4", "-q"]
    #expect(try await Glcurl.run(words + ["-o", "f%d.png"], in: folder).status == 0)
    #expect(try await Glcurl.run(words + ["-o", "r%d.png", "--reverse"], in: folder).status == 0)
    for i in 0..<4 {
      #expect(try folder.bytes("f\(i).png") == folder.bytes("r\(3 - i).png"))
    }
  }

  @Test("The number of threads changes no byte")
  func threads() async throws {
    let folder = try Folder.withPages()
    for count in ["1", "3"] {
      let words = ["frame", "a.png", "b.png", "--progress", "0.4", "--backend", "cpu", "-q"]
      let run = try await Glcurl.run(
        words + ["-o", "t\(count).png", "--threads", count], in: folder)
      #expect(run.status == 0)
    }
    #expect(try folder.bytes("t1.png") == folder.bytes("t3.png"))
  }

  @Test("A video has the frames, rate and colours asked for", .enabled(if: hasVideo, videoNeeds))
  func video() async throws {
    let folder = try Folder.withPages(width: 60, height: 84)
    let run = try await Glcurl.run(
      [
        "render", "a.png", "b.png", "-o", "turn.mp4", "--frames", "12", "--fps", "24", "--json",
        "--angle", "135", "--radius", "15%",
      ], in: folder)
    #expect(run.status == 0)
    #expect(try folder.names == ["a.png", "b.png", "turn.mp4"])
    let stream = try Tool.stream(of: folder.url("turn.mp4"))
    #expect(stream["nb_read_frames"] as? String == "12")
    #expect(stream["r_frame_rate"] as? String == "24/1")
    #expect(stream["width"] as? Int == 60 && stream["height"] as? Int == 84)
    #expect(stream["color_space"] as? String == "bt709")

    let summary = try run.object()
    #expect(summary["output"] as? String == "turn.mp4")
    #expect(summary["frames"] as? Int == 12 && summary["fps"] as? Int == 24)
    #expect(summary["width"] as? Int == 60 && summary["height"] as? Int == 84)
    #expect(summary["angle"] as? Double == 135 && summary["radius"] as? Double == 9)
    let extent = (60 + 84) * 0.5.squareRoot()
    let endTime = try #require(summary["endTime"] as? Double)
    #expect(abs(endTime - (1 + 9 / extent)) < 1e-9)
    let renderer = try #require(summary["renderer"] as? [String: Any])
    #expect(Set(renderer.keys) == ["backend", "name", "software", "trail"])
  }

  @Test("A video of odd sides is padded, and says so", .enabled(if: hasVideo, videoNeeds))
  func oddVideo() async throws {
    let folder = try Folder.withPages()
    let run = try await Glcurl.run(
      ["render", "a.png", "b.png", "-o", "turn.MP4", "--frames", "2"], in: folder)
    #expect(run.status == 0)
    #expect(run.errors.contains("62×84"))
    #expect(!run.errors.contains("transparent"))
    let stream = try Tool.stream(of: folder.url("turn.MP4"))
    #expect(stream["width"] as? Int == 62 && stream["height"] as? Int == 84)
  }

  @Test(
    "A video of pages with holes says that they show as white",
    .enabled(if: hasVideo, videoNeeds))
  func transparentVideo() async throws {
    let folder = try Folder.withPages(width: 60, height: 84)
    try folder.write(TestPage.pierced(width: 60, height: 84), "hole.png")
    let words = ["render", "a.png", "hole.png", "-o", "turn.mp4", "--frames", "2"]
    #expect(try await Glcurl.run(words, in: folder).errors.contains("become white"))
    let covered = try await Glcurl.run(words + ["--background", "#102030"], in: folder)
    #expect(!covered.errors.contains("become white"))
  }

  @Test("Without ffmpeg there is no video, and PNGs work")
  func missingEncoder() async throws {
    let folder = try Folder.withPages()
    let words = ["render", "a.png", "b.png", "--frames", "2"]
    let environment = ["PATH": folder.url.path]
    let video = try await Glcurl.run(
      words + ["-o", "turn.mp4"], in: folder, environment: environment)
    #expect(video.status == 69)
    #expect(video.errors.contains("ffmpeg"))
    #expect(try folder.names == ["a.png", "b.png"])
    let pictures = try await Glcurl.run(
      words + ["-o", "f%d.png"], in: folder, environment: environment)
    #expect(pictures.status == 0)
  }

  @Test("An encoder that fails is an I/O error with its last words, and leaves nothing")
  func failingEncoder() async throws {
    let folder = try Folder.withPages()
    let tools = try Folder()
    let script = tools.url("ffmpeg")
    try Data("#!/bin/sh\necho 'no more tapes' >&2\nexit 3\n".utf8).write(to: script)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script.path)
    let run = try await Glcurl.run(
      ["render", "a.png", "b.png", "-o", "turn.mp4"], in: folder,
      environment: ["PATH": tools.url.path + ":/usr/bin:/bin"])
    #expect(run.status == 74)
    #expect(run.errors.contains("no more tapes"))
    #expect(try folder.names == ["a.png", "b.png"])
  }

  @Test("Another size scales the page, another shape is fitted")
  func sizes() async throws {
    let folder = try Folder.withPages(width: 60, height: 80)
    let words = ["render", "a.png", "b.png", "--frames", "1", "-q"]
    let half = try await Glcurl.run(words + ["-o", "h%d.png", "--size", "31x40"], in: folder)
    #expect(half.status == 0)
    let small = try folder.picture("h0.png")
    #expect(small.width == 31 && small.height == 40 && small.isOpaque)
    let square = try await Glcurl.run(
      words + ["-o", "s%d.png", "--size", "80x80", "--fit", "contain"], in: folder)
    #expect(square.status == 0)
    let wide = try folder.picture("s0.png")
    #expect(wide.width == 80 && wide.height == 80 && !wide.isOpaque)
  }

  @Test(
    "Pictures of different sizes are brought together by --fit", arguments: ["cover", "stretch"])
  func fit(_ fit: String) async throws {
    let folder = try Folder.withPages()
    try folder.write(TestPage.next(width: 100, height: 40), "wide.png")
    let run = try await Glcurl.run(
      ["render", "a.png", "wide.png", "-o", "f%d.png", "--frames", "2", "--fit", fit], in: folder)
    #expect(run.status == 0)
    let last = try folder.picture("f1.png")
    #expect(last.width == 61 && last.height == 83 && last.isOpaque)
  }

  @Test("Quiet is silent")
  func quiet() async throws {
    let folder = try Folder.withPages()
    let run = try await Glcurl.run(
      ["render", "a.png", "b.png", "-o", "f%d.png", "--frames", "3", "--quiet"], in: folder)
    #expect(run.status == 0)
    #expect(run.output.isEmpty && run.errors.isEmpty)
  }

  @Test("The demo needs no input")
  func demo() async throws {
    let folder = try Folder()
    let run = try await Glcurl.run(
      ["demo", "-o", "d%d.png", "--frames", "3", "--size", "90x120", "--json"], in: folder)
    #expect(run.status == 0)
    #expect(try folder.names == ["d0.png", "d1.png", "d2.png"])
    // The look of the demo has a margin of 11 %, 9.9 pixels.
    #expect(try run.object()["width"] as? Int == 110)
    #expect(try folder.picture("d0.png") != folder.picture("d2.png"))
  }

  @Test("The demo makes turn.mp4", .enabled(if: hasVideo, videoNeeds))
  func demoVideo() async throws {
    let folder = try Folder()
    let run = try await Glcurl.run(["demo", "--frames", "2", "--size", "90x120"], in: folder)
    #expect(run.status == 0)
    #expect(try folder.names == ["turn.mp4"])
  }
}

/// Whether videos can be made and looked at here.
private let hasVideo = Tool.path("ffmpeg") != nil && Tool.path("ffprobe") != nil
private let videoNeeds: Comment = "ffmpeg and ffprobe aren't on PATH"
