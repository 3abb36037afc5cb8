/// A named piece of GLSL text without `#version`; a shader consists of one or more chunks.
package struct ShaderChunk: Sendable, Equatable {
  /// Name in errors, such as "page.frag".
  package let name: String
  package let text: String

  package init(name: String, text: String) {
    self.name = name
    self.text = text
  }

  /// A chunk from UTF-8, the encoding of embedded resources.
  package init(name: String, utf8: [UInt8]) {
    self.init(name: name, text: String(decoding: utf8, as: UTF8.self))
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
