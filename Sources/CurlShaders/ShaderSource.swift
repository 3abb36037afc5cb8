internal import CShaders

/// The GLSL sources, by file name.
///
/// A shader is a list of `#define`s, then its chunks in the order of `vertexChunks` or
/// `fragmentChunks`, then its own; no chunk compiles alone.
package enum ShaderSource: String, CaseIterable, Sendable {
  case frame = "Frame.glsl"
  case surface = "Surface.glsl"
  case filter = "Filter.glsl"
  case noise = "Noise.glsl"
  case colour = "Colour.glsl"
  case light = "Light.glsl"
  case key = "Key.glsl"
  case taps = "Taps.glsl"
  case shade = "Shade.glsl"
  case sheet = "Sheet.glsl"
  case section = "Section.glsl"
  case precision = "Precision.glsl"
  case sheetVertex = "sheet.vert"
  case canvasVertex = "canvas.vert"
  case pageFragment = "page.frag"
  case aovFragment = "aov.frag"
  case plate = "Plate.glsl"
  case layerFragment = "layer.frag"
  case lightFragment = "light.frag"
  case resolveFragment = "resolve.frag"
  case packFragment = "pack.frag"

  /// The file's text.
  package var text: String {
    guard let text = unsafe cshaders_text(rawValue) else {
      preconditionFailure("\(rawValue) is not embedded: add it to shaders.c")
    }
    return unsafe String(cString: text)
  }

  /// Chunks at the start of every vertex shader of the sheet.
  package static let vertexChunks: [ShaderSource] = [.precision, .frame, .surface]
  /// Chunks at the start of every fragment shader.
  package static let fragmentChunks: [ShaderSource] = [
    .precision, .frame, .surface, .filter, .noise, .colour, .light, .taps, .key, .shade,
    .sheet,
  ]
}
