internal import CurlCore
internal import CurlShaders
internal import GLES

/// Which `#define`s a program is compiled with: one program for each kind of frame and piece.
struct ShaderVariant: ProgramRecipe {
  /// Which part of a frame is drawn.
  enum Piece: String {
    case base = "BASE"
    case front = "FRONT"
    case back = "BACK"
  }

  var piece: Piece
  var output: FrameOutput
  var isLit: Bool
  var back: CurlFrame.Back
  var base: Base
  var hasBackgroundPicture: Bool
  /// Whether the shadow depends on the sheet's alpha.
  var hasSheetAlpha: Bool
  var hasKey: Bool
  var isThick: Bool
  /// Whether pages are read from stores.
  var isStored: Bool

  init(
    _ frame: CurlFrame, _ piece: Piece, _ pictures: FramePictures, _ output: FrameOutput
  ) {
    self.piece = piece
    self.output = output
    isLit = frame.isLit
    back = frame.back
    base = frame.base
    hasBackgroundPicture = frame.hasBackgroundPicture
    hasSheetAlpha = frame.isLit && !pictures.front.isOpaque
    hasKey = frame.hasKey
    isThick = frame.isThick
    isStored = frame.stores != nil && !pictures.isFullSize
  }

  private var defines: [ShaderDefine] {
    var names = [piece.rawValue]
    if output == .colour16 { names.append("DEEP") }
    if isLit { names.append("LIT") }
    switch back {
    case .mirrored: break
    case .picture: names.append("BACK_PICTURE")
    case .colour: names.append("BACK_COLOUR")
    }
    switch base {
    case .next: break
    case .shadow: names.append("BASE_SHADOW")
    case .nothing: names.append("BASE_NOTHING")
    }
    if hasBackgroundPicture { names.append("BACKGROUND_PICTURE") }
    if hasSheetAlpha { names.append("SHEET_ALPHA") }
    if hasKey { names.append("KEY") }
    if isThick { names.append("THICK") }
    if isStored { names.append("STORE") }
    return names.map { ShaderDefine($0) }
  }

  /// Compiles and links the variant; GL thread only.
  func program(_ context: Context) throws(GLError) -> Program {
    let vertex =
      piece == .base ? [.precision, .canvasVertex] : ShaderSource.vertexChunks + [.sheetVertex]
    let fragment =
      ShaderSource.fragmentChunks + [output == .geometry ? .aovFragment : .pageFragment]
    let program = try Program(
      context, label: "\(output == .geometry ? "geometry" : "page") \(piece.rawValue.lowercased())",
      vertex: vertex.map(\.chunk), fragment: fragment.map(\.chunk), defines: defines)
    _ = program.bindUniformBlock("Frame", to: 0)
    _ = program.bindUniformBlock("Pictures", to: UnitTexels.block)
    for (unit, name) in PictureUnit.allCases.enumerated() {
      _ = program.setSampler(name.rawValue, unit: unit)
    }
    return program
  }
}

extension ShaderSource {
  var chunk: ShaderChunk { ShaderChunk(name: rawValue, text: text) }
}
