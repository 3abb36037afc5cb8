import CurlCore
import CurlGL
import Foundation
import PageCurl
import TestSupport
import Testing

@testable import CurlBench

@Suite struct PipelineBenchTests {
  @Test func whatIsTimedMakesNoPrograms() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    guard let renderer = try? await Renderer(.gpu, programCache: folder.path),
      let gl = renderer.gl
    else {
      try Test.cancel("no OpenGL ES on this machine")
    }
    let size = PageSize(width: 64, height: 86)
    let pages = try Pages(
      front: TestPages.page(.front, width: 64, height: 86),
      next: TestPages.page(.next, width: 64, height: 86))
    let plan = BenchPlan(
      sizes: [size], backends: [.gpu], threads: [], lights: [true], frames: 3, rounds: 1)
    var bench = PipelineBench(plan: plan, size: size, renderer: gl)
    var programs: [(before: Int, after: Int)] = []
    let count = { (try? FileManager.default.contentsOfDirectory(atPath: folder.path).count) ?? 0 }
    bench.timed = { work in
      let before = count()
      try await work()
      programs.append((before, count()))
      return 1
    }
    let reports = try await bench.reports(pages)
    await renderer.shutDown()
    #expect(reports.count == 4 && programs.count == 4)
    if count() == 0 { try Test.cancel("this driver gives no programs away") }
    #expect(programs.allSatisfy { $0.before == $0.after }, "\(programs)")
  }
}
