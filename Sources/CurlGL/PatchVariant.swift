internal import CurlCore
internal import CurlShaders
internal import GLES

/// Which `#define`s the program of a kind of patches, or of their light, is compiled with.
struct PatchVariant: Hashable {
  /// What a program does.
  enum Task: Hashable {
    case patch(SheetPatches.Kind)
    /// Marks the pixels of a patch that stand in a list.
    case mark
    /// Finds light at the places of the field.
    case field(FieldPart, FieldTask)
  }

  /// How light is found.
  enum FieldTask: Hashable, CaseIterable {
    /// At the places of the coarse field.
    case coarse
    /// Between them.
    case between
    /// Anew, around points in cells of the coarse field, where it isn't straight.
    case points
  }

  /// Which light a column of the field has.
  enum FieldPart: Hashable, CaseIterable {
    case front, base, both
  }

  var task: Task
  /// Whether a patch's pixels stand in a list.
  var isListed = false
  var isLit = true
  var back = CurlFrame.Back.mirrored

  /// The program that marks pixels.
  static let mark = PatchVariant(task: .mark, isLit: false)

  private init(task: Task, isLit: Bool) {
    self.task = task
    self.isLit = isLit
  }

  /// The program of a kind of patches.
  init(_ kind: SheetPatches.Kind, _ frame: CurlFrame, isListed: Bool = false) {
    task = .patch(kind)
    self.isListed = isListed
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
  init(field part: FieldPart, _ how: FieldTask) { task = .field(part, how) }

  private var defines: [ShaderDefine] {
    var names: [String] = []
    if isLit { names.append("LIT") }
    if isListed { names.append("LISTED") }
    if case .mark = task { names += ["BYTES", "MARK"] }
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
    if case .field(let part, let how) = task {
      switch part {
      case .front: names.append("FIELD_FRONT")
      case .base: names.append("FIELD_BASE")
      case .both: break
      }
      switch how {
      case .coarse: break
      case .between: names.append("COARSE_FIELD")
      case .points: names.append("FIELD_POINTS")
      }
    }
    return names.map { ShaderDefine($0) }
  }

  /// Compiles and links the variant; GL thread only.
  func program(_ context: Context) throws(GLError) -> Program {
    let fragment: [ShaderSource] =
      switch task {
      case .patch, .mark: ShaderSource.patchChunks + [.patchFragment]
      case .field: ShaderSource.fragmentChunks + [.field, .fieldFragment]
      }
    var vertex: [ShaderSource] = [.precision, .patchVertex]
    if case .field(_, .points) = task {
      vertex = ShaderSource.vertexChunks + [.field, .fieldVertex]
    }
    let program = try Program(
      context, label: "patch \(task)\(isListed ? ", listed" : "")", vertex: vertex.map(\.chunk),
      fragment: fragment.map(\.chunk), defines: defines)
    _ = program.bindUniformBlock("Frame", to: 0)
    for (unit, name) in PictureUnit.allCases.enumerated() {
      _ = program.setSampler(name.rawValue, unit: unit)
    }
    for name in ["fieldMap", "coarseMap"] { _ = program.setSampler(name, unit: Self.fieldUnit) }
    _ = program.setSampler("placeMap", unit: Self.placeUnit)
    return program
  }

  /// The texture unit behind those of the pictures.
  static let fieldUnit = PictureUnit.allCases.count
  /// That of a list's places.
  static let placeUnit = fieldUnit + 1
}
