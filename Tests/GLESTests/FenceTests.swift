import GLES
import Testing

extension GLESTests {
  @Suite struct Fences {
    @Test func aPassedFenceIsPassedHoweverLate() throws {
      let context = try openOrSkip(anyDevice)
      let fence = try Fence(context)
      try fence.wait(until: soon())
      #expect(try fence.isPassed())
      try fence.wait(until: .now - .seconds(1), isCancelled: { true })
      context.close()
    }

    @Test func waitingEndsAtTheDeadlineOrWhenCancelled() throws {
      let context = try openOrSkip(anyDevice)
      let target = try Renderbuffer(context, format: .rgba8, width: 1024, height: 1024)
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
      // As many as take half a second, be the device slow or fast.
      context.draw(.triangles, array, count: 3)
      try Fence(context).wait(until: soon())
      let duration = try ContinuousClock().measure {
        context.draw(.triangles, array, count: 3)
        try Fence(context).wait(until: soon())
      }
      for _ in 0..<min(10_000, max(1, Int(.milliseconds(500) / duration))) {
        context.draw(.triangles, array, count: 3)
      }
      let fence = try Fence(context)
      if try fence.isPassed() {
        try Test.cancel("\(context.capabilities.renderer) draws before it returns")
      }
      var polls = 0
      let late = #expect(throws: GLError.self) { try fence.wait(until: .now + .milliseconds(1)) }
      #expect(late?.kind == .deadlineExceeded)
      let cancelled = #expect(throws: GLError.self) {
        try fence.wait(until: soon()) {
          polls += 1
          return polls == 2
        }
      }
      #expect(cancelled?.kind == .cancelled)
      var read = [UInt8](repeating: 0, count: 4)
      let unread = #expect(throws: GLError.self) {
        var span = read.mutableSpan
        try framebuffer.read(
          region: PixelRegion(width: 1, height: 1), into: &span, deadline: .now)
      }
      #expect(unread?.kind == .deadlineExceeded)
      #expect(read == [0, 0, 0, 0])
      try fence.wait(until: soon())
      context.close()
    }

    @Test func aFenceOfALostContextSaysSo() throws {
      let context = try openOrSkip(anyDevice)
      let fence = try Fence(context)
      context.markLost()
      let error = #expect(throws: GLError.self) { try fence.wait(until: soon()) }
      #expect(error?.kind == .contextLost(.unknown))
      context.close()
    }
  }
}
