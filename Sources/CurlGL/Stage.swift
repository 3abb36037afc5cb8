internal import CurlCore
internal import CurlMesh
internal import CurlStore
internal import GLES

/// Everything that lives in one GL context: programs, textures, the target.
///
/// GL thread only. A lost context takes all of it along; a new stage is then made from scratch.
final class Stage {
  let context: Context
  /// How long a frame may take before it is given up.
  let deadline: Duration
  private(set) lazy var programs = ProgramCache(context)
  /// The pictures of frames.
  private(set) lazy var textures = PageTextures(context)
  private var target: TargetBox?
  /// Where layers are composited, the other one while a layer reads those below it, and where light on
  /// them is gathered.
  private var composite: LinearTarget?
  private var other: LinearTarget?
  private var light: LinearTarget?
  /// How frames of each size come back.
  var plans: [PackedShape: ReadbackPlan] = [:]
  /// Whether they are better packed before.
  var packings: [PackedShape: PackingPlan] = [:]
  private(set) lazy var packer = FramePacker(context, programs)
  private(set) lazy var ring = ReadbackRing(context)
  /// Memory for a frame that is only looked at.
  var scratch: [UInt8] = []

  init(_ request: DeviceRequest, deadline: Duration) throws(GLError) {
    context = try Context.open(request)
    self.deadline = deadline
  }

  func close() {
    programs = ProgramCache(context)
    textures = PageTextures(context)
    target = nil
    composite = nil
    other = nil
    light = nil
    packer = FramePacker(context, programs)
    ring = ReadbackRing(context)
    context.close()
  }

  /// Draws a frame of either kind.
  func draw(_ drawing: Drawing, _ pictures: FramePictures, _ output: FrameOutput)
    throws(GLError) -> TargetBox
  {
    switch drawing {
    case .curl(let frame, let sheet): try draw(frame, sheet, pictures, output)
    case .stack(let stack): try draw(stack, pictures, output)
    }
  }

  /// Draws all pieces of a frame into its target and hands the target over for reading.
  func draw(
    _ frame: CurlFrame, _ sheet: HalfTurnSheet?, _ pictures: FramePictures, _ output: FrameOutput
  ) throws(GLError) -> TargetBox {
    let target = try target(frame.width, frame.height, output)
    context.blend(.replace)
    let units = UnitTexels(FrameTexels(frame, pictures))
    let places = try bind(units, for: output)
    defer { withExtendedLifetime(places) {} }
    let block = try Buffer(context, .uniform, frame.uniforms.span, usage: .streaming)
    block.bind(uniform: 0)
    target.framebuffer.bind()
    context.scissor(nil)
    let canvas = try VertexArray(context)
    try use(ShaderVariant(frame, .base, pictures, output), units)
    context.draw(.triangles, canvas, count: 3)
    if let mesh = sheet.map(SheetMesh.init) {
      for (piece, strips) in [(ShaderVariant.Piece.front, mesh.front), (.back, mesh.back)] {
        for strip in strips {
          try draw(strip, ShaderVariant(frame, piece, pictures, output), units)
        }
      }
    }
    try context.checkErrors(doing: "draw a frame of \(frame.width)×\(frame.height)")
    return target
  }

  private func draw(
    _ strip: [SheetMesh.Vertex], _ variant: ShaderVariant, _ units: UnitTexels
  ) throws(GLError) {
    if strip.isEmpty { return }
    let floats = strip.flatMap { [$0.arc, $0.along, $0.push, $0.skin] }
    let vertices = try Buffer(context, .vertex, floats.span, usage: .streaming)
    let array = try VertexArray(
      context, vertices: vertices, stride: 16,
      attributes: [VertexAttribute(location: 0, components: 4, offset: 0)])
    try use(variant, units)
    context.draw(.triangleStrip, array, count: strip.count)
  }

  /// Binds what a draw call reads of pictures, of which the whole frame needs `count`; where these are
  /// stores, the block that says where their texels lie, to be kept until the call is made.
  func bind(_ units: UnitTexels, for output: FrameOutput, of count: Int = 0) throws(GLError)
    -> UniformBlock?
  {
    try textures.bind(units, of: count) { output.texels(of: $0) }
    guard units.areStores else { return nil }
    let block = UniformBlock(
      try Buffer(context, .uniform, units.uniforms.span, usage: .streaming))
    block.buffer.bind(uniform: UnitTexels.block)
    return block
  }

  func target(_ width: Int, _ height: Int, _ output: FrameOutput) throws(GLError) -> TargetBox {
    if let target, target.framebuffer.width == width, target.framebuffer.height == height,
      target.output == output
    {
      return target
    }
    target = nil
    let made = try TargetBox(context, output, width: width, height: height)
    target = made
    return made
  }

  /// The target in which layers of a frame's size are composited, with the texels that its output
  /// needs.
  func compositeTarget(_ width: Int, _ height: Int, _ output: FrameOutput) throws(GLError)
    -> LinearTarget
  {
    let format = try LinearTarget.format(for: output, context.capabilities)
    if let composite, composite.fits(width, height, format) { return composite }
    (composite, other, light) = (nil, nil, nil)
    let made = try LinearTarget(context, format, width: width, height: height)
    composite = made
    return made
  }

  /// The target in which the light on layers is gathered; of the same size and texels.
  func lightTarget(beside composite: LinearTarget) throws(GLError) -> LinearTarget {
    if let light { return light }
    let made = try LinearTarget(context, like: composite)
    light = made
    return made
  }

  /// Of the two targets in which layers are composited, the other one.
  func otherTarget(than one: LinearTarget) throws(GLError) -> LinearTarget {
    if let composite, composite !== one { return composite }
    if let other { return other }
    let made = try LinearTarget(context, like: one)
    other = made
    return made
  }

  /// Makes a program the one that draws pictures.
  func use(_ recipe: some ProgramRecipe, _ units: UnitTexels) throws(GLError) {
    let box = try programs.use(recipe)
    guard let background = units[.backgroundPicture] else { return }
    _ = box.program.set("backgroundSize", background.size)
  }
}

/// A uniform block that is kept: handles can't be copied.
final class UniformBlock {
  let buffer: Buffer
  init(_ buffer: consuming Buffer) { self.buffer = buffer }
}

/// What a frame is drawn into: one attachment, or two.
final class TargetBox {
  let output: FrameOutput
  let framebuffer: Framebuffer
  /// The frame for shaders, where its channels have 8 bits.
  let texture: Texture?
  private let first: Renderbuffer?
  private let second: Renderbuffer?

  init(_ context: Context, _ output: FrameOutput, width: Int, height: Int) throws(GLError) {
    self.output = output
    if output == .colour8 {
      let texture = try Texture(context, format: .rgba8, width: width, height: height)
      framebuffer = try Framebuffer(context, colors: [texture.attachment()])
      self.texture = consume texture
      first = nil
      second = nil
      return
    }
    let formats = output.attachments
    let first = try Renderbuffer(context, format: formats[0], width: width, height: height)
    if formats.count > 1 {
      let second = try Renderbuffer(context, format: formats[1], width: width, height: height)
      framebuffer = try Framebuffer(context, colors: [first.attachment, second.attachment])
      self.second = consume second
    } else {
      framebuffer = try Framebuffer(context, colors: [first.attachment])
      second = nil
    }
    texture = nil
    self.first = consume first
  }
}
