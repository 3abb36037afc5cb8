import CGLES

/// A float attribute of a vertex: its offset, and the shader's `layout(location)`.
package struct VertexAttribute: Sendable, Equatable {
  /// Number in the shader's `layout(location = …)`.
  package let location: Int
  /// Number of floats, 1…4.
  package let components: Int
  /// Offset from the start of the vertex, bytes.
  package let offset: Int

  package init(location: Int, components: Int, offset: Int) {
    precondition((1...4).contains(components), "an attribute has 1 to 4 floats")
    self.location = location
    self.components = components
    self.offset = offset
  }
}

/// The layout of vertices in a buffer.
///
/// GL thread only; deleted with the value (glDeleteVertexArrays). The buffers must outlive the
/// array.
package struct VertexArray: ~Copyable {
  let handle: Handle

  /// GL's name of the vertex array, for tests.
  package var name: UInt32 { handle.name }

  /// An array without attributes: the shader computes its vertices from gl_VertexID.
  package init(_ context: Context) throws(GLError) {
    let handle = Handle(context, .vertexArray)
    cgles_glBindVertexArray(handle.name)
    try context.checkErrors(doing: "make a vertex array")
    self.handle = handle
  }

  /// An array of float attributes; `stride` is the bytes from one vertex to the next
  /// (glVertexAttribPointer).
  package init(
    _ context: Context, vertices: borrowing Buffer, stride: Int, attributes: [VertexAttribute]
  ) throws(GLError) {
    let array = try VertexArray(context)
    try array.set(vertices, stride, attributes)
    self = array
  }

  private func set(
    _ vertices: borrowing Buffer, _ stride: Int, _ attributes: [VertexAttribute]
  ) throws(GLError) {
    precondition(vertices.kind == .vertex, "vertices come from a vertex buffer")
    cgles_glBindBuffer(GL.arrayBuffer, vertices.handle.name)
    for attribute in attributes {
      cgles_glEnableVertexAttribArray(GLuint(attribute.location))
      unsafe cgles_glVertexAttribPointer(
        GLuint(attribute.location), GLint(attribute.components), GL.float, 0, GLsizei(stride),
        UnsafeRawPointer(bitPattern: attribute.offset))
    }
    try handle.context.checkErrors(doing: "lay out vertices")
  }
}
