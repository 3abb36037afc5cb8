import Foundation
import Testing

@Suite("Bad input")
struct BadInputTests {
  /// A command line that fails, how, and what the message must name.
  struct Case: CustomTestStringConvertible, Sendable {
    let words: [String]
    let status: Int32
    let names: [String]

    var testDescription: String { words.joined(separator: " ") }

    init(_ status: Int32, _ words: String, names: String...) {
      self.words = words.split(separator: " ").map(String.init)
      self.status = status
      self.names = names
    }
  }

  private static let longName = String(repeating: "x", count: 300)
  private static let almostLongName = String(repeating: "x", count: 250)

  static let cases: [Case] = [
    // Words that make no sense.
    Case(64, "rendr", names: "rendr", "render"),
    Case(64, "render a.png b.png", names: "--output"),
    Case(64, "render a.png -o t.mp4", names: "<next>"),
    Case(66, "render a.png b.png c.png -o t.mp4", names: "c.png"),
    Case(64, "frame a.png b.png c.png -o f.png --progress 0.5", names: "c.png"),
    Case(64, "render a.png b.png -o t.mp4 --frame 3", names: "--frame", "--frames"),
    Case(64, "render a.png b.png -o t.avi", names: "t.avi", ".mp4", ".png"),
    Case(64, "render a.png b.png -o t", names: "-o t", ".mp4", ".png"),
    Case(64, "render a.png b.png -o t.png", names: "t.png", "%04d", "apng"),
    Case(64, "render a.png b.png -o -", names: "-o -", "--format", "y4m", "rgba"),
    Case(64, "render a.png b.png -o - --format png", names: "--format png", "apng"),
    Case(64, "render a.png b.png -o - --format rgba --json", names: "-o -", "--json"),
    Case(64, "render a.png b.png -o t.mp4 --format avi", names: "--format", "avi", "webm"),
    Case(64, "render a.png b.png -o t.mp4 --format png", names: "t.mp4", "%04d"),
    Case(64, "render a.png b.png -o t.gif --overlay", names: "--overlay", "t.gif", "webp"),
    Case(64, "render a.png b.png -o t.y4m --overlay", names: "--overlay", "t.y4m"),
    Case(64, "render a.png b.png -o t.mp4 --depth 16", names: "--depth 16", "MP4", "apng"),
    Case(64, "render a.png b.png -o t%d.png --depth 12", names: "--depth", "12"),
    Case(64, "render a.png b.png -o t.mp4 --quality 80", names: "--quality", "t.mp4"),
    Case(64, "render a.png b.png -o t.webp --quality 101", names: "--quality", "101"),
    Case(64, "render a.png b.png -o t%d%d.png", names: "t%d%d.png"),
    Case(64, "render a.png b.png -o t%s.png", names: "t%s.png"),
    Case(64, "render a.png b.png -o t.mp4 --overlay", names: "--overlay", "t.mp4"),
    Case(64, "render a.png b.png -o t.mp4 --overlay shadow", names: "--overlay", "t.mp4"),
    Case(64, "render a.png b.png -o t%d.png --overlay=foo", names: "foo", "shadow"),
    Case(
      64, "render a.png b.png -o t%d.png --overlay --background #ffffff",
      names: "--overlay", "--background"),
    Case(64, "render a.png b.png -o t.mp4 --angle nan", names: "--angle", "nan"),
    Case(64, "render a.png b.png -o t.mp4 --angle", names: "--angle"),
    Case(64, "render a.png b.png -o t.mp4 --radius -5", names: "--radius", "-5", "9%"),
    Case(64, "render a.png b.png -o t.mp4 --radius nan%", names: "--radius", "nan%"),
    Case(64, "render a.png b.png -o t.mp4 --radius 5em", names: "--radius", "5em"),
    Case(64, "render a.png b.png -o t.mp4 --radius %", names: "--radius"),
    Case(64, "render a.png b.png -o t.mp4 --tint red", names: "--tint", "red", "#RRGGBB"),
    Case(64, "render a.png b.png -o t.mp4 --tint-amount 1.1", names: "--tint-amount", "1.1"),
    Case(64, "render a.png b.png -o t.mp4 --show-through -0.1", names: "--show-through"),
    Case(64, "render a.png b.png -o t.mp4 --shadow-amount x", names: "--shadow-amount"),
    Case(64, "render a.png b.png -o t.mp4 --shadow-size 0", names: "--shadow-size", "above 0"),
    Case(64, "render a.png b.png -o t.mp4 --shadow-lift -1", names: "--shadow-lift"),
    Case(64, "render a.png b.png -o t.mp4 --shading 2", names: "--shading"),
    Case(64, "render a.png b.png -o t.mp4 --back #12345", names: "--back", "#12345"),
    Case(64, "render a.png b.png -o t.mp4 --background #12345g", names: "--background"),
    Case(64, "render a.png b.png -o t.mp4 --frames 0", names: "--frames", "100000"),
    Case(64, "render a.png b.png -o t.mp4 --frames 100001", names: "--frames"),
    Case(64, "render a.png b.png -o t.mp4 --frames -3", names: "--frames", "-3"),
    Case(64, "render a.png b.png -o t.mp4 --fps 0", names: "--fps"),
    Case(64, "render a.png b.png -o t.mp4 --fps 29,97", names: "--fps", "29,97", "24000/1001"),
    Case(64, "render a.png b.png -o t.mp4 --fps 1001", names: "--fps", "1001", "1000"),
    Case(64, "render a.png b.png -o t.mp4 --threads 0", names: "--threads"),
    Case(64, "render a.png b.png -o t.mp4 --size 100", names: "--size", "1024x1366"),
    Case(64, "render a.png b.png -o t.mp4 --size 0x10", names: "--size", "0x10"),
    Case(64, "render a.png b.png -o t.mp4 --size 65536x1", names: "--size", "65535"),
    Case(
      64, "render a.png b.png -o t.mp4 --size 100x100", names: "--size 100x100", "61x83", "--fit"),
    Case(
      64, "render a.png b.png -o t.mp4 --size 50000x50000 --fit cover",
      names: "--size", "--max-pixels"),
    Case(64, "render a.png b.png -o t.mp4 --fit fill", names: "--fit", "fill", "contain"),
    Case(64, "render a.png b.png -o t.mp4 --backend vulkan", names: "--backend", "vulkan", "auto"),
    Case(
      64, "render a.png b.png -o t.mp4 --backend cpu --require-gpu",
      names: "--require-gpu", "--backend"),
    Case(64, "render a.png b.png -o t.mp4 --max-pixels 0", names: "--max-pixels"),
    Case(64, "frame a.png b.png -o f.png", names: "--progress", "--time"),
    Case(64, "frame a.png b.png -o f.png --progress 0.5 --time 0.5", names: "--progress", "--time"),
    Case(64, "frame a.png b.png -o f.png --progress 1.5", names: "--progress", "1.5"),
    Case(64, "frame a.png b.png -o f.png --time -1", names: "--time", "-1"),
    Case(64, "frame a.png b.png --progress 0.5", names: "-o", "--geometry", "--aov"),
    Case(64, "frame a.png b.png --geometry --depth 16 --progress 0.5", names: "--depth", "-o"),
    Case(64, "frame a.png b.png -o f.tiff --progress 0.5", names: "f.tiff", ".png"),
    Case(64, "frame a.png b.png -o - --geometry --progress 0.5", names: "-o -", "--geometry"),
    Case(64, "frame a.png b.png --aov uv,z --aov-dir m --progress 0.5", names: "--aov", "height"),
    Case(64, "frame a.png b.png --aov uv --progress 0.5", names: "--aov-dir"),
    Case(64, "frame a.png b.png -o f.png --aov-dir m --progress 0.5", names: "--aov"),
    // An output that is an input.
    Case(64, "frame a.png b.png -o ./a.png --progress 0.5", names: "a.png", "input"),
    Case(64, "render n_0.png n_1.png -o n_%d.png --frames 2", names: "n_0.png", "input"),
    // Pictures that aren't.
    Case(66, "render missing.png b.png -o t.mp4", names: "missing.png"),
    Case(66, "render \u{1b}[31mm.png b.png -o t.mp4", names: "'\\u{1b}[31mm.png'"),
    Case(66, "render a.png b.png -o t.mp4 --back missing.png", names: "missing.png"),
    Case(66, "render a.png b.png -o t.mp4 --background missing.png", names: "missing.png"),
    Case(66, "render folder b.png -o t.mp4", names: "folder"),
    Case(65, "render torn.png b.png -o t.mp4", names: "torn.png"),
    Case(65, "render empty.png b.png -o t.mp4", names: "empty.png"),
    Case(65, "frame text.png b.png -o f.png --progress 0.5", names: "text.png", "PNG", "JPEG"),
    Case(65, "frame a.png wide.png -o f.png --progress 0.5", names: "100×40", "61×83", "--fit"),
    Case(65, "compare a.png wide.png", names: "100×40", "61×83", "--fit"),
    Case(65, "render a.png b.png -o t.mp4 --max-pixels 100", names: "a.png", "--max-pixels"),
    // Places where nothing can be made.
    Case(73, "render a.png b.png -o missing/t.mp4", names: "missing"),
    Case(73, "render a.png b.png -o missing/t%d.png", names: "missing"),
    Case(73, "render a.png b.png -o missing/t.webp", names: "missing"),
    Case(73, "render a.png b.png -o missing/t.apng", names: "missing"),
    Case(73, "render a.png b.png -o missing/t.y4m", names: "missing"),
    Case(73, "render a.png b.png -o \(longName).mp4", names: "too long", "304 bytes"),
    Case(73, "render a.png b.png -o \(longName).webp", names: "too long"),
    Case(73, "render a.png b.png -o \(longName)/t%d.png", names: "too long"),
    // The first name has 255 bytes, and the last 256.
    Case(73, "render a.png b.png -o \(almostLongName)%d.png --frames 11", names: "too long"),
    Case(73, "frame a.png b.png -o \(longName).png --progress 0.5", names: "too long"),
    Case(
      73, "frame a.png b.png --aov uv --aov-dir \(longName) --progress 0.5", names: "too long"),
    Case(73, "frame a.png b.png -o circle.png --progress 0.5", names: "circle.png"),
    Case(73, "frame a.png b.png -o fifo.png --progress 0.5", names: "the pipe has no reader"),
    Case(73, "render a.png b.png -o fifo.png --format apng", names: "the pipe has no reader"),
    Case(73, "frame a.png b.png -o /proc/f.png --progress 0.5", names: "/proc/f.png"),
    Case(73, "frame a.png b.png -o a.png/f.png --progress 0.5", names: "a.png/f.png"),
    Case(73, "frame a.png b.png --aov uv --aov-dir a.png --progress 0.5", names: "a.png"),
    Case(73, "frame a.png b.png --aov uv --aov-dir no/no --progress 0.5", names: "no/no"),
    Case(73, "demo -o missing/t.mp4", names: "missing"),
    Case(64, "demo -o turn.avi", names: "turn.avi"),
    Case(64, "demo --size 40000x10", names: "40000"),
  ]

  @Test("It ends with its own exit status, one message and nothing on the disk", arguments: cases)
  func message(_ each: Case) async throws {
    if each.status == 73, each.words.contains(where: { $0.hasSuffix(".mp4") }),
      Tool.path("ffmpeg") == nil
    {
      try Test.cancel("ffmpeg isn't on PATH: that is told first")
    }
    let folder = try Folder.withPages()
    let whole = try folder.bytes("a.png")
    try whole.prefix(whole.count / 2).write(to: folder.url("torn.png"))
    try Data().write(to: folder.url("empty.png"))
    try Data("not a picture".utf8).write(to: folder.url("text.png"))
    try folder.write(TestPage.next(width: 100, height: 40), "wide.png")
    for name in ["n_0.png", "n_1.png"] { try whole.write(to: folder.url(name)) }
    try FileManager.default.createDirectory(
      at: folder.url("folder"), withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(
      at: folder.url("circle.png"), withDestinationURL: folder.url("circle.png"))
    #expect(unsafe mkfifo(folder.url("fifo.png").path, 0o600) == 0)
    let names = try folder.names
    let run = try await Glcurl.run(each.words, in: folder)
    #expect(run.status == each.status, "\(run.errors)")
    #expect(run.output.isEmpty)
    #expect(run.errors.hasPrefix("glcurl: ") && run.errors.hasSuffix("\n"))
    for name in each.names { #expect(run.errors.contains(name), "\(run.errors)") }
    #expect(try folder.names == names)
    #expect(try folder.bytes("a.png") == whole)
  }
}
