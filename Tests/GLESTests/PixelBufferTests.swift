import GLES
import Testing

extension GLESTests {
  @Suite struct PixelBuffers {
    @Test func severalTargetsComeBackThroughOneBuffer() throws {
      let context = try openOrSkip(anyDevice)
      let program = try fullScreen(
        context, "colour = vec4(floor(gl_FragCoord.xy), 7.0, 255.0) / 255.0;")
      let array = try VertexArray(context)
      let small = try Renderbuffer(context, format: .rgba8, width: 5, height: 3)
      let source = try Framebuffer(context, colors: [small.attachment])
      let large = try Renderbuffer(context, format: .rgba8, width: 5, height: 9)
      let atlas = try Framebuffer(context, colors: [large.attachment])
      let buffer = try PixelBuffer(context, byteCount: 4 * 5 * 9 + 8)
      #expect(context.has(.buffer, buffer.name))
      source.bind()
      program.use()
      context.draw(.triangles, array, count: 3)
      atlas.clear(to: .one)
      source.copy(to: atlas, row: 6)
      try buffer.read(atlas, rows: 9, at: 8)
      let fence = try Fence(context)
      try fence.wait(until: soon())
      // A plain read goes into the caller's memory, and not into the buffer.
      let direct = try pixels(atlas, zero: UInt8(0))
      let mapped = try buffer.withBytes(8..<188) { $0.array }
      #expect(mapped == direct)
      var expected: [UInt8] = []
      for i in 0..<15 { expected += [UInt8(i % 5), UInt8(i / 5), 7, 255] }
      #expect(Array(mapped[120...]) == expected)
      #expect(mapped[..<120].allSatisfy { $0 == 255 })
      context.close()
    }

    @Test(arguments: [FaultPlan.Fault.reset(.guilty), .silentReset(.guilty)])
    func bytesThatAResetSpoiledAreNotHandedOver(_ fault: FaultPlan.Fault) throws {
      let plan = FaultPlan()
      let context = try openOrSkip(DeviceRequest(policy: .any, faults: plan))
      let target = try Renderbuffer(context, format: .rgba8, width: 5, height: 3)
      let framebuffer = try Framebuffer(context, colors: [target.attachment])
      framebuffer.clear(to: .one)
      let buffer = try PixelBuffer(context, byteCount: 4 * 5 * 3)
      try buffer.read(framebuffer, rows: 3)
      try Fence(context).wait(until: soon())
      plan.add(fault)
      let error = #expect(throws: GLError.self) { _ = try buffer.withBytes(0..<60) { $0.array } }
      #expect(error?.kind == .contextLost(.guilty))
      #expect(!plan.clear() && !context.isAlive)
      context.close()
    }
  }
}
