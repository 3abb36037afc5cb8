/// The GLSL sources, by the names of their files.
///
/// A shader is its chunks in this order behind a list of `#define`s; none of them stands alone.
package enum ShaderSource: String, CaseIterable, Sendable {
  case frame = "Frame.glsl"
  case surface = "Surface.glsl"
  case filter = "Filter.glsl"
  case colour = "Colour.glsl"
  case light = "Light.glsl"
  case taps = "Taps.glsl"
  case sheet = "Sheet.glsl"
  case precision = "Precision.glsl"
  case sheetVertex = "sheet.vert"
  case canvasVertex = "canvas.vert"
  case pageFragment = "page.frag"
  case aovFragment = "aov.frag"

  /// The text, UTF-8.
  package var text: [UInt8] {
    switch self {
    case .frame: PackageResources.Frame_glsl
    case .surface: PackageResources.Surface_glsl
    case .filter: PackageResources.Filter_glsl
    case .colour: PackageResources.Colour_glsl
    case .light: PackageResources.Light_glsl
    case .taps: PackageResources.Taps_glsl
    case .sheet: PackageResources.Sheet_glsl
    case .precision: PackageResources.Precision_glsl
    case .sheetVertex: PackageResources.sheet_vert
    case .canvasVertex: PackageResources.canvas_vert
    case .pageFragment: PackageResources.page_frag
    case .aovFragment: PackageResources.aov_frag
    }
  }

  /// What every vertex shader of the sheet starts with.
  package static let vertexChunks: [ShaderSource] = [.precision, .frame, .surface]
  /// What every fragment shader starts with.
  package static let fragmentChunks: [ShaderSource] = [
    .precision, .frame, .surface, .filter, .colour, .light, .taps, .sheet,
  ]
}
