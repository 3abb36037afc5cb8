#if Server
import CurlCore
import Foundation
import Testing

@Suite("serve: films")
struct FilmRequestTests {
  static func pages(_ folder: Folder) throws -> [Data] {
    try ["a.png", "b.png", "c.png"].map(folder.bytes)
  }

  static func folder(width: Int = 61, height: Int = 83) throws -> Folder {
    let folder = try Folder.withPages(width: width, height: height)
    try folder.write(TestPage.pierced(width: width, height: height), "c.png")
    return folder
  }

  @Test("A film has the bytes of the command line's, with keyframes and without")
  func sameAsCommandLine() async throws {
    let folder = try Self.folder()
    let server = try await Server(in: folder)
    let pages = try Self.pages(folder)
    let timeline =
      #"{"turn": "slide", "tracks": {"progress": [{"time": 0, "value": 0}, "#
      + #"{"time": 0.5, "value": 1}]}, "hold": 0.1}"#
    try Data(timeline.utf8).write(to: folder.url("timeline.json"))
    let cases: [(pages: Int, turn: String, words: [String], name: String, type: String)] = [
      (2, #"{"format": "apng", "frames": 7}"#, ["--frames", "7"], "f1.apng", "image/apng"),
      (
        3, #"{"format": "webp", "frames": 4, "quality": 60, "fps": "24000/1001", "hold": "2"}"#,
        ["--frames", "4", "--quality", "60", "--fps", "24000/1001", "--hold", "2"], "f2.webp",
        "image/webp"
      ),
      (
        3,
        #"{"format": "tar", "frames": 3, "turn": "flip", "facing": true, "one-sided": true, "depth": 16}"#,
        ["--frames", "3", "--turn", "flip", "--facing", "--one-sided", "--depth", "16"], "f3.tar",
        "application/x-tar"
      ),
      (
        3, "{\"format\": \"y4m\", \(timeline.dropFirst())", ["--timeline", "timeline.json"],
        "f4.y4m", "video/x-yuv4mpeg"
      ),
      (
        2,
        #"{"format": "rgba", "duration": 0.2, "ease": "spring(1, 0.8)", "hold-first": 0.1, "#
          + #""hold-last": "2"}"#,
        ["--duration", "0.2", "--ease", "spring(1, 0.8)", "--hold-first", "0.1s"]
          + ["--hold-last", "2"], "f5.rgba", "application/octet-stream"
      ),
      (
        3, "{\"format\": \"apng\", \"look\": \"desk\", \(timeline.dropFirst())",
        ["--look", "desk", "--timeline", "timeline.json"], "f6.apng", "image/apng"
      ),
    ]
    for (count, turn, words, name, type) in cases {
      let answer = try server.post("/v1/film", .frame(Array(pages[..<count]), turn))
      #expect(answer.status == 200, "\(turn): \(answer.text)")
      #expect(answer.headers["content-type"] == type)
      let run = try await Glcurl.run(
        ["render"] + ["a.png", "b.png", "c.png"][..<count]
          + ["-q", "--backend", "cpu", "-o", name] + words, in: folder)
      #expect(run.status == 0, "\(run.errors)")
      #expect(try answer.body == folder.bytes(name), "\(turn)")
    }
  }

  @Test("An MP4 is sent in fragments, complete", .enabled(if: FFmpegProgram.isThere, "no ffmpeg"))
  func fragments() async throws {
    let folder = try Self.folder(width: 64, height: 84)
    let server = try await Server(in: folder)
    let answer = try server.post(
      "/v1/film", .frame(Self.pages(folder), #"{"frames": 20}"#))
    #expect(answer.status == 200, "\(answer.text)")
    #expect(answer.headers["content-type"] == "video/mp4" && answer.headers["x-frames"] == "39")
    #expect(answer.body.range(of: Data("moof".utf8)) != nil)
    try answer.body.write(to: folder.url("film.mp4"))
    #expect(try FFmpegProgram.frames(of: folder.url("film.mp4").path) == 39)
  }

  @Test("What can't be drawn is a problem that names its field, and the server draws on")
  func problems() async throws {
    let folder = try Self.folder()
    let server = try await Server(["--max-pages", "3"], in: folder)
    let pages = try Self.pages(folder)
    let cases: [(pages: [Data], turn: String, status: Int, field: String)] = [
      ([pages[0]], "{}", 422, "pages"),
      (pages + pages, "{}", 422, "pages"),
      (pages, #"{"format": "png"}"#, 422, "turn"),
      (pages, #"{"frames": 0}"#, 422, "turn.frames"),
      (pages, #"{"timeline": "x.json"}"#, 422, "turn.timeline"),
      (pages, #"{"tracks": {"radius": 3}}"#, 422, "turn.tracks.radius"),
      (pages, #"{"progress": 0.5}"#, 422, "turn.progress"),
      (pages, #"{"ease": "pepar"}"#, 422, "turn.ease"),
      (pages, #"{"ease": "spring(0, 1)", "reversed": true}"#, 422, "turn.ease"),
      (pages, #"{"duration": -1}"#, 422, "turn.duration"),
      (pages, #"{"hold-first": true}"#, 422, "turn.hold-first"),
      ([pages[0], Data("no picture".utf8)], #"{"format": "apng"}"#, 415, "pages[1]"),
      // A book's later page is read when its turn comes: nothing has been sent yet.
      (
        pages[..<2] + [Data("no picture".utf8)], #"{"format": "webp", "frames": 2}"#, 415,
        "pages[2]"
      ),
    ]
    for (pages, turn, status, field) in cases {
      let answer = try server.post("/v1/film", .frame(pages, turn))
      #expect(answer.status == status, "\(turn): \(answer.text)")
      #expect(try answer.object()["field"] as? String == field, "\(turn): \(answer.text)")
    }
    #expect(
      try server.post("/v1/film", .frame(pages, #"{"format": "apng", "frames": 2}"#)).status == 200)
  }

  @Test("A film that fails after its first bytes ends its connection without the last piece")
  func cut() async throws {
    let folder = try Self.folder(width: 300, height: 400)
    let server = try await Server(in: folder)
    let pages = try Array(Self.pages(folder)[..<2]) + [Data("no picture".utf8)]
    let form = Form.frame(pages, #"{"format": "rgba", "frames": 30}"#)
    #expect(throws: HTTPConnection.Failure.self) { try server.post("/v1/film", form) }
    #expect(try server.ask("GET", "/livez").status == 200)
  }

  @Test("A client that leaves frees its worker, and one that doesn't read holds it back")
  func slowReader() async throws {
    let folder = try Self.folder(width: 600, height: 800)
    let server = try await Server(["--stall-time", "2"], in: folder)
    // 58 MB, more than sockets and the pipe hold.
    let form = Form.frame(
      try Array(Self.pages(folder)[..<2]), #"{"format": "rgba", "frames": 30}"#)
    let connection = try server.begin("/v1/film", form)
    try await server.wait(for: "glcurl_jobs_running 1")
    // Unread, it doesn't end by itself; after the time for a piece the server ends it.
    try await server.wait(for: "glcurl_jobs_running 0")
    #expect(throws: HTTPConnection.Failure.self) { try connection.read() }
    let left = try server.begin("/v1/film", form)
    try await server.wait(for: "glcurl_jobs_running 1")
    left.shut()
    try await server.wait(for: "glcurl_jobs_running 0")
    #expect(
      try server.frame(.frame(Self.pages(folder).dropLast(), #"{"progress": 0.5}"#)).status == 200)
  }
}

/// ffmpeg, for tests that look into films.
enum FFmpegProgram {
  static let isThere = ["/usr/bin/ffprobe", "/usr/local/bin/ffprobe"].contains {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  /// Hash of the decoded frames.
  static func hash(of path: String) throws -> String {
    try run([
      "ffmpeg", "-v", "error", "-i", path, "-map", "0:v", "-pix_fmt", "rgba", "-f", "md5", "-",
    ])
  }

  /// Number of a film's frames, decoded.
  static func frames(of path: String) throws -> Int? {
    let text = try run([
      "ffprobe", "-v", "error", "-count_frames", "-select_streams", "v", "-show_entries",
      "stream=nb_read_frames", "-of", "csv=p=0", path,
    ])
    return Int(text)
  }

  private static func run(_ words: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = words
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return text.trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
#endif
