import GLES
import Testing

extension GLESTests {
  @Suite struct ShaderErrors {
    @Test func aCompileErrorNamesChunkLineAndSource() throws {
      let context = try openOrSkip(anyDevice)
      let error = #expect(throws: GLError.self) {
        _ = try fullScreen(context, "  colour = vec4(1.0);\n  colour = undeclared_thing;")
      }
      let text = error?.description ?? ""
      #expect(error?.kind == .shaderFailed)
      #expect(text.contains("body.frag:4:"), "\(text)")
      #expect(text.contains("\n    colour = undeclared_thing;\n"), "\(text)")
      #expect(text.hasSuffix("\n             ^"), "\(text)")
      #expect(text.contains("head.glsl + body.frag"))
      context.close()
    }

    @Test func aLinkErrorNamesTheProgram() throws {
      let context = try openOrSkip(anyDevice)
      let error = #expect(throws: GLError.self) {
        _ = try Program(
          context, label: "mismatch",
          vertex: [
            ShaderChunk(
              name: "a.vert", text: "out float v;\nvoid main() { v = 1.0; gl_Position = vec4(v); }")
          ],
          fragment: [
            ShaderChunk(
              name: "a.frag",
              text: "precision highp float;\nin vec3 v;\nout vec3 c;\nvoid main() { c = v; }")
          ])
      }
      #expect(error?.kind == .shaderFailed)
      #expect(error?.doing == "link program mismatch")
      #expect(error?.detail.isEmpty == false)
      context.close()
    }

    @Test(arguments: [
      "0:6(7): error: `foo' undeclared",
      "0:6(6): error: `foo' undeclared",
      "0(6) : error C1008: undefined variable \"foo\"",
      "ERROR: 0:6: 'foo' : undeclared identifier",
    ])
    func theLogsOfAllDriversPointAtTheWord(_ log: String) {
      let chunks = [
        ShaderChunk(name: "one", text: "a\nb\nc"),
        ShaderChunk(name: "two", text: "a\nb\nx = y foo;"),
      ]
      let lines = ShaderLog(text: log, chunks: chunks).annotated.split(separator: "\n")
      #expect(lines.count == 3)
      #expect(lines.first?.hasPrefix("two:3:7: ") == true, "\(lines)")
      #expect(lines.dropFirst().first == "  x = y foo;")
      #expect(lines.last == "        ^")
    }

    @Test func wordsWithoutAPlaceStayAsTheyAre() {
      let chunks = [ShaderChunk(name: "one", text: "a")]
      for log in ["", "0:0(1): error: no such line", "0:99(1): error: x", "link failed", "1:("] {
        #expect(!ShaderLog(text: log, chunks: chunks).annotated.isEmpty)
      }
      #expect(ShaderLog(text: "link failed", chunks: chunks).annotated == "link failed")
    }
  }
}
