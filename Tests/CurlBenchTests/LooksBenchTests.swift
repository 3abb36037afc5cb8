import CurlCore
import PageCurl
import Testing

@testable import CurlBench

@Suite struct LooksBenchTests {
  /// Answers like OpenCV, always with the same time.
  private final class FakeRemap: RemapProgram {
    let title = "fake"
    var maps: [PageSize] = []
    var asked: [Int] = []
    var large: (page: PageSize, picture: PageSize)?
    var areas = 0

    func begin(_ picture: Pixmap) { maps = [] }

    func add(_ map: [SIMD2<Float>], width: Int, height: Int) {
      maps.append(PageSize(width: width, height: height))
    }

    func remap(_ index: Int) -> Lap {
      asked.append(index)
      return Lap(wall: 1, cpu: 0.5)
    }

    func beginArea(_ picture: Pixmap, width: Int, height: Int) {
      large = (
        PageSize(width: picture.width, height: picture.height),
        PageSize(width: width, height: height)
      )
    }

    func area() -> Lap {
      areas += 1
      return Lap(wall: 1, cpu: 0.25)
    }
  }

  /// Draws a look in this process.
  private final class FakeWorkers: WorkerGroup {
    let hash: UInt64
    var turns = 0

    init(_ hash: UInt64) { self.hash = hash }

    func draw() -> Double {
      turns += 1
      return 1
    }

    func hashes() -> [UInt64] { [hash, hash] }

    func end() {}
  }

  private static let size = PageSize(width: 24, height: 32)

  private func report(
    _ cases: [LookCase], hasScaledPage: Bool = false, rounds: Int = 1, _ remap: FakeRemap? = nil
  ) async throws -> LooksReport {
    try await LooksBench(
      size: Self.size, cases: cases, hasScaledPage: hasScaledPage, rounds: rounds, threads: nil,
      remap: remap, makeWorkers: { _, _, _ in FakeWorkers(0) }, say: { _ in }
    ).run()
  }

  @Test func everyTurnOfTheCatalogueHasARowWithAndWithoutAlpha() {
    let names = LookCase.all.map(\.name)
    #expect(Set(names).count == names.count)
    for turn in TurnCatalogue.names {
      #expect(names.contains("turn/\(turn)") && names.contains("alpha/\(turn)"), "\(turn)")
    }
    #expect(LookCase.matching("turn/*").count == TurnCatalogue.names.count + 2)
    for it in LookCase.matching("alpha/*") { #expect(it.output == .straight8, "\(it.name)") }
    for it in LookCase.matching("deep/*") { #expect(it.output == .rgba16, "\(it.name)") }
  }

  @Test(
    "Bounds are those that were set for the pipeline",
    arguments: [
      (1.0, "turn/curl curl/*"), (0.8, "turn/curl-unlit"), (1.3, "default/curl"),
      (
        2.3,
        "turn/none turn/slide turn/cover turn/drop turn/corner-fold look/corner-radius "
          + "look/thickness look/overlay look/overlay-shadow look/oblique scale/1080p scale/2 "
          + "scale/12-megapixels scale/enlarged"
      ),
      (
        3.7,
        "look/eye turn/flip turn/leaves turn/effect turn/card turn/book-curl "
          + "turn/book-curl-facing look/key-light alpha/curl alpha/none alpha/slide alpha/cover "
          + "alpha/drop alpha/corner-fold alpha/margin-auto"
      ),
      (4.44, "alpha/flip alpha/leaves alpha/effect alpha/card alpha/book-curl"),
      (6.0, "turn/roll turn/hinge turn/bend look/key-gloss-bounce look/thick-glossy"),
      (7.2, "alpha/roll alpha/hinge alpha/bend"), (7.5, "look/hero cut-out/* flight/*"),
      (8.0, "deep/*"),
    ])
  func bounds(bound: Double, patterns: String) {
    for pattern in patterns.split(separator: " ") {
      let found = LookCase.matching(String(pattern))
      #expect(!found.isEmpty, "\(pattern)")
      for it in found { #expect(abs(it.bound - bound) < 1e-9, "\(it.name): \(it.bound)") }
    }
  }

  @Test func everyLookIsDrawn() async throws {
    let report = try await report(LookCase.all, hasScaledPage: true)
    #expect(report.looks.map(\.name) == LookCase.all.map(\.name))
    for it in report.looks {
      #expect(it.moments.count == LookCase.moments.count && it.milliseconds >= 0, "\(it.name)")
      #expect(report.timesRemap(it) == nil && report.isMet(it) == nil)
    }
    func sizes(_ name: String) -> (page: PageSize, frame: PageSize)? {
      report.looks.first { $0.name == name }.map { ($0.page, $0.frame) }
    }
    #expect(try #require(sizes("scale/2")).page == PageSize(width: 48, height: 64))
    #expect(try #require(sizes("scale/2")).frame == Self.size)
    #expect(try #require(sizes("scale/12-megapixels")).page == PageSize(width: 72, height: 96))
    #expect(try #require(sizes("turn/book-curl-facing")).frame.width == 48)
    #expect(try #require(sizes("look/hero")).frame == PageSize(width: 30, height: 38))
    #expect(try #require(report.scaledPage).areaNanoseconds == nil)
    #expect(report.missing.count == 1)
  }

  @Test func timesAreInUnitsOfRemapOfAsManyPixels() async throws {
    let remap = FakeRemap()
    let report = try await report(
      LookCase.matching("turn/book-curl*"), hasScaledPage: true, rounds: 2, remap)
    #expect(remap.maps == LookCase.moments.map { _ in Self.size })
    // Three of each round aren't counted.
    #expect(remap.asked == [0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2] && remap.areas == 2)
    #expect(
      remap.large.map { $0.page == PageSize(width: 72, height: 96) && $0.picture.width == 19 }
        == true)
    #expect(report.remap?.mean == 0.5 && report.missing.isEmpty)
    for it in report.looks {
      let pixels = Double(it.frame.width * it.frame.height) / (24 * 32)
      let times = try #require(report.timesRemap(it))
      #expect(abs(times - it.milliseconds / (0.5 * pixels)) < 1e-9 * times, "\(it.name)")
      #expect(report.isMet(it) == (times <= it.bound))
    }
    let scaledPage = try #require(report.scaledPage)
    #expect(abs(try #require(scaledPage.areaNanoseconds) - 0.25e6 / (72 * 96)) < 1e-9)
  }

  @Test func aWorkerDrawsTheLookThatItIsTold() async throws {
    let look = try #require(LookCase.matching("alpha/flip").first)
    let worker = try await BenchWorker(look, Self.size)
    let first = try await worker.hash()
    try await worker.draw()
    #expect(try await worker.hash() == first)
    let other = try #require(LookCase.matching("turn/slide").first)
    #expect(try await BenchWorker(other, Self.size).hash() != first)
  }

  @Test func namesMatchLikeFiles() {
    #expect(LookCase.matching("turn/curl").map(\.name) == ["turn/curl"])
    #expect(LookCase.matching("*key*").map(\.name) == ["look/key-light", "look/key-gloss-bounce"])
    #expect(LookCase.matching("curl").isEmpty)
    #expect(LookCase.matches(ScaledPageReport.name, "st?re"))
  }
}
