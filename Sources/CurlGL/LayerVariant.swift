internal import CurlCore
internal import CurlShaders
internal import GLES

/// The `#define`s of a layer's program.
struct LayerVariant: ProgramRecipe {
  /// Purpose of a program.
  enum Task: Hashable {
    /// Draws the background; `isShaded` tells whether a layer above it casts a shadow.
    case background(hasPicture: Bool)
    case shadow
    /// The picture of a plate's other side may cut its contents, shine through them, or both.
    case plate(
      contents: Contents, isCut: Bool, isThrough: Bool, hasBeneath: Bool, isEncodedShade: Bool)
    case sheet(SheetSides, back: CurlFrame.Back, isSection: Bool)
    /// Multiplies the light that a sheet leaves into the light map.
    case light(isSection: Bool, isRolledUp: Bool)
    /// Encodes the composited layers.
    case resolve(isDeep: Bool)

    /// The needs that its program depends on.
    var mayNeed: SheetNeeds {
      switch self {
      case .sheet(_, _, isSection: false): .all
      case .sheet(_, _, isSection: true): .ofSection
      case .light: .ofShadow
      case .background, .shadow, .plate, .resolve: []
      }
    }
  }

  /// Source of a plate's colours.
  enum Contents: String {
    case picture = "CONTENTS_PICTURE"
    case colour = "CONTENTS_COLOUR"
    case gradient = "CONTENTS_GRADIENT"
  }

  var task: Task
  var isShaded = false
  var needs: SheetNeeds = []

  init(_ task: Task, isShaded: Bool = false) {
    self.task = task
    self.isShaded = isShaded
  }

  /// The program of a plate; `isCut` tells whether the picture that cuts its contents has alpha.
  init(_ plate: Plate, isCut: Bool, isShaded: Bool) {
    let contents: Contents =
      switch plate.ink.contents {
      case .picture: .picture
      case .colour: .colour
      case .gradient: .gradient
      }
    self.init(
      .plate(
        contents: contents, isCut: isCut, isThrough: plate.ink.through != nil,
        hasBeneath: plate.ink.beneathShare > 0, isEncodedShade: plate.isEncodedShade),
      isShaded: isShaded)
  }

  /// The program of a sheet or of its light.
  init(_ task: Task, _ needs: SheetNeeds, isShaded: Bool = false) {
    self.init(task, isShaded: isShaded)
    self.needs = needs.intersection(task.mayNeed)
  }

  /// The program's `#define`s.
  var defines: [ShaderDefine] {
    var names = ["BASE_NOTHING"]
    switch task {
    case .background(let hasPicture):
      names.append("LAYER_BACKGROUND")
      if hasPicture { names.append("BACKGROUND_PICTURE") }
    case .shadow: names.append("LAYER_SHADOW")
    case .plate(let contents, let isCut, let isThrough, let hasBeneath, let isEncodedShade):
      names += ["LAYER_PLATE", contents.rawValue]
      if isCut { names.append("CUT") }
      if isThrough { names.append("THROUGH") }
      if hasBeneath { names.append("BENEATH") }
      if isEncodedShade { names.append("ENCODED_SHADE") }
    case .sheet(let sides, let back, let isSection):
      if isSection { names.append("SECTION") }
      switch sides {
      case .both: break
      case .lower: names.append("SIDE_LOWER")
      case .upper: names.append("SIDE_UPPER")
      }
      switch back {
      case .mirrored: break
      case .picture: names.append("BACK_PICTURE")
      case .colour: names.append("BACK_COLOUR")
      }
    case .light(let isSection, let isRolledUp):
      if isSection { names.append("SECTION") }
      if isRolledUp { names.append("ROLLED_UP") }
    case .resolve(let isDeep): if isDeep { names.append("DEEP") }
    }
    if isShaded { names.append("SHADED") }
    names += needs.defines
    return names.map { ShaderDefine($0) }
  }

  private var fragment: [ShaderSource] {
    let chunks = ShaderSource.fragmentChunks
    return switch task {
    case .light(true, _): chunks + [.section, .lightFragment]
    case .light(false, _): chunks + [.lightFragment]
    case .resolve: chunks + [.resolveFragment]
    case .sheet(_, _, true): chunks + [.section, .layerFragment]
    case .plate, .shadow: chunks + [.plate, .layerFragment]
    case .background, .sheet: chunks + [.layerFragment]
    }
  }

  /// Compiles and links the program; GL thread only.
  func program(_ context: Context) throws(GLError) -> Program {
    let program = try Program(
      context, label: "layer \(task)",
      vertex: [ShaderSource.precision, .canvasVertex].map(\.chunk),
      fragment: fragment.map(\.chunk), defines: defines)
    _ = program.bindUniformBlock("Frame", to: 0)
    _ = program.bindUniformBlock("Plate", to: 1)
    _ = program.bindUniformBlock("Section", to: 2)
    for (unit, name) in PictureUnit.allCases.enumerated() {
      _ = program.setSampler(name.rawValue, unit: unit)
    }
    _ = program.setSampler("lightMap", unit: Self.mapUnit)
    _ = program.setSampler("linearFrame", unit: Self.frameUnit)
    return program
  }

  /// Texture units of the light map and of the composited layers, after those of the pictures.
  static let mapUnit = PictureUnit.allCases.count
  static let frameUnit = mapUnit + 1
}
