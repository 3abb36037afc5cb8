/// A named piece of GLSL text without `#version`; a shader consists of one or more chunks.
package struct ShaderChunk: Sendable, Equatable {
  /// Name in errors, such as "page.frag".
  package let name: String
  package let text: String

  package init(name: String, text: String) {
    self.name = name
    self.text = text
  }

  /// The lines without their newlines; a final newline adds an empty line.
  var lines: [Substring] {
    text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
  }
}

/// A `#define` before all chunks.
package struct ShaderDefine: Sendable, Equatable {
  package let name: String
  package let value: String

  package init(_ name: String, _ value: String = "1") {
    self.name = name
    self.value = value
  }
}
