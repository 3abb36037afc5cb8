import Foundation
import ImageFiles
import PageCurl
import PageFilm
import Testing

@Suite("README")
struct ReadmeTests {
  @Test("Its program is the one that is compiled here")
  func program() throws {
    let here = URL(filePath: "\(#filePath)")
    let readme = try String(
      contentsOf: here.deletingLastPathComponent().appending(path: "../../README.md"),
      encoding: .utf8)
    let blocks = readme.components(separatedBy: "```swift\n").dropFirst().map {
      $0.components(separatedBy: "```")[0]
    }
    let program = try #require(blocks.first { $0.hasPrefix("import ") })
    let lines = program.split(separator: "\n").drop { $0.hasPrefix("import ") }
    #expect(lines.count > 10)
    let source = try String(contentsOf: here, encoding: .utf8)
    #expect(source.contains("\n" + lines.map { "  \($0)\n" }.joined()))
  }
}

private func readmeProgram() async throws {
  do {
    let front = Page(try ImageFile.read(path: "left.jpg"))
    let next = Page(try ImageFile.read(path: "right.jpg"))
    let turn = try PageTurn(Pages(front: front, next: next))
    let renderer = try await Renderer(.auto)
    let still = try await renderer.frame(turn, at: .progress(0.4))
    try AtomicFile.write(PNGEncoder.encode(still), path: "frame.png")
    try await FilmPlan(turn, frames: 60).write(to: FilmDestination("turn.mp4"), with: renderer)
    await renderer.shutDown()
  } catch let error as ImageFileError {
    print("a file: \(error)")
  } catch let error as RenderError {
    print("drawing: \(error)")
  } catch let error as FilmError {
    print("a film: \(error)")
  }
}
