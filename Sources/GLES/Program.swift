import CGLES

/// A linked program of a vertex and a fragment shader.
///
/// GL thread only; deleted with the value (glDeleteProgram).
package struct Program: ~Copyable {
  /// Name in errors.
  package let label: String
  /// Whether the program came from the context's cache.
  package let isFromCache: Bool
  let handle: Handle

  /// GL's name of the program, for tests.
  package var name: UInt32 { handle.name }

  /// Compiles and links a program, or loads it from the context's cache.
  ///
  /// Each stage's source is `#version 300 es`, the defines, then its chunks in order.
  ///
  /// - Throws: `shaderFailed`; its detail is the info log with chunk, line, source and caret.
  package init(
    _ context: Context, label: String, vertex: [ShaderChunk], fragment: [ShaderChunk],
    defines: [ShaderDefine] = []
  ) throws(GLError) {
    let stages = [
      Stage(kind: GL_VERTEX_SHADER, chunks: vertex),
      Stage(kind: GL_FRAGMENT_SHADER, chunks: fragment),
    ]
    let texts = stages.map { $0.source(defines) }
    let cache = context.keepsPrograms ? context.programCache : nil
    let key = cache.map { _ in ProgramKey(context.capabilities, source: texts.flatMap(\.self)) }
    self.label = label
    if let cache, let key, let handle = Self.load(context, cache, key) {
      self.handle = handle
      isFromCache = true
      return
    }
    isFromCache = false
    let handle = try Self.link(context, label, stages, texts, isKept: cache != nil)
    if let cache, let key, let binary = ProgramBinary(of: handle.name) { cache.store(binary, key) }
    self.handle = handle
  }

  /// Loads the cached program; nil if the driver must compile the source.
  private static func load(_ context: Context, _ cache: ProgramFolder, _ key: ProgramKey) -> Handle?
  {
    guard let binary = cache.binary(key) else { return nil }
    let handle = Handle(context, .program)
    if binary.load(into: handle.name) { return handle }
    cache.remove(key)
    context.forgetMessages()
    return nil
  }

  private static func link(
    _ context: Context, _ label: String, _ stages: [Stage], _ texts: [[String]], isKept: Bool
  ) throws(GLError) -> Handle {
    let vertexShader = try compile(context, label, stages[0], texts[0])
    let fragmentShader = try compile(context, label, stages[1], texts[1])
    let handle = Handle(context, .program)
    if isKept {
      cgles_glProgramParameteri(
        handle.name, GLenum(GL_PROGRAM_BINARY_RETRIEVABLE_HINT), GL_TRUE)
    }
    cgles_glAttachShader(handle.name, vertexShader.name)
    cgles_glAttachShader(handle.name, fragmentShader.name)
    cgles_glLinkProgram(handle.name)
    cgles_glDetachShader(handle.name, vertexShader.name)
    cgles_glDetachShader(handle.name, fragmentShader.name)
    let isLinked = programValue(handle.name, GL.linkStatus) != 0
    try context.checkErrors(doing: "link program \(label)")
    guard isLinked else {
      let size = Int(programValue(handle.name, GL.infoLogLength))
      let log = unsafe infoLog(size) { unsafe cgles_glGetProgramInfoLog(handle.name, $0, $1, $2) }
      context.forgetMessages()
      throw GLError(
        .shaderFailed, doing: "link program \(label)",
        detail: log.isEmpty ? "no info log" : log)
    }
    return handle
  }

  /// Makes this the current program (glUseProgram).
  package func use() { cgles_glUseProgram(handle.name) }

  /// Connects a uniform block to a binding point (glUniformBlockBinding).
  ///
  /// - Returns: the block's size in the shader's layout, bytes; nil if no stage uses the block.
  @discardableResult
  package func bindUniformBlock(_ block: String, to binding: Int) -> Int? {
    let index = unsafe cgles_glGetUniformBlockIndex(handle.name, block)
    guard index != GL_INVALID_INDEX else { return nil }
    cgles_glUniformBlockBinding(handle.name, index, GLuint(binding))
    var size: GLint = 0
    unsafe cgles_glGetActiveUniformBlockiv(
      handle.name, index, GLenum(GL_UNIFORM_BLOCK_DATA_SIZE), &size)
    return Int(size)
  }

  /// Sets a sampler's texture unit; makes this program current.
  ///
  /// - Returns: whether the shader uses the name; the other setters return the same.
  @discardableResult
  package func setSampler(_ name: String, unit: Int) -> Bool { set(name, Int32(unit)) }

  /// Sets an int uniform; makes this program current (glUniform1i).
  @discardableResult
  package func set(_ name: String, _ value: Int32) -> Bool {
    with(name) { cgles_glUniform1i($0, value) }
  }

  /// Sets an ivec2 uniform; makes this program current (glUniform2i).
  @discardableResult
  package func set(_ name: String, _ value: SIMD2<Int32>) -> Bool {
    with(name) { cgles_glUniform2i($0, value.x, value.y) }
  }

  /// Sets a float uniform; makes this program current (glUniform1f).
  @discardableResult
  package func set(_ name: String, _ value: Float) -> Bool {
    with(name) { cgles_glUniform1f($0, value) }
  }

  /// Sets a vec2 uniform; makes this program current (glUniform2f).
  @discardableResult
  package func set(_ name: String, _ value: SIMD2<Float>) -> Bool {
    with(name) { cgles_glUniform2f($0, value.x, value.y) }
  }

  /// Sets a vec4 uniform; makes this program current (glUniform4f).
  @discardableResult
  package func set(_ name: String, _ value: SIMD4<Float>) -> Bool {
    with(name) { cgles_glUniform4f($0, value.x, value.y, value.z, value.w) }
  }

  private func with(_ name: String, _ body: (GLint) -> Void) -> Bool {
    let location = unsafe cgles_glGetUniformLocation(handle.name, name)
    guard location >= 0 else { return false }
    use()
    body(location)
    return true
  }

  /// The kind and the chunks of one of the two shaders.
  private struct Stage {
    let kind: Int32
    let chunks: [ShaderChunk]

    /// The strings for the compiler.
    func source(_ defines: [ShaderDefine]) -> [String] {
      let head = defines.map { "#define \($0.name) \($0.value)\n" }.joined()
      var strings = ["#version 300 es\n" + head]
      for (index, line) in ShaderLog.firstLines(of: chunks).enumerated() {
        strings.append("#line \(line) \(index + 1)\n")
        strings.append(chunks[index].text + "\n")
      }
      return strings
    }
  }

  private static func compile(
    _ context: Context, _ label: String, _ stage: Stage, _ strings: [String]
  ) throws(GLError) -> Handle {
    precondition(context.isCurrent, "GL is used off its thread, or its context isn't current")
    let shader = Handle(context, .shader, name: cgles_glCreateShader(GLenum(stage.kind)))
    setSource(shader.name, strings)
    cgles_glCompileShader(shader.name)
    let isCompiled = shaderValue(shader.name, GL.compileStatus) != 0
    let names = stage.chunks.map(\.name).joined(separator: " + ")
    let doing = "compile \(names) of program \(label)"
    try context.checkErrors(doing: doing)
    guard isCompiled else {
      let size = Int(shaderValue(shader.name, GL.infoLogLength))
      let log = unsafe infoLog(size) { unsafe cgles_glGetShaderInfoLog(shader.name, $0, $1, $2) }
      context.forgetMessages()
      throw GLError(
        .shaderFailed, doing: doing, detail: ShaderLog(text: log, chunks: stage.chunks).annotated)
    }
    return shader
  }
}

/// Sets a shader's source; the strings are passed as pointers into one block of bytes.
private func setSource(_ shader: GLuint, _ strings: [String]) {
  var bytes: [CChar] = []
  var offsets: [Int] = []
  for string in strings {
    offsets.append(bytes.count)
    bytes += string.utf8.map { CChar(truncatingIfNeeded: $0) }
  }
  let lengths = strings.map { GLint($0.utf8.count) }
  unsafe bytes.withUnsafeBufferPointer { block in
    let starts = unsafe offsets.map { unsafe block.baseAddress?.advanced(by: $0) }
    unsafe cgles_glShaderSource(shader, GLsizei(starts.count), starts, lengths)
  }
}

private func shaderValue(_ shader: GLuint, _ name: GLenum) -> GLint {
  var value: GLint = 0
  unsafe cgles_glGetShaderiv(shader, name, &value)
  return value
}

private func programValue(_ program: GLuint, _ name: GLenum) -> GLint {
  var value: GLint = 0
  unsafe cgles_glGetProgramiv(program, name, &value)
  return value
}

private func infoLog(
  _ size: Int,
  _ get: (GLsizei, UnsafeMutablePointer<GLsizei>?, UnsafeMutablePointer<GLchar>?) -> Void
) -> String {
  var text = [GLchar](repeating: 0, count: max(1, size))
  unsafe get(GLsizei(text.count), nil, &text)
  return String(
    decoding: text.prefix { $0 != 0 }.map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self)
}
