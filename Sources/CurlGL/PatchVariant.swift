internal import CurlCore
internal import CurlShaders
internal import GLES

/// Which `#define`s the program of a kind of patches, or of their light, is compiled with.
struct PatchVariant: Hashable {
  /// What a program does.
  enum Task: Hashable {
    case patch(SheetPatches.Kind)
    /// Finds light at the places of the field.
    case field(FieldPart)
  }

  /// Which light a column of the field has.
  enum FieldPart: Hashable {
    case front, base, both
  }

  var task: Task
  var isLit = true
  var back = CurlFrame.Back.mirrored

  /// The program of a kind of patches.
  init(_ kind: SheetPatches.Kind, _ frame: CurlFrame) {
    task = .patch(kind)
    isLit = frame.isLit
    switch kind {
    case .page, .ground, .front, .lip, .bowl: break
    case .edge, .rim, .brim, .roll, .flap: back = frame.back
    }
  }

  /// The program that shows a page as it is, of the kind of patches that show it in shadow.
  init(page kind: SheetPatches.Kind) {
    task = .patch(kind)
    isLit = false
  }

  /// The program of a part of the field.
  init(field part: FieldPart) { task = .field(part) }

  private var defines: [ShaderDefine] {
    var names: [String] = []
    if isLit { names.append("LIT") }
    if case .patch(let kind) = task {
      names.append("BYTES")
      // Beside the roll, down to where it touches the page, and next to the sheet's outline light
      // changes too fast for the field.
      if isLit && kind != .ground && kind != .edge { names.append("FIELD") }
      switch kind {
      case .rim: names.append("PATCH_RIM")
      case .brim: names.append("PATCH_BRIM")
      case .lip: names += ["PATCH_BRIM", "INSIDE"]
      case .bowl: names += ["PATCH_ROLL", "INSIDE"]
      case .ground: names.append("PATCH_GROUND")
      case .page: names.append("PATCH_PAGE")
      case .front: names.append("PATCH_FRONT")
      case .edge: break
      case .roll: names.append("PATCH_ROLL")
      case .flap: names.append("PATCH_FLAP")
      }
      switch back {
      case .mirrored: break
      case .picture: names.append("BACK_PICTURE")
      case .colour: names.append("BACK_COLOUR")
      }
    }
    if case .field(.front) = task { names.append("FIELD_FRONT") }
    if case .field(.base) = task { names.append("FIELD_BASE") }
    return names.map { ShaderDefine($0) }
  }

  /// Compiles and links the variant; GL thread only.
  func program(_ context: Context) throws(GLError) -> Program {
    let fragment: [ShaderSource] =
      switch task {
      case .patch: ShaderSource.patchChunks + [.patchFragment]
      case .field: ShaderSource.fragmentChunks + [.field, .fieldFragment]
      }
    let vertex: [ShaderSource] =
      switch task {
      case .patch: [.precision, .patchVertex]
      case .field: [.precision, .canvasVertex]
      }
    let program = try Program(
      context, label: "patch \(task)", vertex: vertex.map(\.chunk),
      fragment: fragment.map(\.chunk), defines: defines)
    _ = program.bindUniformBlock("Frame", to: 0)
    for (unit, name) in PictureUnit.allCases.enumerated() {
      _ = program.setSampler(name.rawValue, unit: unit)
    }
    _ = program.setSampler("fieldMap", unit: Self.fieldUnit)
    return program
  }

  /// The texture unit behind those of the pictures.
  static let fieldUnit = PictureUnit.allCases.count
}
