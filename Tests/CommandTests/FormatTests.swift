import CurlCore
import Foundation
import Testing

/// Every format that a film can have, and the way there.
@Suite("formats")
struct FormatTests {
  private static let pages = ["render", "a.png", "b.png"]

  @Test("An APNG and raw frames hold the pixels of the PNGs", .enabled(if: hasVideo, videoNeeds))
  func exactFormats() async throws {
    let folder = try Folder.withPages()
    let words = Self.pages + ["--frames", "5", "-q", "--backend", "cpu"]
    for name in ["f%d.png", "t.apng", "t.rgba"] {
      #expect(try await Glcurl.run(words + ["-o", name], in: folder).status == 0)
    }
    let pictures = try (0..<5).map { try Tool.straight(folder.url("f\($0).png")) }
    let raw = try folder.bytes("t.rgba")
    let isRawSame = raw == pictures.reduce(Data(), +)
    #expect(isRawSame)
    let isAPNGSame = try Tool.straight(folder.url("t.apng"), format: ["-f", "apng"]) == raw
    #expect(isAPNGSame)
    let piped = try await Glcurl.run(words + ["-o", "-", "--format", "rgba"], in: folder)
    let isPipeSame = piped.output == raw
    #expect(piped.status == 0 && piped.errors.isEmpty && isPipeSame)
  }

  @Test(
    "Videos, animated pictures and streams have the frames, size and rate asked for",
    .enabled(if: hasVideo, videoNeeds),
    arguments: [
      ("mp4", "h264", 62, 84), ("webm", "vp9", 62, 84), ("gif", "gif", 61, 83),
      ("apng", "apng", 61, 83), ("y4m", "rawvideo", 62, 84),
    ])
  func properties(_ name: String, _ codec: String, _ width: Int, _ height: Int) async throws {
    let folder = try Folder.withPages()
    let run = try await Glcurl.run(
      Self.pages + ["-o", "t.\(name)", "--frames", "4", "--fps", "12.5", "--json"], in: folder)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.errors.contains("62×84") == (width == 62))
    #expect(try folder.names == ["a.png", "b.png", "t.\(name)"])
    let stream = try Tool.stream(of: folder.url("t.\(name)"))
    #expect(stream["codec_name"] as? String == codec)
    #expect(stream["nb_read_frames"] as? String == "4")
    #expect(stream["width"] as? Int == width && stream["height"] as? Int == height)
    #expect(stream["r_frame_rate"] as? String == "25/2")
    let summary = try run.object()
    #expect(summary["format"] as? String == name && summary["fps"] as? Double == 12.5)
    #expect(summary["width"] as? Int == width && summary["height"] as? Int == height)
  }

  @Test(
    "Formats that need no program don't look for one", arguments: ["webp", "apng", "y4m", "rgba"])
  func withoutPrograms(_ name: String) async throws {
    let folder = try Folder.withPages()
    let run = try await Glcurl.run(
      Self.pages + ["-o", "t.\(name)", "--frames", "2"], in: folder,
      environment: ["PATH": folder.url.path])
    #expect(run.status == 0)
    let missing = try await Glcurl.run(
      Self.pages + ["-o", "u.x", "--format", "webm", "--frames", "2"], in: folder,
      environment: ["PATH": folder.url.path])
    #expect(missing.status == 69)
    #expect(missing.errors.contains("apt-get install ffmpeg"))
    #expect(try folder.names == ["a.png", "b.png", "t.\(name)"])
  }

  @Test("--format goes before the name")
  func formatOption() async throws {
    let folder = try Folder.withPages()
    let run = try await Glcurl.run(
      Self.pages + ["-o", "t.png", "--format", "webp", "--frames", "2", "-q"], in: folder)
    #expect(run.status == 0)
    let file = try folder.bytes("t.png")
    #expect(file.prefix(4) == Data("RIFF".utf8) && file[8..<12] == Data("WEBP".utf8))
  }

  @Test("A lossless WebP is larger than a lossy one")
  func quality() async throws {
    let folder = try Folder.withPages()
    for quality in ["20", "100"] {
      let run = try await Glcurl.run(
        Self.pages + ["-o", "\(quality).webp", "--quality", quality, "--frames", "3", "-q"],
        in: folder)
      #expect(run.status == 0)
    }
    #expect(try folder.bytes("100.webp").count > folder.bytes("20.webp").count)
  }

  @Test(
    "The same words make the same bytes", .enabled(if: hasVideo, videoNeeds),
    arguments: ["mp4", "webm", "gif", "webp", "apng"])
  func repeatable(_ ending: String) async throws {
    let folder = try Folder.withPages(width: 60, height: 84)
    for name in ["one", "two"] {
      let run = try await Glcurl.run(
        Self.pages + ["-o", "\(name).\(ending)", "--frames", "3", "-q"], in: folder)
      #expect(run.status == 0)
    }
    #expect(try folder.bytes("one.\(ending)") == folder.bytes("two.\(ending)"))
  }

  @Test("What a format loses is said once", .enabled(if: hasVideo, videoNeeds))
  func losses() async throws {
    let folder = try Folder.withPages(width: 60, height: 84)
    try folder.write(TestPage.pierced(width: 60, height: 84), "hole.png")
    let words = ["render", "a.png", "hole.png", "--frames", "2", "-o"]
    let gif = try await Glcurl.run(words + ["t.gif"], in: folder).errors
    #expect(gif.components(separatedBy: "transparent or opaque").count == 2)
    let fast = try await Glcurl.run(words + ["f.gif", "--fps", "60"], in: folder)
    #expect(fast.status == 64)
    #expect(fast.errors.contains("--fps 60") && fast.errors.contains("at most 50 a second"))
    #expect(try !folder.names.contains("f.gif"))
    for name in ["t.webm", "t.webp", "t.apng"] {
      let lines = try await Glcurl.run(words + [name], in: folder).errors.split(separator: "\n")
      #expect(lines.count == 2, "\(lines)")
    }
    let stream = try await Glcurl.run(words + ["t.y4m"], in: folder).errors
    #expect(stream.components(separatedBy: "become white").count == 2)
  }

  @Test(
    "A reader that ends early is an I/O error and no crash", arguments: ["rgba", "y4m", "apng"])
  func brokenPipe(_ format: String) async throws {
    let folder = try Folder.withPages()
    let pipe = Pipe()
    let errors = folder.url("errors")
    try Data().write(to: errors)
    let running = try Glcurl.start(
      Self.pages + ["-o", "-", "--format", format, "--frames", "500"], in: folder,
      output: pipe.fileHandleForWriting, errors: FileHandle(forWritingTo: errors))
    try pipe.fileHandleForWriting.close()
    _ = try pipe.fileHandleForReading.read(upToCount: 100)
    try pipe.fileHandleForReading.close()
    #expect(await running.status() == 74)
    let text = String(decoding: try Data(contentsOf: errors), as: UTF8.self)
    #expect(text.contains("cannot write 'standard output'") && text.contains("has ended"))
  }

  @Test("Lossy video alone is dithered, unless told otherwise")
  func dither() async throws {
    let folder = try Folder.withPages()
    func file(_ name: String, _ words: String...) async throws -> Data {
      let run = try await Glcurl.run(
        Self.pages + ["--frames", "3", "-q", "--backend", "cpu", "-o", name] + words, in: folder)
      #expect(run.status == 0, "\(run.errors)")
      return try folder.bytes(name)
    }
    for name in ["t.apng", "t.y4m", "t.rgba"] {
      let plain = try await file(name)
      #expect(try await file(name, "--dither", "off") == plain)
      #expect(try await file(name, "--dither", "on") != plain)
    }
    if hasVideo {
      let film = try await file("t.mp4")
      #expect(try await file("t.mp4", "--dither", "on") == film)
      #expect(try await file("t.mp4", "--dither", "off") != film)
    }
    let both = try await Glcurl.run(
      Self.pages + ["-o", "t.apng", "--depth", "16", "--dither", "on"], in: folder)
    #expect(both.status == 64 && both.errors.contains("only 8 bits are dithered"))
    let frame = ["frame", "a.png", "b.png", "--progress", "0.5", "-q", "--backend", "cpu", "-o"]
    var pictures: [[UInt8]] = []
    for words in [[], ["--dither", "auto"], ["--dither", "off"], ["--dither", "on"]] {
      #expect(try await Glcurl.run(frame + ["g.png"] + words, in: folder).status == 0)
      pictures.append(try folder.picture("g.png").rgba8)
    }
    #expect(pictures[1] == pictures[0] && pictures[2] == pictures[0] && pictures[3] != pictures[0])
  }

  @Test("16 bits a channel are 16 bits in every format that has them")
  func depth() async throws {
    let folder = try Folder.withPages()
    let words =
      Self.pages + ["--frames", "3", "-q", "--backend", "cpu", "--depth", "16"]
      + ["--ease", "linear", "-o"]
    for name in ["f%d.png", "t.apng", "t.rgba"] {
      #expect(try await Glcurl.run(words + [name], in: folder).status == 0)
    }
    for name in ["f1.png", "t.apng"] { #expect(try folder.bytes(name)[24] == 16) }
    let raw = try folder.bytes("t.rgba")
    #expect(raw.count == 3 * 8 * 61 * 83)
    guard case .rgba16(let values) = try folder.picture("f1.png").storage else {
      Issue.record("a picture of 8 bits")
      return
    }
    let low = raw[(8 * 61 * 83)...].prefix(8 * 61 * 83)
    let isSame = low.elementsEqual(
      values.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] })
    #expect(isSame)
    // More than 8 bits widened: light and shadow have values in between.
    #expect(values.contains { $0 % 257 != 0 })
    let frame = try await Glcurl.run(
      ["frame", "a.png", "b.png", "--progress", "0.5", "-q", "--backend", "cpu", "--depth", "16"]
        + ["-o", "g.png"], in: folder)
    #expect(frame.status == 0)
    #expect(try folder.bytes("g.png") == folder.bytes("f1.png"))
  }
}

private let hasVideo = Tool.path("ffmpeg") != nil && Tool.path("ffprobe") != nil
private let videoNeeds: Comment = "ffmpeg and ffprobe aren't on PATH"
