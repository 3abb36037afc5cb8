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

    /// What it may depend on.
    var mayNeed: SheetNeeds {
      switch self {
      case .base: .ofPlane
      case .front: SheetNeeds.all.subtracting(.fade)
      case .back: .all
      }
    }
  }

  var piece: Piece
  var output: FrameOutput
  var needs: SheetNeeds
  var back: CurlFrame.Back
  var base: Base
  var hasBackgroundPicture: Bool

  init(
    _ frame: CurlFrame, _ piece: Piece, _ pictures: FramePictures, _ output: FrameOutput
  ) {
    self.piece = piece
    self.output = output
    needs = SheetNeeds(frame, pictures).intersection(piece.mayNeed)
    back = piece == .back ? frame.back : .mirrored
    base = frame.base
    hasBackgroundPicture = frame.hasBackgroundPicture
  }

  /// What it is compiled with.
  var defines: [ShaderDefine] {
    var names = [piece.rawValue]
    if output == .colour16 { names.append("DEEP") }
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
    names += needs.defines
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
    for (unit, name) in PictureUnit.allCases.enumerated() {
      _ = program.setSampler(name.rawValue, unit: unit)
    }
    return program
  }
}

/// The samplers of the shaders, in the order of their texture units.
enum PictureUnit: String, CaseIterable {
  case frontPicture, nextPicture, backPicture, backgroundPicture

  func picture(_ pictures: FramePictures) -> PreparedPicture? {
    switch self {
    case .frontPicture: pictures.front
    case .nextPicture: pictures.next
    case .backPicture: pictures.back
    case .backgroundPicture: pictures.background
    }
  }
}

extension ShaderSource {
  var chunk: ShaderChunk { ShaderChunk(name: rawValue, text: text) }
}
