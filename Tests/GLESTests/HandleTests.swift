import GLES
import Testing

extension GLESTests {
  @Suite struct Handles {
    @Test func namesGoWithTheirValues() throws {
      let context = try openOrSkip(anyDevice)
      var names: [(HandleKind, UInt32)] = []
      try useAll(context, &names)
      #expect(names.count == 6)
      for (kind, name) in names { #expect(!context.has(kind, name), "\(kind) \(name)") }
      context.close()
    }

    @Test func aFailedProgramLeavesNoShader() throws {
      let context = try openOrSkip(anyDevice)
      let before = (1...64).filter { context.has(.shader, $0) || context.has(.program, $0) }
      #expect(throws: GLError.self) { _ = try fullScreen(context, "nonsense") }
      let after = (1...64).filter { context.has(.shader, $0) || context.has(.program, $0) }
      #expect(before == after)
      context.close()
    }

    @Test func handlesOfALostContextAreDroppedWithoutGL() throws {
      let context = try openOrSkip(anyDevice)
      let name = try loseWithTexture(context)
      #expect(!context.isAlive)
      #expect(context.has(.texture, name), "it was deleted though its context is dead")
      context.close()
    }

    @Test func handlesMayOutliveTheirContext() throws {
      let context = try openOrSkip(anyDevice)
      let texture = try Texture(context, format: .rgba8, width: 4, height: 4)
      context.close()
      #expect(texture.width == 4)
    }

    @Test func aTextureAboveTheLimitIsRefusedInWords() throws {
      let context = try openOrSkip(anyDevice)
      let size = context.capabilities.maxTextureSize + 1
      let error = #expect(throws: GLError.self) {
        _ = try Texture(context, format: .rgba8, width: size, height: 1)
      }
      #expect(error?.kind == .limitExceeded)
      #expect("\(error as Any)".contains("\(size) x 1"))
      context.close()
    }

    @Test func aGLErrorIsNamed() throws {
      let context = try openOrSkip(anyDevice)
      context.scissor(PixelRegion(width: -1, height: 1))
      let error = #expect(throws: GLError.self) { try context.checkErrors(doing: "set a scissor") }
      #expect(error?.kind == .glCall("GL_INVALID_VALUE"))
      #expect("\(error as Any)".contains("set a scissor"))
      #expect(throws: Never.self) { try context.checkErrors(doing: "go on") }
      context.close()
    }
  }
}

/// One of each kind, alive until the end of the function.
private func useAll(_ context: Context, _ names: inout [(HandleKind, UInt32)]) throws(GLError) {
  let texture = try Texture(context, format: .rgba8, width: 4, height: 4)
  let target = try Renderbuffer(context, format: .rgba8, width: 4, height: 4)
  let framebuffer = try Framebuffer(context, colors: [texture.attachment(), target.attachment])
  let corners: [Float] = [0, 0, 1, 0, 0, 1]
  let buffer = try Buffer(context, .vertex, corners.span)
  let array = try VertexArray(
    context, vertices: buffer, stride: 8,
    attributes: [VertexAttribute(location: 0, components: 2, offset: 0)])
  let program = try fullScreen(context, "colour = vec4(1.0);")
  names = [
    (.texture, texture.name), (.renderbuffer, target.name), (.framebuffer, framebuffer.name),
    (.buffer, buffer.name), (.vertexArray, array.name), (.program, program.name),
  ]
  for (kind, name) in names { #expect(context.has(kind, name), "\(kind) \(name)") }
}

private func loseWithTexture(_ context: Context) throws(GLError) -> UInt32 {
  let texture = try Texture(context, format: .rgba8, width: 4, height: 4)
  context.markLost()
  return texture.name
}
