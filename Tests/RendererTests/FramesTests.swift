import CurlCore
import CurlGL
import PageCurl
import TestSupport
import Testing

/// A turn's frames as an asynchronous sequence.
@Suite struct FramesTests {
  @Test(arguments: [0, 1, 5]) func framesComeInOrderAndAreTheFramesAskedForOneByOne(ahead: Int)
    async throws
  {
    let turn = try Fixture.turn(Fixture.pages(40, 57), radius: 8)
    for renderer in try await Fixture.all() {
      var indices: [Int] = []
      for try await frame in renderer.frames(turn, count: 7, ahead: ahead) {
        indices.append(frame.index)
        #expect(frame.moment == .progress(Double(frame.index) / 6))
        let alone = try await renderer.frame(turn, at: frame.moment)
        #expect(frame.pixmap == alone)
      }
      #expect(indices == Array(0..<7))
    }
  }

  @Test(arguments: [0, 2]) func aSlowConsumerHoldsTheDrawingBack(ahead: Int) async throws {
    let turn = try Fixture.turn(Fixture.pages(40, 57), radius: 8)
    let renderer = try await Fixture.cpu()
    var iterator = renderer.frames(turn, count: 12, ahead: ahead).makeAsyncIterator()
    #expect(iterator.lookahead.started == 0)
    for taken in 1...12 {
      let frame = try await iterator.next()
      #expect(frame?.index == taken - 1)
      #expect(iterator.lookahead.started == min(taken + ahead, 12))
    }
    #expect(try await iterator.next() == nil)
    #expect(try await iterator.next() == nil)
  }

  @Test func aFailedFrameThrowsInItsPlaceAndEndsTheSequence() async throws {
    let turn = try Fixture.turn(Fixture.pages(40, 57), radius: 8)
    let renderer = try await Fixture.cpu()
    let moments: [Moment] = [.progress(0), .progress(0.5), .time(.nan), .progress(1)]
    var iterator = renderer.frames(turn, at: moments, ahead: 3).makeAsyncIterator()
    #expect(try await iterator.next()?.index == 0)
    #expect(try await iterator.next()?.index == 1)
    do throws(RenderError) {
      _ = try await iterator.next()
      Issue.record("a moment that is no number was drawn")
    } catch {
      #expect(error.code == .parameter)
    }
    #expect(try await iterator.next() == nil)
  }

  @Test func cancellingTheConsumerCancelsTheDrawing() async throws {
    let turn = try Fixture.turn(Fixture.pages(331, 467), radius: 60)
    for renderer in try await Fixture.all() {
      let (started, begin) = AsyncStream.makeStream(of: Void.self)
      let task = Task { () -> RenderError.Code? in
        do throws(RenderError) {
          for try await _ in renderer.frames(turn, count: 10_000) { begin.yield() }
          return nil
        } catch {
          return error.code
        }
      }
      for await _ in started { break }
      task.cancel()
      #expect(await task.value == .cancelled)
    }
  }

  @Test func aSlowConsumerThatIsCancelledGetsNoMoreFrames() async throws {
    let turn = try Fixture.turn(Fixture.pages(40, 57), radius: 8)
    let renderer = try await Fixture.cpu()
    let (started, begin) = AsyncStream.makeStream(of: Void.self)
    let task = Task { () -> (RenderError.Code?, begun: Int) in
      var iterator = renderer.frames(turn, count: 50, ahead: 3).makeAsyncIterator()
      _ = try await iterator.next()
      begin.yield()
      // Meanwhile frames are drawn ahead, and wait.
      while !Task.isCancelled { await Task.yield() }
      do throws(RenderError) {
        _ = try await iterator.next()
        return (nil, iterator.lookahead.started)
      } catch {
        #expect(try await iterator.next() == nil)
        return (error.code, iterator.lookahead.started)
      }
    }
    for await _ in started { break }
    task.cancel()
    let (code, begun) = try await task.value
    #expect(code == .cancelled)
    #expect(begun == 4)
  }

  @Test func twoCopiesOfAnIteratorShareTheFramesAmongThem() async throws {
    let turn = try Fixture.turn(Fixture.pages(40, 57), radius: 8)
    let renderer = try await Fixture.cpu()
    var indices: [Int] = []
    var first = renderer.frames(turn, count: 6, ahead: .max).makeAsyncIterator()
    var second = first
    while let frame = try await first.next() {
      let alone = try await renderer.frame(turn, at: frame.moment)
      #expect(frame.pixmap == alone)
      indices.append(frame.index)
      if let other = try await second.next() { indices.append(other.index) }
    }
    #expect(indices == Array(0..<6))
  }

  /// How frames come back is set here: which way is the fastest depends on what else runs.
  @Test(arguments: [ReadbackPlan.Method.direct, .ring(framesPerRead: 1)])
  func aPageIsUploadedOnceForAllItsFramesAndTurns(method: ReadbackPlan.Method) async throws {
    _ = try await Fixture.gpu()
    let renderer = try await Renderer(.gpu)
    let gl = try #require(renderer.gl)
    try await gl.keep(to: method, width: 40, height: 57)
    let page = Page(TestPages.page(.front, width: 40, height: 57))
    let next = Page(TestPages.page(.next, width: 40, height: 57))
    func turn(_ pages: Pages, grain: Double) throws -> PageTurn {
      try Fixture.turn(pages, radius: 8) { $0.look.grain = grain }
    }
    let there = try turn(Pages(front: page, next: next), grain: 0)
    let back = try turn(Pages(front: next, next: page), grain: 0)
    for try await _ in renderer.frames(there, count: 5) {}
    let textures = try await gl.pageTextures()
    #expect(textures.count == 2)
    for turn in [back, there, back] {
      for try await _ in renderer.frames(turn, count: 5) {}
    }
    #expect(try await gl.pageTextures() == textures)
    // The paper of a back is uploaded once, too, as long as its leaf turns.
    let rough = try turn(Pages(front: page, next: next), grain: 0.1)
    for try await _ in renderer.frames(rough, count: 5) {}
    let withPaper = try await gl.pageTextures()
    #expect(withPaper.count == 3)
    for try await _ in renderer.frames(rough, count: 5) {}
    #expect(try await gl.pageTextures() == withPaper)
    await renderer.shutDown()
  }

  @Test func aPageInSeveralTurnsIsPreparedOnce() throws {
    let page = Page(TestPages.page(.front, width: 40, height: 57))
    let next = Page(TestPages.page(.next, width: 40, height: 57))
    let there = try Pages(front: page, next: next)
    let back = try Pages(front: next, next: page, fit: .cover)
    #expect(there.pictures.front === back.pictures.next)
    #expect(there.pictures.next === back.pictures.front)
    // One of another size is fitted, and so a new one.
    let large = Page(TestPages.page(.back, width: 80, height: 114))
    let fitted = try Pages(front: page, next: large, fit: .contain)
    #expect(fitted.next !== large && fitted.next.size == page.size)
  }
}
