internal import CurlCore
internal import CurlShaders
internal import GLES

/// Which `#define`s the program of a kind of patches is compiled with.
struct PatchVariant: Hashable {
  /// What a program does.
  enum Task: Hashable {
    case patch(SheetPatches.Kind)
    /// Marks the pixels of a patch that stand in a list.
    case mark
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
    // The ground is the page beside the roll, and shown by the same program.
    task = .patch(kind == .ground ? .page : kind)
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

  private var defines: [ShaderDefine] {
    var names: [String] = []
    if isLit { names += ["LIT", "FIELD"] }
    if isListed { names.append("LISTED") }
    if case .mark = task { names += ["BYTES", "MARK"] }
    if case .patch(let kind) = task {
      names.append("BYTES")
      switch kind {
      case .rim: names.append("PATCH_RIM")
      case .brim: names.append("PATCH_BRIM")
      case .lip: names += ["PATCH_BRIM", "INSIDE"]
      case .bowl: names += ["PATCH_ROLL", "INSIDE"]
      case .page, .ground: names.append("PATCH_PAGE")
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
    return names.map { ShaderDefine($0) }
  }

  /// Compiles and links the variant; GL thread only.
  func program(_ context: Context) throws(GLError) -> Program {
    let vertex: [ShaderSource] = [.precision, .patchVertex]
    let fragment = ShaderSource.patchChunks + [.patchFragment]
    let program = try Program(
      context, label: "patch \(task)\(isListed ? ", listed" : "")", vertex: vertex.map(\.chunk),
      fragment: fragment.map(\.chunk), defines: defines)
    _ = program.bindUniformBlock("Frame", to: 0)
    for (unit, name) in PictureUnit.allCases.enumerated() {
      _ = program.setSampler(name.rawValue, unit: unit)
    }
    _ = program.setSampler("planeMap", unit: Self.planeUnit)
    _ = program.setSampler("sheetMap", unit: Self.sheetUnit)
    _ = program.setSampler("placeMap", unit: Self.placeUnit)
    return program
  }

  /// The texture units behind those of the pictures: light on the plane, light on the sheet's front.
  static let planeUnit = PictureUnit.allCases.count
  static let sheetUnit = planeUnit + 1
  /// That of a list's places.
  static let placeUnit = sheetUnit + 1
}
