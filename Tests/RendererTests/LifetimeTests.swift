import CurlCore
import Glibc
import PageCurl
import TestSupport
import Testing

/// Renderers come and go without a trace, and don't disturb each other.
@Suite(.serialized) struct LifetimeTests {
  /// Renderers that are counted, after the first ones; GLCURL_LIFETIMES makes them more.
  private static var lifetimes: Int {
    guard let text = unsafe getenv("GLCURL_LIFETIMES") else { return 200 }
    return Int(unsafe String(cString: text)) ?? 200
  }

  @Test func hundredsOfRenderersLeaveNothingBehind() async throws {
    _ = try await Fixture.gpu()
    // In a process of its own: other tests open files and start threads meanwhile.
    await #expect(processExitsWith: .success) {
      let turn = try Fixture.turn(Fixture.pages(40, 57), radius: 8)
      func draw() async throws -> Renderer {
        let renderer = try await Renderer(.gpu)
        _ = try await renderer.frame(turn, at: .progress(0.4))
        return renderer
      }
      // Every other one is dropped without a word: it goes on its own thread, a moment later.
      func once(_ i: Int) async throws {
        let threads = Self.count("task")
        if i % 2 == 0 {
          await (try draw()).shutDown()
        } else {
          _ = try await draw()
          for _ in 0..<1000 where Self.count("task") > threads {
            try await Task.sleep(for: .milliseconds(5))
          }
        }
      }
      // The first ones load the driver and its compiler, and fill malloc's arenas, one after the
      // other: memory is level after some hundred.
      for i in 0..<150 { try await once(i) }
      let (files, threads) = (Self.count("fd"), Self.count("task"))
      // On a busy machine late threads make malloc take one more arena, once; a leak would grow
      // every time. Of the 20 MB that a context takes, less than 1 % may stay.
      var growth: [Int] = []
      while growth.count < 3, (growth.last ?? .max) >= 32 << 20 {
        let memory = Self.residentBytes()
        for i in 0..<Self.lifetimes { try await once(i) }
        growth.append(Self.residentBytes() - memory)
      }
      #expect(Self.count("fd") <= files + 1)
      #expect(Self.count("task") <= threads + 2)
      #expect(
        growth.contains { $0 < 32 << 20 },
        "each \(Self.lifetimes) renderers left so many bytes: \(growth)")
    }
  }

  @Test func twoRenderersDrawAtOnce() async throws {
    _ = try await Fixture.gpu()
    let first = try await Renderer(.gpu)
    let second = try await Renderer(.gpu)
    let pages = try Fixture.pages(160, 226)
    let (a, b) = (
      try Fixture.turn(pages, angle: 151, radius: 20),
      try Fixture.turn(pages, angle: 45, radius: 60, lit: false)
    )
    let alone = (
      try await first.frame(a, at: .progress(0.4)), try await second.frame(b, at: .progress(0.6))
    )
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for i in 0..<20 {
        group.addTask {
          i % 2 == 0
            ? try await first.frame(a, at: .progress(0.4)) == alone.0
            : try await second.frame(b, at: .progress(0.6)) == alone.1
        }
      }
      for try await isSame in group { #expect(isSame) }
    }
    // One going leaves the other as it was.
    await first.shutDown()
    #expect(try await second.frame(b, at: .progress(0.6)) == alone.1)
    await second.shutDown()
    await second.shutDown()
    await #expect(throws: RenderError.self) {
      _ = try await second.frame(b, at: .progress(0.6))
    }
  }

  @Test func manyRenderersDrawAtOnceAndGoInAnyOrder() async throws {
    let expected = try await Fixture.gpu().frame(
      Fixture.turn(Fixture.pages(40, 57), radius: 8), at: .progress(0.4))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for i in 0..<12 {
        group.addTask {
          let turn = try Fixture.turn(Fixture.pages(40, 57), radius: 8)
          let renderer = try await Renderer(.gpu)
          for _ in 0...i % 3 {
            let frame = try await renderer.frame(turn, at: .progress(0.4))
            #expect(frame == expected)
          }
          // Every other one goes as it is dropped, while its neighbours draw.
          if i % 2 == 0 { await renderer.shutDown() }
        }
      }
      try await group.waitForAll()
    }
  }

  @Test func renderersThatAreDroppedWhileTheyDrawGoWhenTheFrameIsThere() async throws {
    _ = try await Fixture.gpu()
    // In a process of its own: other tests start threads meanwhile.
    await #expect(processExitsWith: .success) {
      let turn = try Fixture.turn(Fixture.pages(160, 226), radius: 20)
      let first = try await Renderer(.gpu)
      let expected = try await first.frame(turn, at: .progress(0.4))
      await first.shutDown()
      let threads = Self.count("task")
      for i in 0..<12 {
        // The task that draws has the last reference.
        let frame = try await Self.begin(turn)
        if i % 3 == 0 { frame.cancel() }
        switch await frame.result {
        case .success(let pixmap): #expect(pixmap == expected)
        case .failure(let error): #expect((error as? RenderError)?.code == .cancelled)
        }
        // So have the frames that a film draws ahead, which nobody waits for.
        try await Self.abandon(turn)
      }
      for _ in 0..<2000 where Self.count("task") > threads + 2 {
        try await Task.sleep(for: .milliseconds(5))
      }
      // The system's own pool may have grown by a thread or two.
      #expect(Self.count("task") <= threads + 2)
    }
  }

  @Test func aProcessEndsWhileItsRenderersDraw() async throws {
    _ = try await Fixture.gpu()
    for _ in 0..<4 {
      // Drivers take down at exit what their threads draw with.
      await #expect(processExitsWith: .success) {
        let turn = try Fixture.turn(Fixture.pages(160, 226), radius: 20)
        for _ in 0..<4 { try await Self.abandon(turn) }
      }
    }
  }

  private static func begin(_ turn: PageTurn) async throws -> Task<Pixmap, any Error> {
    let renderer = try await Renderer(.gpu)
    return Task { try await renderer.frame(turn, at: .progress(0.4)) }
  }

  private static func abandon(_ turn: PageTurn) async throws {
    var film = try await Renderer(.gpu).frames(turn, count: 30, ahead: 4).makeAsyncIterator()
    _ = try await film.next()
  }

  @Test func aFrameThatIsCancelledMidwayIsRightOrSaysSo() async throws {
    let turn = try Fixture.turn(Fixture.pages(331, 467), radius: 60)
    for renderer in try await Fixture.all() {
      let expected = try await renderer.frame(turn, at: .progress(0.5))
      for delay in 0..<8 {
        let tasks = (0..<3).map { _ in
          Task { try await renderer.frame(turn, at: .progress(0.5)) }
        }
        try await Task.sleep(for: .milliseconds(delay * delay))
        for task in tasks { task.cancel() }
        for task in tasks {
          switch await task.result {
          case .success(let frame): #expect(frame == expected)
          case .failure(let error):
            #expect((error as? RenderError)?.code == .cancelled, "\(error)")
          }
        }
      }
      #expect(try await renderer.frame(turn, at: .progress(0.5)) == expected)
    }
  }

  @Test func aCancelledFrameSaysSo() async throws {
    let turn = try Fixture.turn(Fixture.pages(331, 467), radius: 60)
    let renderer = try await Fixture.cpu()
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      return try await renderer.frame(turn, at: .progress(0.5))
    }
    task.cancel()
    do {
      _ = try await task.value
      Issue.record("a cancelled frame came all the same")
    } catch {
      #expect((error as? RenderError)?.code == .cancelled)
    }
  }

  @Test func autoNeverFallsToSoftwareOpenGL() async throws {
    let renderer = try await Renderer(.auto)
    #expect(!renderer.info.isSoftware)
    if renderer.info.backend == .cpu { #expect(!renderer.info.trail.isEmpty) }
    await renderer.shutDown()
  }

  @Test func hardwareIsDemandedOrRefused() async throws {
    await #expect(throws: RenderError.self) { _ = try await Renderer(.cpu, requiresHardware: true) }
    do {
      let renderer = try await Renderer(.gpu, requiresHardware: true)
      #expect(!renderer.info.isSoftware)
      await renderer.shutDown()
    } catch {
      #expect(error.code == .device)
    }
  }

  private static func count(_ folder: String) -> Int {
    guard let directory = unsafe opendir("/proc/self/\(folder)") else { return 0 }
    defer { unsafe closedir(directory) }
    var count = 0
    while unsafe readdir(directory) != nil { count += 1 }
    return count
  }

  private static func residentBytes() -> Int {
    guard let file = unsafe fopen("/proc/self/statm", "r") else { return 0 }
    defer { unsafe fclose(file) }
    var line = [CChar](repeating: 0, count: 128)
    guard unsafe fgets(&line, 128, file) != nil else { return 0 }
    let bytes = line.prefix { $0 != 0 }.map { UInt8(truncatingIfNeeded: $0) }
    let text = String(decoding: bytes, as: UTF8.self)
    return (Int(text.split(separator: " ").dropFirst().first ?? "0") ?? 0) * 4096
  }
}
