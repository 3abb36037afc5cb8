import GLES
import Testing

extension GLESTests {
  @Suite struct Drawing {
    @Test func integersGoThroughAShaderUnchanged() throws {
      let context = try openOrSkip(anyDevice)
      let values = (0..<(7 * 5 * 4)).map { UInt32(truncatingIfNeeded: $0 &* 0x9E37_79B9) }
      let source = try Texture(context, format: .rgba32ui, width: 7, height: 5)
      try source.upload(values.span)
      #expect(try texels(context, source) == values)
      context.close()
    }

    /// What a shader reads of a texture of whole numbers, four a texel.
    private func texels(_ context: Context, _ source: borrowing Texture) throws -> [UInt32] {
      let target = try Texture(
        context, format: .rgba32ui, width: source.width, height: source.height)
      let framebuffer = try Framebuffer(context, colors: [target.attachment()])
      let program = try Program(
        context, label: "copy", vertex: [fullVertex],
        fragment: [
          ShaderChunk(
            name: "copy.frag",
            text: """
              precision highp float;
              uniform highp usampler2D source;
              out uvec4 colour;
              void main() { colour = texelFetch(source, ivec2(gl_FragCoord.xy), 0); }
              """)
        ])
      let array = try VertexArray(context)
      expect(program.setSampler("source", unit: 3))
      source.bind(unit: 3)
      framebuffer.bind()
      context.draw(.triangles, array, count: 3)
      return try pixels(framebuffer, zero: UInt32(0))
    }

    @Test func floatsKeepTheirHalfPrecision() throws {
      let context = try openOrSkip(anyDevice)
      guard context.capabilities.drawsToFloat else {
        try Test.cancel("\(context.capabilities.renderer) doesn't draw to floats")
      }
      let values: [Float] = [0.5, -2, 1024, 0.0009765625]
      let texture = try Texture(context, format: .rgba16f, width: 1, height: 1)
      try texture.upload(values.span)
      let framebuffer = try Framebuffer(context, colors: [texture.attachment()])
      #expect(try pixels(framebuffer, zero: Float(0)) == values)
      context.close()
    }

    @Test func levelsAndRegionsLandWhereTheyShould() throws {
      let context = try openOrSkip(anyDevice)
      let texture = try Texture(context, format: .rgba8, width: 4, height: 4, levels: 3)
      try texture.upload([UInt8](repeating: 1, count: 64).span)
      let small = [UInt8](repeating: 2, count: 16)
      try texture.upload(small.span, level: 1)
      let region = PixelRegion(x: 1, y: 2, width: 2, height: 2)
      let square = (0..<16).map { UInt8($0 + 100) }
      try texture.upload(square.span, region: region)
      let framebuffer = try Framebuffer(context, colors: [texture.attachment()])
      var read = [UInt8](repeating: 0, count: 16)
      var span = read.mutableSpan
      try framebuffer.read(region: region, into: &span, deadline: soon())
      #expect(read == square)
      #expect(try pixels(framebuffer, zero: UInt8(0)).prefix(4) == [1, 1, 1, 1])
      let level = try Framebuffer(context, colors: [texture.attachment(level: 1)])
      #expect(try pixels(level, zero: UInt8(0)) == small)
      context.close()
    }

    @Test func twoAttachmentsAreDrawnAtOnceInsideTheScissor() throws {
      let context = try openOrSkip(anyDevice)
      let first = try Renderbuffer(context, format: .rgba8, width: 4, height: 2)
      let second = try Renderbuffer(context, format: .rgba32ui, width: 4, height: 2)
      let framebuffer = try Framebuffer(context, colors: [first.attachment, second.attachment])
      let program = try Program(
        context, label: "both", vertex: [cornerVertex],
        fragment: [
          ShaderChunk(
            name: "both.frag",
            text: """
              precision highp float;
              layout(std140) uniform Frame { vec4 tint; uvec4 number; };
              layout(location = 0) out vec4 colour;
              layout(location = 1) out uvec4 value;
              void main() { colour = tint * SCALE; value = number; }
              """)
        ], defines: [ShaderDefine("SCALE", "0.5")])
      expect(program.bindUniformBlock("Frame", to: 2) == 32)
      expect(program.bindUniformBlock("Missing", to: 3) == nil)
      let block: [SIMD4<UInt32>] = [
        SIMD4(Float(2).bitPattern, Float(0).bitPattern, Float(2).bitPattern, Float(2).bitPattern),
        SIMD4(1, 2, 3, 4_000_000_000),
      ]
      let zeros = [SIMD4<UInt32>](repeating: .zero, count: 2)
      let uniforms = try Buffer(context, .uniform, zeros.span, usage: .streaming)
      uniforms.bind(uniform: 2)
      let corners: [Float] = [-1, -1, 1, -1, -1, 1, 1, 1]
      let vertices = try Buffer(context, .vertex, corners.span)
      let array = try VertexArray(
        context, vertices: vertices, stride: 8,
        attributes: [VertexAttribute(location: 0, components: 2, offset: 0)])
      framebuffer.bind()
      program.use()
      context.draw(.triangleStrip, array, count: 4)
      try uniforms.upload(block.span)
      context.scissor(PixelRegion(x: 1, y: 0, width: 2, height: 1))
      context.draw(.triangleStrip, array, count: 4)
      context.scissor(nil)
      try context.checkErrors(doing: "draw")
      let colours = try pixels(framebuffer, 0, zero: UInt8(0))
      let values = try pixels(framebuffer, 1, zero: UInt32(0))
      for index in 0..<8 {
        let inside = index == 1 || index == 2
        #expect(
          Array(colours[index * 4..<index * 4 + 4])
            == (inside ? [255, 0, 255, 255] : [0, 0, 0, 0]))
        #expect(
          Array(values[index * 4..<index * 4 + 4])
            == (inside ? [1, 2, 3, 4_000_000_000] : [0, 0, 0, 0]))
      }
      context.close()
    }

    @Test func whatIsNearestStaysWhicheverIsDrawnFirst() throws {
      let context = try openOrSkip(anyDevice)
      let target = try Renderbuffer(context, format: .rgba8, width: 2, height: 1)
      let framebuffer = try Framebuffer(context, colors: [target.attachment], hasDepth: true)
      let array = try VertexArray(context)
      func draw(_ grey: UInt8, depth: Float?, _ region: PixelRegion? = nil) throws {
        context.depth(depth)
        context.scissor(region)
        try fullScreen(context, "  colour = vec4(\(grey).0 / 255.0);").use()
        context.draw(.triangles, array, count: 3)
        context.scissor(nil)
      }
      framebuffer.clearDepth()
      try draw(10, depth: 0.25, PixelRegion(width: 1, height: 1))
      try draw(20, depth: 0.5)
      try draw(30, depth: 0.5)
      try draw(40, depth: 0.75)
      #expect(try pixels(framebuffer, zero: UInt8(0)) == [10, 10, 10, 10, 20, 20, 20, 20])
      try draw(50, depth: nil, PixelRegion(x: 1, width: 1, height: 1))
      #expect(try pixels(framebuffer, zero: UInt8(0)) == [10, 10, 10, 10, 50, 50, 50, 50])
      framebuffer.clearDepth()
      try draw(60, depth: 0.75)
      context.depth(nil)
      #expect(try pixels(framebuffer, zero: UInt8(0)) == [UInt8](repeating: 60, count: 8))
      context.close()
    }

    @Test func uniformsAreSetByName() throws {
      let context = try openOrSkip(anyDevice)
      let target = try Renderbuffer(context, format: .rgba8, width: 1, height: 1)
      let framebuffer = try Framebuffer(context, colors: [target.attachment])
      let program = try Program(
        context, label: "uniforms", vertex: [fullVertex],
        fragment: [
          ShaderChunk(
            name: "uniforms.frag",
            text: """
              precision highp float;
              uniform float a; uniform vec2 b; uniform vec4 c; uniform int d; uniform ivec2 e;
              out vec4 colour;
              void main() { colour = vec4(a, b.y, c.w, float(d + e.y) / 255.0); }
              """)
        ])
      expect(program.set("a", Float(1)))
      expect(program.set("b", SIMD2<Float>(0, 0.2)))
      expect(program.set("c", SIMD4<Float>(0, 0, 0, 0.4)))
      expect(program.set("d", Int32(50)))
      expect(program.set("e", SIMD2<Int32>(0, 7)))
      expect(!program.set("absent", Float(1)))
      let array = try VertexArray(context)
      framebuffer.bind()
      program.use()
      context.draw(.triangles, array, count: 3)
      #expect(try pixels(framebuffer, zero: UInt8(0)) == [255, 51, 102, 57])
      context.close()
    }
  }
}

/// `#expect` itself can't call a method of a value that isn't copyable.
private func expect(_ answer: Bool, sourceLocation: SourceLocation = #_sourceLocation) {
  #expect(answer, sourceLocation: sourceLocation)
}

private let fullVertex = ShaderChunk(
  name: "full.vert",
  text: """
    void main() {
      vec2 p = vec2(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0);
      gl_Position = vec4(p, 0.0, 1.0);
    }
    """)

private let cornerVertex = ShaderChunk(
  name: "corner.vert",
  text: """
    layout(location = 0) in vec2 corner;
    void main() { gl_Position = vec4(corner, 0.0, 1.0); }
    """)
