import CurlCore
import Foundation
import Testing

@Suite("bench --job, and what whole jobs keep")
struct JobTests {
  @Test("Every part of a job is measured, and films hold no more than is stated")
  func parts() async throws {
    let scratch = try Folder()
    let run = try await Glcurl.run(
      [
        "bench", "--job", "--sizes", "120x160", "--frames", "4", "--rounds", "1", "--json", "-q",
        "--backend", "cpu", "--longest", "1000",
      ], in: Folder(), environment: ["TMPDIR": scratch.url.path])
    #expect(run.status == 0, "\(run.errors)")
    #expect(try scratch.names.isEmpty)
    let jobs = try #require(run.object()["jobs"] as? [[String: Any]])
    let job = try #require(jobs.first)
    #expect(jobs.count == 1 && job["width"] as? Int == 120 && job["frames"] as? Int == 4)
    let parts = try #require(job["parts"] as? [String: [String: Any]])
    var expected: Set = ["film", "written", "ffmpeg", "pngs", "deflate", "frame", "codecs", "page"]
    expected.insert("start")
    if Tool.path("ffmpeg") == nil {
      expected.subtract(["film", "written", "ffmpeg"])
      #expect((job["missing"] as? [String])?.isEmpty == false)
    }
    #expect(Set(parts.keys) == expected)
    for (name, part) in parts {
      #expect((part["wallMs"] as? Double ?? 0) > 0, "\(name)")
      guard let floor = part["floor"] as? String else { continue }
      let own = try #require(part["wallMs"] as? Double)
      let least = try #require(parts[floor]?["wallMs"] as? Double)
      let ratio = try #require(part["timesWall"] as? Double)
      #expect(abs(ratio - own / least) < 1e-3 * ratio, "\(name)")
    }
    let memory = try #require(job["memory"] as? [String: Any])
    #expect(memory["ok"] as? Bool == true && memory["bound"] is [String: Any])
    let films = try #require(memory["films"] as? [[String: Any]])
    #expect(films.map { $0["frames"] as? Int } == [10, 10, 19])
    #expect(films.map { $0["width"] as? Int } == [120, 180, 120])
    for film in films {
      let peak = try #require(film["peakBytes"] as? Int)
      #expect(try peak > 1 << 20 && peak <= #require(film["mostBytes"] as? Int))
    }
    let scale = try #require(run.object()["scale"] as? [String: [String: Any]])
    for (name, key, counts) in [
      ("frames", "frames", [10, 100, 1000]), ("pages", "pages", [2, 10, 100]),
    ] {
      let series = try #require(scale[name])
      let films = try #require(series["films"] as? [[String: Any]])
      #expect(films.map { $0[key] as? Int } == counts)
      #expect(series["timesMemory"] is Double)
      // Of films as short as these, a longer one may take less time than the first.
      let cpu = try films.map { try #require($0["cpuMs"] as? Double) }
      let total = try films.map { try #require($0["frames"] as? Int) }
      let each = (1...2).map { (cpu[$0] - cpu[0]) / Double(total[$0] - total[0]) }
      let ratio = series["timesCpu"] as? Double
      #expect((ratio == nil) == (each[0] <= 0))
      if let ratio { #expect(abs(ratio - each[1] / each[0]) <= 1e-3 * abs(ratio)) }
    }
  }

  @Test("The table tells what is held against what")
  func table() async throws {
    let run = try await Glcurl.run(
      ["bench", "--job", "--sizes", "40x57", "--frames", "2", "--rounds", "1", "--backend", "cpu"]
        + ["--longest", "1000"], in: Folder())
    #expect(run.status == 0, "\(run.errors)")
    for word in [
      "40x57, 2 frames", "the deflate library alone", "3.00 at most",
      "peak memory of films: at most ", "2 pages in 10 frames of 40x57: ", "10, 100, 1000 frames: ",
      "2, 10, 100 pages: ", " times the CPU time a frame",
    ] {
      #expect(run.text.contains(word), "\(word)")
    }
    #expect(run.errors.contains("round 1 of 1"))
  }

  @Test(
    "What --job doesn't heed is told", arguments: ["--lit", "--threads 2", "--turn slide"])
  func options(words: String) async throws {
    let run = try await Glcurl.run(
      ["bench", "--job"] + words.split(separator: " ").map(String.init), in: Folder())
    #expect(run.status == 64 && run.errors.contains("--job"))
  }

  @Test("Ctrl-C ends it, the program that it runs, and leaves nothing")
  func interrupt() async throws {
    let (folder, notes) = (try Folder(), try Folder())
    try Data().write(to: notes.url("errors"))
    let running = try Glcurl.start(
      ["bench", "--job", "--sizes", "400x500", "--frames", "1000", "--backend", "cpu"],
      in: folder, environment: ["TMPDIR": folder.url.path],
      errors: FileHandle(forWritingTo: notes.url("errors")))
    #expect(await running.interrupt { (try? notes.bytes("errors").isEmpty) == false })
    #expect(await running.status() == 130)
    #expect(try folder.names.isEmpty)
  }

  @Test("Numbered pictures are whole and in order, however many are written at once")
  func sequence() async throws {
    let folder = try Folder.withPages()
    let words = ["render", "a.png", "b.png", "-q", "--frames", "40", "--backend", "cpu"]
    #expect(try await Glcurl.run(words + ["-o", "f_%02d.png"], in: folder).status == 0)
    #expect(
      try await Glcurl.run(words + ["-o", "film.rgba", "--format", "rgba"], in: folder).status == 0)
    let film = [UInt8](try folder.bytes("film.rgba"))
    let size = film.count / 40
    for number in 0..<40 {
      let picture = try folder.picture("f_\(number < 10 ? "0" : "")\(number).png")
      #expect(picture.rgba8 == Array(film[number * size..<(number + 1) * size]), "\(number)")
    }
  }

  @Test("OpenGL's programs are kept where they are wanted, and pictures stay the same")
  func programs() async throws {
    let folder = try Folder.withPages()
    let cache = try Folder()
    let words = ["frame", "a.png", "b.png", "-q", "--progress", "0.4", "--backend", "gpu", "-o"]
    let kept = ["GLCURL_PROGRAM_CACHE": cache.url.path]
    let first = try await Glcurl.run(words + ["1.png"], in: folder, environment: kept)
    if first.status == 69 { try Test.cancel("no OpenGL ES on this machine") }
    #expect(first.status == 0, "\(first.errors)")
    let names = try cache.names
    #expect(try await Glcurl.run(words + ["2.png"], in: folder, environment: kept).status == 0)
    #expect(try cache.names == names)
    for name in names { try Data("damaged".utf8).write(to: cache.url(name)) }
    #expect(try await Glcurl.run(words + ["3.png"], in: folder, environment: kept).status == 0)
    #expect(try folder.bytes("1.png") == folder.bytes("2.png"))
    #expect(try folder.bytes("1.png") == folder.bytes("3.png"))
    // Off by the option, by an empty name, and in $XDG_CACHE_HOME where nothing else is said.
    // Drivers keep what is theirs there too.
    let home = try Folder()
    let xdg = ["XDG_CACHE_HOME": home.url.path]
    for (options, environment) in [
      (["--no-program-cache"], xdg), ([], xdg.merging(["GLCURL_PROGRAM_CACHE": ""]) { $1 }),
    ] {
      let run = try await Glcurl.run(
        words + ["4.png"] + options, in: folder, environment: environment)
      #expect(try run.status == 0 && !home.names.contains("glcurl"))
    }
    #expect(try await Glcurl.run(words + ["5.png"], in: folder, environment: xdg).status == 0)
    #expect(try home.names.contains("glcurl") == !names.isEmpty)
    #expect(try folder.bytes("1.png") == folder.bytes("5.png"))
  }
}
