import CGLES

/// Kind of data in a buffer.
package enum BufferKind: String, Sendable {
  case vertex
  case uniform

  var target: GLenum {
    switch self {
    case .vertex: GL.arrayBuffer
    case .uniform: GL.uniformBuffer
    }
  }
}

/// How often a buffer changes; a hint for the driver.
package enum BufferUsage: String, Sendable {
  /// Written once (GL_STATIC_DRAW).
  case fixed
  /// Rewritten for every frame (GL_STREAM_DRAW).
  case streaming

  var token: GLenum {
    switch self {
    case .fixed: GLenum(GL_STATIC_DRAW)
    case .streaming: GLenum(GL_STREAM_DRAW)
    }
  }
}

/// Vertices or a uniform block in GPU memory.
///
/// GL thread only; deleted with the value (glDeleteBuffers).
package struct Buffer: ~Copyable {
  package let kind: BufferKind
  /// Size in bytes.
  package let byteCount: Int
  let handle: Handle

  /// GL's name of the buffer, for tests.
  package var name: UInt32 { handle.name }

  /// Allocates bytes with undefined contents (glBufferData).
  ///
  /// Unbinds any vertex array.
  ///
  /// - Throws: `outOfMemory`.
  package init(
    _ context: Context, _ kind: BufferKind, byteCount: Int, usage: BufferUsage = .fixed
  ) throws(GLError) {
    precondition(byteCount > 0, "a buffer has at least one byte")
    let handle = Handle(context, .buffer)
    // An index buffer's binding belongs to the bound vertex array, which must not change.
    cgles_glBindVertexArray(0)
    cgles_glBindBuffer(kind.target, handle.name)
    cgles_glBufferData(kind.target, byteCount, nil, usage.token)
    try context.checkErrors(doing: "allocate \(byteCount) bytes of \(kind.rawValue) buffer")
    self.handle = handle
    self.kind = kind
    self.byteCount = byteCount
  }

  /// Allocates a buffer and fills it with the bytes of elements.
  package init<Element: BitwiseCopyable>(
    _ context: Context, _ kind: BufferKind, _ elements: Span<Element>, usage: BufferUsage = .fixed
  ) throws(GLError) {
    let bytes = elements.count * MemoryLayout<Element>.stride
    let buffer = try Buffer(context, kind, byteCount: bytes, usage: usage)
    try buffer.upload(elements)
    self = buffer
  }

  /// Copies the bytes of elements to a byte offset (glBufferSubData).
  ///
  /// Unbinds any vertex array.
  package func upload<Element: BitwiseCopyable>(
    _ elements: Span<Element>, offset: Int = 0
  ) throws(GLError) {
    cgles_glBindVertexArray(0)
    cgles_glBindBuffer(kind.target, handle.name)
    unsafe elements.withUnsafeBytes { bytes in
      precondition(offset >= 0 && bytes.count <= byteCount - offset, "outside the buffer")
      unsafe cgles_glBufferSubData(kind.target, offset, bytes.count, bytes.baseAddress)
    }
    try handle.context.checkErrors(doing: "upload to a \(kind.rawValue) buffer")
  }

  /// Binds the whole buffer, or a range of bytes, to a binding point for uniform blocks
  /// (glBindBufferBase, glBindBufferRange).
  ///
  /// - Parameters:
  ///   - binding: the number given to `Program.bindUniformBlock`.
  ///   - range: bytes, from a multiple of `Capabilities.uniformBufferAlignment`; nil is the whole
  ///     buffer.
  package func bind(uniform binding: Int, range: Range<Int>? = nil) {
    precondition(kind == .uniform, "only a uniform buffer is bound to a block")
    if let range {
      cgles_glBindBufferRange(
        kind.target, GLuint(binding), handle.name, range.lowerBound, range.count)
    } else {
      cgles_glBindBufferBase(kind.target, GLuint(binding), handle.name)
    }
  }
}
