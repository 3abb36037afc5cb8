internal import CurlCore
internal import CurlMesh
internal import CurlStore
internal import GLES

/// Draws scenes of several layers: each over those below it, in linear light; then the encoding.
extension Stage {
  /// Draws a scene into its target and hands the target over for reading.
  func draw(_ stack: Stack, _ pictures: FramePictures, _ output: FrameOutput) throws(GLError)
    -> TargetBox
  {
    var composite = try compositeTarget(stack.width, stack.height, output)
    let blocks = try Blocks(context, stack)
    let canvas = try VertexArray(context)
    let count = pictures.count
    context.scissor(nil)
    composite.framebuffer.clear(to: .zero)
    var lit: Stack.Layer?
    for layer in stack.layers {
      var light: LinearTarget?
      if !layer.casters.isEmpty {
        let target = try lightTarget(beside: composite)
        if lit?.casters != layer.casters || lit?.isRolledUp != layer.isRolledUp {
          try gather(layer, of: stack, pictures, into: target, canvas, blocks, output)
          lit = layer
        }
        light = target
      }
      if layer.body.isEncodedShade {
        // It needs the values that it lies on, and no texel may be read and drawn to at once.
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
    try programs.use(LayerVariant(.resolve(isDeep: output == .colour16)))
    composite.texture.bind(unit: LayerVariant.frameUnit)
    context.draw(.triangles, canvas, count: 3)
    try context.checkErrors(doing: "draw a frame of \(stack.width)×\(stack.height) in layers")
    return target
  }

  /// Binds what a layer is drawn with.
  private func bind(
    _ layer: Stack.Layer, of stack: Stack, _ pictures: FramePictures, _ output: FrameOutput,
    _ count: Int, _ blocks: Blocks
  ) throws(GLError) {
    let isShaded = !layer.casters.isEmpty
    func bound(_ units: UnitTexels) throws(GLError) {
      if let places = try bind(units, for: output, of: count) { blocks.keep(places) }
    }
    switch layer.body {
    case .background:
      let units = UnitTexels(FrameTexels(stack.common, pictures))
      try bound(units)
      var variant = LayerVariant(
        .background(hasPicture: stack.common.hasBackgroundPicture), isShaded: isShaded)
      variant.isStored = units.areStores
      try use(variant, units)
      blocks.common.bind(uniform: 0)
    case .shadow(let plate):
      try programs.use(LayerVariant(.shadow, isShaded: isShaded))
      try bind(plate, blocks)
    case .plate(let plate):
      let texels = PlateTexels(plate, pictures)
      let units = UnitTexels(texels)
      try bound(units)
      let isCut = plate.ink.through == nil && texels.other != nil
      var variant = LayerVariant(plate, isCut: isCut, isShaded: isShaded)
      variant.isStored = units.areStores
      try use(variant, units)
      try bind(plate, blocks)
    case .sheet(let number, let sides):
      let sheet = stack.sheets[number]
      let own = sheet.pictures(pictures)
      let units = UnitTexels(FrameTexels(sheet.frame, own))
      try bound(units)
      let task = LayerVariant.Task.sheet(
        sides, back: sheet.frame.back, isSection: sheet.section != nil)
      var variant = LayerVariant(task, sheet.frame, own, isShaded: isShaded)
      variant.isStored = units.areStores
      try use(variant, units)
      blocks.bind(sheet: number)
    }
  }

  private func bind(_ plate: Plate, _ blocks: Blocks) throws(GLError) {
    blocks.common.bind(uniform: 0)
    let block = UniformBlock(
      try Buffer(context, .uniform, plate.uniforms.span, usage: .streaming))
    block.buffer.bind(uniform: 1)
    blocks.keep(block)
  }

  /// Multiplies the light that a layer's casters leave.
  private func gather(
    _ layer: Stack.Layer, of stack: Stack, _ pictures: FramePictures, into light: LinearTarget,
    _ canvas: borrowing VertexArray, _ blocks: Blocks, _ output: FrameOutput
  ) throws(GLError) {
    context.scissor(nil)
    light.framebuffer.clear(to: .one)
    context.blend(.multiply)
    for number in layer.casters {
      let sheet = stack.sheets[number]
      let own = sheet.pictures(pictures)
      let units = UnitTexels(FrameTexels(sheet.frame, own))
      if let places = try bind(units, for: output, of: pictures.count) { blocks.keep(places) }
      let task = LayerVariant.Task.light(
        isSection: sheet.section != nil, isRolledUp: layer.isRolledUp)
      var variant = LayerVariant(task, sheet.frame, own)
      variant.isStored = units.areStores
      try use(variant, units)
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

/// The uniform blocks of a frame's sheets and of what all layers share.
private final class Blocks {
  let common: Buffer
  private let sheets: [UniformBlock]
  /// The cross-sections of those sheets that have one, by the sheets' numbers.
  private let sections: [Int: UniformBlock]
  private var others: [UniformBlock] = []

  init(_ context: Context, _ stack: Stack) throws(GLError) {
    let common = try Buffer(context, .uniform, stack.common.uniforms.span, usage: .streaming)
    var sheets: [UniformBlock] = []
    var sections: [Int: UniformBlock] = [:]
    for (number, sheet) in stack.sheets.enumerated() {
      sheets.append(
        UniformBlock(
          try Buffer(context, .uniform, sheet.frame.uniforms.span, usage: .streaming)))
      guard let section = sheet.section else { continue }
      sections[number] = UniformBlock(
        try Buffer(context, .uniform, section.uniforms.span, usage: .streaming))
    }
    self.common = consume common
    self.sections = sections
    self.sheets = sheets
  }

  func bind(sheet number: Int) {
    sheets[number].buffer.bind(uniform: 0)
    sections[number]?.buffer.bind(uniform: 2)
  }

  /// Keeps a block until the frame is drawn.
  func keep(_ block: UniformBlock) { others.append(block) }
}

extension PixelRegion {
  fileprivate init(_ bounds: PixelBounds) {
    self.init(
      x: bounds.x.lowerBound, y: bounds.y.lowerBound, width: bounds.x.count,
      height: bounds.y.count)
  }
}
