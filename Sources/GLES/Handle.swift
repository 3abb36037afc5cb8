import CGLES

/// Kinds of GL objects with names.
package enum HandleKind: String, Sendable, CaseIterable {
  case texture
  case renderbuffer
  case framebuffer
  case buffer
  case vertexArray
  case query
  case shader
  case program
}

/// A GL name, deleted with the value that owns it; GL thread only.
///
/// If the context is lost, closed or not current, the name is dropped without a GL call: the
/// context frees the name with its other objects.
struct Handle: ~Copyable {
  let context: Context
  let kind: HandleKind
  let name: GLuint

  /// Creates a new name (glGen… or glCreateProgram).
  init(_ context: Context, _ kind: HandleKind) {
    precondition(context.isCurrent, "GL is used off its thread, or its context isn't current")
    self.init(context, kind, name: Self.fresh(kind))
  }

  /// Takes over an existing name.
  init(_ context: Context, _ kind: HandleKind, name: GLuint) {
    self.context = context
    self.kind = kind
    self.name = name
  }

  deinit {
    guard context.isAlive, context.isCurrent else { return }
    var name = name
    switch kind {
    case .texture: unsafe cgles_glDeleteTextures(1, &name)
    case .renderbuffer: unsafe cgles_glDeleteRenderbuffers(1, &name)
    case .framebuffer: unsafe cgles_glDeleteFramebuffers(1, &name)
    case .buffer: unsafe cgles_glDeleteBuffers(1, &name)
    case .vertexArray: unsafe cgles_glDeleteVertexArrays(1, &name)
    case .query: unsafe cgles_glDeleteQueriesEXT(1, &name)
    case .shader: cgles_glDeleteShader(name)
    case .program: cgles_glDeleteProgram(name)
    }
  }

  private static func fresh(_ kind: HandleKind) -> GLuint {
    var name: GLuint = 0
    switch kind {
    case .texture: unsafe cgles_glGenTextures(1, &name)
    case .renderbuffer: unsafe cgles_glGenRenderbuffers(1, &name)
    case .framebuffer: unsafe cgles_glGenFramebuffers(1, &name)
    case .buffer: unsafe cgles_glGenBuffers(1, &name)
    case .vertexArray: unsafe cgles_glGenVertexArrays(1, &name)
    case .query: unsafe cgles_glGenQueriesEXT(1, &name)
    case .program: name = cgles_glCreateProgram()
    case .shader: preconditionFailure("a shader is made for a stage")
    }
    return name
  }
}
