import CGLES

/// Shape that a sequence of vertices forms.
package enum Primitive: Sendable {
  case triangles
  case triangleStrip

  fileprivate var token: GLenum {
    switch self {
    case .triangles: GLenum(GL_TRIANGLES)
    case .triangleStrip: GLenum(GL_TRIANGLE_STRIP)
    }
  }
}

/// How fragments combine with the target.
package enum Blending: Sendable {
  /// Replaces the target.
  case replace
  /// Composites over the target, with premultiplied colours.
  case over
  /// Multiplies the target, channel by channel.
  case multiply
}

extension Context {
  /// Sets the blending of later draws (glBlendFunc).
  package func blend(_ blending: Blending) {
    switch blending {
    case .replace where capabilities.isSoftware:
      // llvmpipe compiles a program twice for draws without blending: for whole tiles, and for
      // tiles at edges. This blending does the same with one compilation.
      cgles_glEnable(GLenum(GL_BLEND))
      cgles_glBlendFunc(GLenum(GL_ONE), GLenum(GL_ZERO))
    case .replace: cgles_glDisable(GLenum(GL_BLEND))
    case .over:
      cgles_glEnable(GLenum(GL_BLEND))
      cgles_glBlendFunc(GLenum(GL_ONE), GLenum(GL_ONE_MINUS_SRC_ALPHA))
    case .multiply:
      cgles_glEnable(GLenum(GL_BLEND))
      cgles_glBlendFunc(GLenum(GL_ZERO), GLenum(GL_SRC_COLOR))
    }
  }

  /// Limits clears and draws to a rectangle; nil removes the limit (glScissor).
  package func scissor(_ region: PixelRegion?) {
    guard let region else {
      cgles_glDisable(GL.scissorTest)
      return
    }
    cgles_glEnable(GL.scissorTest)
    cgles_glScissor(
      GLint(region.x), GLint(region.y), GLsizei(region.width), GLsizei(region.height))
  }

  /// Sets the depth of later draws, 0…1, for a framebuffer with depth (glDepthRangef).
  ///
  /// Of two fragments of a pixel the one with less depth stays, or the first of equal ones; nil ends
  /// that. Fragments behind what is drawn already cost nothing, so draw the nearest first.
  package func depth(_ depth: Float?) {
    guard let depth else { return cgles_glDisable(GL.depthTest) }
    cgles_glEnable(GL.depthTest)
    cgles_glDepthRangef(depth, depth)
  }

  /// Draws vertices in order (glDrawArrays).
  ///
  /// The next `checkErrors` reports errors.
  package func draw(
    _ primitive: Primitive, _ array: borrowing VertexArray, first: Int = 0, count: Int
  ) {
    cgles_glBindVertexArray(array.handle.name)
    cgles_glDrawArrays(primitive.token, GLint(first), GLsizei(count))
  }
}
