import CGLES
import Glibc
import Testing

@testable import GLES

/// The suites run one after the other: some count what the whole process holds.
@Suite(.serialized) enum GLESTests {}

/// A request that every machine with Mesa can meet with the same result.
let anyDevice = DeviceRequest(policy: .any)

/// A context of a request, or a skip that says why this machine has none.
///
/// A platform may be listed and still fail where a vendor's driver has another platform: beside
/// hardware that is a skip too, beside Mesa's software alone it is a failure. Where
/// `GLCURL_TESTS_NEED_GL` is set, so is everything else beside that, but DRM nodes that aren't there.
func openOrSkip(_ request: DeviceRequest) throws -> Context {
  do {
    return try Context.open(request)
  } catch {
    var isSkip = [.libraryMissing, .noDevice, .deviceRefused].contains(error.kind)
    let isDemanded =
      unsafe getenv("GLCURL_TESTS_NEED_GL") != nil
      && (request.platform != .gbm || !(request.nodes ?? drmNodes()).isEmpty)
    if error.kind == .contextFailed || isDemanded {
      let other = try? Context.open()
      isSkip = isSkip && !isDemanded
      if let other { isSkip = !other.capabilities.isSoftware }
      other?.close()
    }
    guard isSkip else { throw error }
    try Test.cancel("\(error)")
  }
}

func soon() -> ContinuousClock.Instant { .now + .seconds(60) }

extension Fence {
  /// Whether the GPU has passed the point by now.
  func isPassed() throws(GLError) -> Bool {
    do throws(GLError) {
      try wait(until: .now)
      return true
    } catch {
      guard error.kind == .deadlineExceeded else { throw error }
      return false
    }
  }
}

extension Context {
  /// Whether GL has an object of a name (glIs…).
  func has(_ kind: HandleKind, _ name: UInt32) -> Bool {
    let answer =
      switch kind {
      case .texture: cgles_glIsTexture(name)
      case .renderbuffer: cgles_glIsRenderbuffer(name)
      case .framebuffer: cgles_glIsFramebuffer(name)
      case .buffer: cgles_glIsBuffer(name)
      case .vertexArray: cgles_glIsVertexArray(name)
      case .query: capabilities.timesCommands ? cgles_glIsQueryEXT(name) : 0
      case .shader: cgles_glIsShader(name)
      case .program: cgles_glIsProgram(name)
      }
    return answer != 0
  }
}

/// One triangle over the whole target, its fragment stage given as a body of main.
func fullScreen(
  _ context: Context, _ body: String, output: String = "vec4"
) throws(GLError) -> Program {
  try Program(
    context, label: "test",
    vertex: [
      ShaderChunk(
        name: "full.vert",
        text: """
          void main() {
            vec2 p = vec2(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0);
            gl_Position = vec4(p, 0.0, 1.0);
          }
          """)
    ],
    fragment: [
      ShaderChunk(name: "head.glsl", text: "precision highp float; precision highp int;"),
      ShaderChunk(name: "body.frag", text: "out \(output) colour;\nvoid main() {\n\(body)\n}"),
    ])
}

/// All four-component pixels of an attachment.
func pixels<Component: PixelComponent>(
  _ framebuffer: borrowing Framebuffer, _ index: Int = 0, zero: Component
) throws -> [Component] {
  var result = [Component](repeating: zero, count: framebuffer.width * framebuffer.height * 4)
  var span = result.mutableSpan
  try framebuffer.read(index, into: &span, deadline: soon())
  return result
}
