import Foundation
import Testing

@Suite("Help")
struct HelpTests {
  @Test("Without arguments the program prints its help and succeeds")
  func helpWithoutArguments() async throws {
    let run = try await Glcurl.run([], in: Folder())
    #expect(run.status == 0)
    #expect(run.errors.isEmpty)
    for word in [
      "render", "frame", "compare", "demo", "turns", "looks", "bench", "doctor",
      "generate-completion-script", "130",
    ] {
      #expect(run.text.contains(word))
    }
  }

  @Test(
    "Each command's help teaches by example and names every default",
    arguments: ["render", "frame", "compare", "demo"])
  func commandHelp(_ command: String) async throws {
    let run = try await Glcurl.run([command, "--help"], in: Folder())
    #expect(run.status == 0)
    #expect(run.errors.isEmpty)
    #expect(run.text.contains("EXAMPLES\n  glcurl \(command)"))
    let text = run.text.replacing(/\s+/, with: " ")
    for word in ["(default: 151)", "(default: 9%)", "--overlay", "(default: 200000000)"] {
      #expect(text.contains(word))
    }
  }

  @Test("The help of render tells every option of a book, and that of turns its own")
  func bookHelp() async throws {
    for (command, words) in [
      (
        "render",
        [
          "--turn", "--set", "--binding", "--facing", "--cover", "--one-sided", "--hold",
          "--hold-first", "--hold-last", "--ease", "--duration",
          "--leaves",
          "--stagger", "--timeline", "<more>",
        ]
      ), ("turns", ["--sheet", "--json", "--size", "EXAMPLES", "(default: 150x200)"]),
      ("bench", ["--turn"]), ("demo", ["--facing", "--turn"]),
    ] {
      let run = try await Glcurl.run([command, "--help"], in: Folder())
      #expect(run.status == 0)
      for word in words { #expect(run.text.contains(word), "\(command) \(word)") }
    }
  }

  @Test("Help on a command that isn't there is wrong usage")
  func helpOnNothing() async throws {
    let run = try await Glcurl.run(["help", "nothing"], in: Folder())
    #expect(run.status == 64)
    #expect(run.text.isEmpty)
    #expect(run.errors.contains("unknown command 'nothing': choose one of render, frame"))
  }

  @Test("The version is three numbers")
  func version() async throws {
    let run = try await Glcurl.run(["--version"], in: Folder())
    #expect(run.status == 0)
    #expect(run.text.wholeMatch(of: /\d+\.\d+\.\d+\n/) != nil)
  }

  @Test("There are completions for every shell", arguments: ["bash", "zsh", "fish"])
  func completions(_ shell: String) async throws {
    let run = try await Glcurl.run(["--generate-completion-script", shell], in: Folder())
    #expect(run.status == 0)
    #expect(run.text.contains("show-through"))
  }

  @Test("Standard output that can't be written to is an I/O error")
  func fullOutput() async throws {
    let full = try FileHandle(forWritingTo: URL(fileURLWithPath: "/dev/full"))
    let running = try Glcurl.start(["--help"], in: Folder(), output: full)
    #expect(await running.status() == 74)
  }
}
