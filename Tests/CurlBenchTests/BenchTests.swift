import CurlCore
import PageCurl
import TestSupport
import Testing

@testable import CurlBench

@Suite struct BenchTests {
  /// Answers like OpenCV, without remapping anything.
  private final class FakeRemap: RemapProgram {
    let title = "fake"
    var picture: Pixmap?
    var maps: [[SIMD2<Float>]] = []
    var asked: [Int] = []

    func begin(_ picture: Pixmap) {
      self.picture = picture
      maps = []
    }

    func add(_ map: [SIMD2<Float>], width: Int, height: Int) {
      #expect(map.count == width * height)
      maps.append(map)
    }

    func remap(_ index: Int) -> Lap {
      asked.append(index)
      return Lap(wall: 0.5, cpu: 0.25)
    }

    func beginArea(_ picture: Pixmap, width: Int, height: Int) {}

    func area() -> Lap { Lap(wall: 0.5, cpu: 0.25) }
  }

  private struct NoVideo: Error {}

  /// Says that it drew, and what a worker of the same plan says of its pictures.
  private final class FakeWorkers: WorkerGroup, @unchecked Sendable {
    let answers: [UInt64]
    private(set) var turns = 0
    private(set) var hasEnded = false

    init(_ answers: [UInt64]) { self.answers = answers }

    func draw() -> Double {
      turns += 1
      return 10
    }

    func hashes() -> [UInt64] { answers }
    func end() { hasEnded = true }
  }

  @Test(arguments: [false, true])
  func threadsAreHeldAgainstAsManyProcessesAndTheirBytes(areSame: Bool) async throws {
    let plan = BenchPlan(
      sizes: [PageSize(width: 48, height: 65)], backends: [.cpu], threads: [1, 2],
      lights: [false], frames: 3, rounds: 2)
    var own = plan
    own.threads = [1]
    let hash = try await BenchWorker(own).hash()
    let workers = FakeWorkers([hash, areSame ? hash : hash ^ 1])
    let report = try await Bench(
      plan, remap: nil, encodeVideo: { _ in throw NoVideo() },
      makeWorkers: { count, plan in
        #expect(count == 2 && plan.threads == [1] && plan.lights == [false])
        return workers
      }, say: { _ in }
    ).run()
    #expect(workers.turns == 2 && workers.hasEnded)
    #expect(report.cases.count == 2 && report.cases[0].workers == nil)
    let found = try #require(report.cases[1].workers)
    #expect(found.processes == 2 && found.isSame == areSame)
    #expect(report.wrong == (areSame ? [] : ["cpu-2t-48x65-unlit"]))
  }

  @Test func theShareIsOfWhatProcessesGain() throws {
    // One thread takes 8 ms, two of them 5, two processes 8.5 for twice as many frames.
    let found = WorkerGroupReport(processes: 2, single: 8, threads: 5, processes: 8.5, isSame: true)
    let (threads, processes) = (try #require(found.threadsGain), try #require(found.processesGain))
    #expect(abs(threads - 1.6) < 1e-12 && abs(processes - 16 / 8.5) < 1e-12)
    #expect(abs(found.share - threads / processes) < 1e-12)
    let alone = WorkerGroupReport(
      processes: 2, single: nil, threads: 5, processes: 8.5, isSame: true)
    #expect(alone.share == found.share && alone.threadsGain == nil)
  }

  @Test func aRunMeasuresEveryCaseAndFloor() async throws {
    let remap = FakeRemap()
    let plan = BenchPlan(
      sizes: [PageSize(width: 48, height: 65), PageSize(width: 64, height: 40)], backends: [.cpu],
      threads: [1, 3], lights: [true, false], frames: 4, rounds: 2)
    let report = try await Bench(
      plan, remap: remap, encodeVideo: { _ in throw NoVideo() }, say: { _ in }
    ).run()
    #expect(
      report.cases.map(\.name) == [
        "cpu-1t-48x65-lit", "cpu-3t-48x65-lit", "cpu-1t-48x65-unlit", "cpu-3t-48x65-unlit",
        "cpu-1t-64x40-lit", "cpu-3t-64x40-lit", "cpu-1t-64x40-unlit", "cpu-3t-64x40-unlit",
      ])
    for it in report.cases {
      #expect(it.frames == 4 && it.rounds == 2 && it.parity.isRight && it.parity.frames == 8)
      #expect(it.wall.min > 0 && it.cpu.mean > 0 && it.framesPerSecond > 0)
      #expect(it.timesFloor.map(\.floor) == [.copy, .png, .remap])
      #expect(it.timesRemap?.wall == it.wall.mean / 0.5 && it.timesRemap?.cpu == it.cpu.mean / 0.25)
      #expect(it.phases == nil && it.ownFloor?.floor == .copy && !it.isSoftware)
      let png = try #require(it.timesFloor.first { $0.floor == .png })
      let floors = try #require(report.floors.first { $0.size == it.benchCase.size })
      let floor = try #require(floors.floors.first { $0.floor == .png })
      #expect(png.wall == it.wall.mean / floor.wall.mean)
      #expect(png.cpu == floor.cpu.map { it.cpu.mean / $0.mean })
    }
    #expect(report.wrong.isEmpty && report.driver == nil)
    #expect(report.missing.count == 1 && report.missing[0].hasPrefix("x264"))
    // One map a frame, one remap to warm up, then each round all of them.
    #expect(remap.maps.count == 4 && remap.picture?.width == 64)
    #expect(remap.asked == [0] + [0, 1, 2, 3, 0, 1, 2, 3] + [0] + [0, 1, 2, 3, 0, 1, 2, 3])
    for map in remap.maps {
      #expect(map.allSatisfy { $0.x >= 0 && $0.y >= 0 && $0.x <= 63 && $0.y <= 39 })
    }
  }

  @Test func theFirstMapIsThePageItself() async throws {
    let pages = try Pages(
      front: TestPages.page(.front, width: 40, height: 57),
      next: TestPages.page(.next, width: 40, height: 57))
    let turn = try PageTurn(pages, BenchPlan.defaultTurn)
    let geometry = try await Renderer(.cpu).geometry(turn, at: .progress(0))
    let map = geometry.map(pages.size)
    for i in 0..<40 * 57 {
      let d = map[i] - SIMD2(Float(i % 40), Float(i / 40))
      #expect(abs(d.x) < 1e-3 && abs(d.y) < 1e-3)
    }
  }

  @Test func aWrongPictureIsMarked() async throws {
    let right = TestPages.page(.front, width: 40, height: 57)
    let pages = try Pages(front: right, next: TestPages.page(.next, width: 40, height: 57))
    let turn = try PageTurn(pages, BenchPlan.defaultTurn)
    let renderer = try await Renderer(.cpu)
    let frame = try await renderer.frame(turn, at: .progress(0.5))
    let reference = try await renderer.geometry(turn, at: .progress(0.5))
    var bytes = frame.rgba8
    func parity(isExact: Bool) -> Parity {
      var parity = Parity()
      parity.add(frame, expected: frame, reference: reference, isExact: isExact)
      parity.add(
        Pixmap(width: 40, height: 57, rgba8: bytes), expected: frame, reference: reference,
        isExact: isExact)
      return parity
    }
    #expect(parity(isExact: true).isRight)
    // One step in one channel off the edges: the GPU may, the CPU path may not.
    let place = try #require((0..<40 * 57).first { !reference.isEdge($0) })
    bytes[4 * place] = bytes[4 * place] == 0 ? 1 : bytes[4 * place] - 1
    #expect(!parity(isExact: true).isRight)
    #expect(parity(isExact: false).isRight && parity(isExact: false).maximum == 1)
    bytes[4 * place] ^= 0x80
    #expect(!parity(isExact: false).isRight)
    #expect(parity(isExact: false).frames == 2)
  }

  @Test func framesThatAreTheSameNeedNoComparison() {
    let (front, next) = (TestPages.Style.front, TestPages.Style.next)
    let frame = TestPages.page(front, width: 40, height: 57)
    var parity = Parity()
    let isEqual = parity.addEqual(frame, TestPages.page(front, width: 40, height: 57))
    #expect(isEqual && parity.isRight && parity.frames == 1)
    let isOther = parity.addEqual(frame, TestPages.page(next, width: 40, height: 57))
    #expect(!isOther && parity.frames == 1)
  }

  @Test func aFrameThatChangesInALaterRoundIsComparedAgain() {
    var frame = TestPages.page(.front, width: 40, height: 57)
    var parity = Parity()
    for i in 0..<7 {
      let isNew = !parity.hasSeen(frame, at: i)
      #expect(isNew && parity.frames == 0)
    }
    for i in 0..<7 {
      let isSame = parity.hasSeen(frame, at: i)
      #expect(isSame && parity.frames == i + 1)
    }
    var bytes = frame.rgba8
    bytes[4 * 40 * 31 + 2] ^= 1
    frame = Pixmap(width: 40, height: 57, rgba8: bytes)
    let isSame = parity.hasSeen(frame, at: 3)
    #expect(!isSame && parity.frames == 7)
  }

  @Test func softwareIsLabelled() {
    let llvmpipe = "llvmpipe (LLVM 15.0.6, 256 bits), OpenGL ES 3.2 Mesa 22.3.6, software"
    #expect(SizeBench.shortName(llvmpipe, isSoftware: true) == "llvmpipe (software)")
    let hardware = "NVIDIA H200/PCIe/SSE2, OpenGL ES 3.2 NVIDIA 570.1, EGL 1.5 device"
    #expect(SizeBench.shortName(hardware, isSoftware: false) == "NVIDIA H200/PCIe/SSE2")
  }
}
