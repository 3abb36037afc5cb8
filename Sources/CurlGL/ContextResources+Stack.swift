internal import CurlCore
internal import CurlMesh
internal import GLES

/// Draws scenes of several layers: composites them in linear light, lowest first, then encodes.
extension ContextResources {
  /// Draws a scene into its target and binds the target for reading.
  func draw(_ stack: Stack, _ pictures: FramePictures, _ output: FrameOutput) throws(GLError)
    -> TargetBox
  {
    var composite = try compositeTarget(stack.width, stack.height, output)
    let blocks = try Blocks(context, stack)
    let canvas = try VertexArray(context)
    // A page may have a store for each side of a spread.
    let areStored = StoreGrid.isStored(at: SIMD2<Double>(stack.common.step))
    let count = pictures.count * (areStored ? 2 : 1)
    context.scissor(nil)
    composite.framebuffer.clear(to: .zero)
    var lit: Stack.Layer?
    for layer in stack.layers {
      var light: LinearTarget?
      if !layer.casterSheets.isEmpty {
        let target = try lightTarget(beside: composite)
        if lit?.casterSheets != layer.casterSheets || lit?.isRolledUp != layer.isRolledUp {
          try gather(layer, of: stack, pictures, into: target, canvas, blocks, output, count)
          lit = layer
        }
        light = target
      }
      if layer.body.isEncodedShade {
        // The layer blends in encoded values, so its shader reads the layers below. It draws to the
        // other target, because no shader may read a texel that it draws to.
        composite.texture.bind(unit: LayerVariant.frameUnit)
        composite = try otherTarget(than: composite)
        context.blend(.replace)
        context.scissor(nil)
      } else {
        context.blend(.over)
        context.scissor(PixelRegion(layer.bounds))
      }
      composite.framebuffer.bind()
      try bind(layer, of: stack, pictures, output, count, blocks)
      light?.texture.bind(unit: LayerVariant.mapUnit)
      context.draw(.triangles, canvas, count: 3)
    }
    context.scissor(nil)
    context.blend(.replace)
    let target = try target(stack.width, stack.height, output)
    target.framebuffer.bind()
    try use(
      LayerVariant(.resolve(isDeep: output == .colour16)), pictures,
      dithers: stack.common.noise != .none)
    composite.texture.bind(unit: LayerVariant.frameUnit)
    context.draw(.triangles, canvas, count: 3)
    try context.checkErrors(doing: "draw a frame of \(stack.width)×\(stack.height) in layers")
    return target
  }

  /// Binds the inputs of a layer.
  private func bind(
    _ layer: Stack.Layer, of stack: Stack, _ pictures: FramePictures, _ output: FrameOutput,
    _ count: Int, _ blocks: Blocks
  ) throws(GLError) {
    let isShaded = !layer.casterSheets.isEmpty
    var own = pictures
    switch layer.body {
    case .background:
      let hasPicture = stack.common.hasBackgroundPicture
      if hasPicture, let background = pictures.background?.stored(asBackgroundOf: stack.common) {
        own = FramePictures(front: background, next: background, background: background)
        try bind(own, for: output, of: count)
      }
      try use(LayerVariant(.background(hasPicture: hasPicture), isShaded: isShaded), own)
      blocks.common.bind(uniform: 0)
    case .shadow(let plate):
      try use(LayerVariant(.shadow, isShaded: isShaded), own)
      try bind(plate, blocks)
    case .plate(let plate):
      let read = PlatePictures(plate, stack.common, pictures)
      if let any = read.all.first {
        own = FramePictures(
          front: read.contents ?? any, next: read.beneath ?? any, back: read.through ?? read.cut)
        try bind(own, for: output, of: count)
      }
      try use(LayerVariant(plate, isCut: read.cut != nil, isShaded: isShaded), own)
      try bind(plate, blocks)
    case .sheet(let number, let sides):
      let sheet = stack.sheets[number]
      own = sheet.pictures(pictures)
      try bind(own, for: output, of: count)
      let task = LayerVariant.Task.sheet(
        sides, back: sheet.frame.back, isSection: sheet.section != nil)
      try use(LayerVariant(task, needs(sheet.frame, own), isShaded: isShaded), own)
      blocks.bind(sheet: number)
    }
  }

  private func bind(_ plate: Plate, _ blocks: Blocks) throws(GLError) {
    blocks.common.bind(uniform: 0)
    let block = try Buffer(context, .uniform, plate.uniforms.span, usage: .streaming)
    block.bind(uniform: 1)
    blocks.keep(block)
  }

  /// Draws the light map of a layer: the product of the light that its casters leave.
  private func gather(
    _ layer: Stack.Layer, of stack: Stack, _ pictures: FramePictures, into light: LinearTarget,
    _ canvas: borrowing VertexArray, _ blocks: Blocks, _ output: FrameOutput, _ count: Int
  ) throws(GLError) {
    context.scissor(nil)
    light.framebuffer.clear(to: .one)
    context.blend(.multiply)
    for number in layer.casterSheets {
      let sheet = stack.sheets[number]
      let own = sheet.pictures(pictures)
      try bind(own, for: output, of: count)
      let task = LayerVariant.Task.light(
        isSection: sheet.section != nil, isRolledUp: layer.isRolledUp)
      try use(LayerVariant(task, needs(sheet.frame, own)), own)
      blocks.bind(sheet: number)
      context.draw(.triangles, canvas, count: 3)
    }
  }
}

extension Stack.Body {
  fileprivate var isEncodedShade: Bool {
    if case .plate(let plate) = self { plate.isEncodedShade } else { false }
  }
}

/// The uniform blocks of a frame: one for all layers, and those of sheets, sections and plates.
private final class Blocks {
  let common: Buffer
  private let sheets: BlockList
  /// The blocks of sections, by sheet number.
  private let sections: [Int: BlockList.Box]
  private var plates = BlockList()

  init(_ context: Context, _ stack: Stack) throws(GLError) {
    let common = try Buffer(context, .uniform, stack.common.uniforms.span, usage: .streaming)
    var sheets = BlockList()
    var sections: [Int: BlockList.Box] = [:]
    for (number, sheet) in stack.sheets.enumerated() {
      sheets.append(try Buffer(context, .uniform, sheet.frame.uniforms.span, usage: .streaming))
      guard let section = sheet.section else { continue }
      sections[number] = BlockList.Box(
        try Buffer(context, .uniform, section.uniforms.span, usage: .streaming))
    }
    self.common = consume common
    self.sections = sections
    self.sheets = sheets
  }

  func bind(sheet number: Int) {
    sheets.boxes[number].buffer.bind(uniform: 0)
    sections[number]?.buffer.bind(uniform: 2)
  }

  /// Keeps a plate's block until the frame is drawn.
  func keep(_ block: consuming Buffer) { plates.append(block) }
}

/// Buffers in an array: handles can't be copied.
private struct BlockList {
  final class Box {
    let buffer: Buffer
    init(_ buffer: consuming Buffer) { self.buffer = buffer }
  }

  var boxes: [Box] = []

  mutating func append(_ buffer: consuming Buffer) { boxes.append(Box(buffer)) }
}

extension PixelRegion {
  fileprivate init(_ bounds: PixelBounds) {
    self.init(
      x: bounds.x.lowerBound, y: bounds.y.lowerBound, width: bounds.x.count,
      height: bounds.y.count)
  }
}
