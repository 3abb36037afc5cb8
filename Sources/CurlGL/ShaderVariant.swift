internal import CurlCore
internal import CurlShaders
internal import GLES

/// The `#define`s of a half-turn frame's program; each kind of frame and each piece has its own.
struct ShaderVariant: ProgramRecipe {
  /// Part of a frame.
  enum Piece: String {
    case base = "BASE"
    case front = "FRONT"
    case back = "BACK"

    /// Where the piece lies over the others, 0…1; 1 is the lowest.
    var depth: Float {
      switch self {
      case .base: 0.75
      case .front: 0.5
      case .back: 0.25
      }
    }

    /// The needs that its program depends on.
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
    _ frame: CurlFrame, _ piece: Piece, _ needs: SheetNeeds, _ output: FrameOutput
  ) {
    self.piece = piece
    self.output = output
    self.needs = needs.intersection(piece.mayNeed)
    back = piece == .back ? frame.back : .mirrored
    base = frame.base
    hasBackgroundPicture = frame.hasBackgroundPicture
  }

  /// The program's `#define`s.
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

  /// Compiles and links the program; GL thread only.
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

  /// The uniform that says where the picture's texels lie.
  var texels: String {
    switch self {
    case .frontPicture: "frontTexels"
    case .nextPicture: "nextTexels"
    case .backPicture: "backTexels"
    case .backgroundPicture: "backgroundTexels"
    }
  }
}

extension ShaderSource {
  var chunk: ShaderChunk { ShaderChunk(name: rawValue, text: text) }
}
