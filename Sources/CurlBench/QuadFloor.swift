internal import CurlCore
internal import GLES
internal import PageCurl

/// The least work of OpenGL for a frame: draw a textured quad, or clear, and read back.
///
/// Runs on its own thread and in its own context, of the same kind as the pages' context.
actor QuadFloor {
  private let thread: RenderThread
  private let request: DeviceRequest
  private var stage: QuadStage?

  nonisolated var unownedExecutor: UnownedSerialExecutor { thread.executor }

  init(_ plan: BenchPlan) throws(GLError) {
    thread = try RenderThread()
    request = plan.device.request(needsHardware: plan.requiresHardware)
  }

  /// Sets the picture on the quad and the frame's size.
  func begin(_ picture: Pixmap) throws(GLError) {
    stage?.close()
    stage = nil
    stage = try QuadStage(request, picture)
  }

  /// Draws the quad or clears, reads back, and returns the time; nil before `begin`.
  func run(isQuad: Bool) throws(GLError) -> Lap? {
    try stage?.run(isQuad: isQuad)
  }

  func shutDown() {
    stage?.close()
    stage = nil
    thread.shutdown()
  }
}

/// The objects of the context; GL thread only.
private final class QuadStage {
  private let context: Context
  private let program: Program
  private let texture: Texture
  private let target: Renderbuffer
  private let framebuffer: Framebuffer
  private let triangle: VertexArray
  private var bytes: [UInt8]

  private static let deadline: Duration = .seconds(30)

  init(_ request: DeviceRequest, _ picture: Pixmap) throws(GLError) {
    let context = try Context.open(request)
    let (width, height) = (picture.width, picture.height)
    let texture = try Texture(
      context, format: .rgba8, width: width, height: height, filter: .linear)
    try texture.upload(picture.rgba8.span)
    let target = try Renderbuffer(context, format: .rgba8, width: width, height: height)
    let framebuffer = try Framebuffer(context, colors: [target.attachment])
    let program = try Program(
      context, label: "quad",
      vertex: [
        ShaderChunk(
          name: "quad.vert",
          text: """
            out highp vec2 place;
            void main() {
              vec2 corner = vec2(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0);
              place = corner * 0.5 + 0.5;
              gl_Position = vec4(corner, 0.0, 1.0);
            }
            """)
      ],
      // Offset by a quarter of a pixel, so that all four texels count.
      fragment: [
        ShaderChunk(
          name: "quad.frag",
          text: """
            precision highp float;
            uniform sampler2D picture;
            in highp vec2 place;
            out vec4 colour;
            void main() {
              colour = texture(picture, place + 0.25 / vec2(textureSize(picture, 0)));
            }
            """)
      ])
    program.setSampler("picture", unit: 0)
    let triangle = try VertexArray(context)
    bytes = [UInt8](repeating: 0, count: 4 * width * height)
    self.context = context
    self.program = program
    self.texture = texture
    self.target = target
    self.framebuffer = framebuffer
    self.triangle = triangle
  }

  func close() { context.close() }

  func run(isQuad: Bool) throws(GLError) -> Lap {
    // Moved out of the property, so that writing makes no copy.
    var pixels = exchange(&bytes, with: [])
    defer { bytes = pixels }
    let watch = Stopwatch()
    if isQuad {
      framebuffer.bind()
      program.use()
      texture.bind(unit: 0)
      context.draw(.triangles, triangle, count: 3)
    } else {
      framebuffer.clear(to: SIMD4(0, 0, 0, 1))
    }
    var span = pixels.mutableSpan
    try framebuffer.read(
      into: &span, deadline: .now + Self.deadline, isCancelled: { Task.isCancelled })
    return watch.lap
  }
}
