import GLES
import Testing

extension GLESTests {
  @Suite struct TimerQueries {
    /// A context that can time its commands, or a skip that says which can't.
    private func openTimed() throws -> Context {
      let context = try openOrSkip(anyDevice)
      guard context.capabilities.timesCommands else {
        let renderer = context.capabilities.renderer
        context.close()
        try Test.cancel("\(renderer) has no timer queries")
      }
      return context
    }

    private func query(_ context: Context) throws -> TimerQuery {
      guard let query = TimerQuery(context) else {
        throw GLError(.glCall("none"), doing: "make a timer query")
      }
      return query
    }

    /// Begins a query, draws something slow many times, and ends it.
    private func measure(_ context: Context, _ count: Int) throws -> TimerQuery {
      let target = try Renderbuffer(context, format: .rgba8, width: 512, height: 512)
      let framebuffer = try Framebuffer(context, colors: [target.attachment])
      let program = try fullScreen(
        context,
        """
          vec2 z = gl_FragCoord.xy * 1e-4;
          for (int i = 0; i < 50; i++) z = sin(z.yx * 1.1) + cos(z) * 0.5;
          colour = vec4(z, 0.0, 1.0);
        """)
      let array = try VertexArray(context)
      framebuffer.bind()
      program.use()
      let query = try query(context)
      query.begin()
      for _ in 0..<count { context.draw(.triangles, array, count: 3) }
      query.end()
      return query
    }

    @Test func moreWorkTakesMoreTime() throws {
      let context = try openTimed()
      _ = try measure(context, 1).elapsed(until: soon())
      // 60 times the work: other load on the machine can't turn the order round.
      let one = try measure(context, 1).elapsed(until: soon())
      let many = try measure(context, 60).elapsed(until: soon())
      // Nil where the counter was disturbed.
      if let one, let many { #expect(one > .zero && many > one) }
      context.close()
    }

    @Test func aResultIsWaitedForNoLongerThanTheDeadline() throws {
      let context = try openTimed()
      let query = try measure(context, 40)
      if try Fence(context).isPassed() {
        try Test.cancel("\(context.capabilities.renderer) draws before it returns")
      }
      let late = #expect(throws: GLError.self) { _ = try query.elapsed(until: .now) }
      #expect(late?.kind == .deadlineExceeded)
      let cancelled = #expect(throws: GLError.self) {
        _ = try query.elapsed(until: soon(), isCancelled: { true })
      }
      #expect(cancelled?.kind == .cancelled)
      _ = try query.elapsed(until: soon())
      context.close()
    }

    @Test func aQueryThatNeverBeganSaysSo() throws {
      let context = try openTimed()
      let query = try query(context)
      let error = #expect(throws: GLError.self) { _ = try query.elapsed(until: soon()) }
      #expect(error?.kind == .glCall("GL_INVALID_OPERATION"))
      context.close()
    }

    @Test func queriesGoWithTheirValues() throws {
      let context = try openTimed()
      let name = try usedName(context)
      #expect(!context.has(.query, name))
      context.close()
    }

    private func usedName(_ context: Context) throws -> UInt32 {
      let query = try measure(context, 1)
      let name = query.name
      #expect(context.has(.query, name))
      return name
    }
  }
}
