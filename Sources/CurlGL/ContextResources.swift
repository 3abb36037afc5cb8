internal import CurlCore
internal import CurlMesh
internal import GLES

/// All objects of one GL context: programs, textures, targets.
///
/// GL thread only. They can't outlast their context: after a loss, the renderer creates them
/// anew.
final class ContextResources {
  let context: Context
  /// Time limit of a frame.
  let deadline: Duration
  private(set) lazy var programs = ContextPrograms(context)
  private(set) lazy var textures = PageTextures(context)
  private var target: TargetBox?
  /// Target for compositing layers.
  private var composite: LinearTarget?
  /// Second target, for a layer that reads the layers below it from the first.
  private var other: LinearTarget?
  /// Light map: the light that casters leave on a layer.
  private var light: LinearTarget?
  /// How frames of each size are read back.
  var plans: [PackedShape: ReadbackPlan] = [:]
  /// Whether frames of each size are packed first.
  var packings: [PackedShape: PackingPlan] = [:]
  private(set) lazy var packer = FramePacker(context, programs)
  private(set) lazy var ring = ReadbackRing(context)
  /// Reused memory for frames that a closure inspects but doesn't keep.
  var scratch: [UInt8] = []
  /// Needs added to those of every frame, for tests that compare programs.
  var extraNeeds: SheetNeeds = []

  init(_ request: DeviceRequest, deadline: Duration) throws(GLError) {
    context = try Context.open(request)
    self.deadline = deadline
  }

  func close() {
    programs = ContextPrograms(context)
    textures = PageTextures(context)
    target = nil
    composite = nil
    other = nil
    light = nil
    packer = FramePacker(context, programs)
    ring = ReadbackRing(context)
    context.close()
  }

  /// Draws a frame of a half turn, or of several layers.
  func draw(_ drawing: Drawing, _ pictures: FramePictures, _ output: FrameOutput)
    throws(GLError) -> TargetBox
  {
    switch drawing {
    case .curl(let frame, let sheet): try draw(frame, sheet, pictures, output)
    case .stack(let stack): try draw(stack, pictures, output)
    }
  }

  /// Draws all pieces of a frame into its target and binds the target for reading.
  func draw(
    _ frame: CurlFrame, _ sheet: HalfTurnSheet?, _ pictures: FramePictures, _ output: FrameOutput
  ) throws(GLError) -> TargetBox {
    let pictures = pictures.stored(for: frame)
    let target = try target(frame.width, frame.height, output, hasDepth: true)
    context.blend(.replace)
    try bind(pictures, for: output)
    let block = try Buffer(context, .uniform, frame.uniforms.span, usage: .streaming)
    block.bind(uniform: 0)
    context.scissor(nil)
    target.framebuffer.clearDepth()
    defer { context.depth(nil) }
    let canvas = try VertexArray(context)
    let needs = needs(frame, pictures)
    let dithers = frame.noise != .none
    // Each piece shows what lies below it, too. So the topmost is drawn first, and no pixel of those
    // below it twice.
    if let mesh = sheet.map(SheetMesh.init) {
      for (piece, strips) in [(ShaderVariant.Piece.back, mesh.back), (.front, mesh.front)] {
        for strip in strips {
          try draw(strip, ShaderVariant(frame, piece, needs, output), pictures, dithers: dithers)
        }
      }
    }
    try use(ShaderVariant(frame, .base, needs, output), pictures, dithers: dithers)
    context.depth(ShaderVariant.Piece.base.depth)
    context.draw(.triangles, canvas, count: 3)
    try context.checkErrors(doing: "draw a frame of \(frame.width)×\(frame.height)")
    return target
  }

  /// The needs of a frame's programs.
  func needs(_ frame: CurlFrame, _ pictures: FramePictures) -> SheetNeeds {
    SheetNeeds(frame, pictures).union(extraNeeds)
  }

  private func draw(
    _ strip: [SheetMesh.Vertex], _ variant: ShaderVariant, _ pictures: FramePictures, dithers: Bool
  ) throws(GLError) {
    if strip.isEmpty { return }
    let floats = strip.flatMap { [$0.arc, $0.along, $0.push, $0.skin] }
    let vertices = try Buffer(context, .vertex, floats.span, usage: .streaming)
    let array = try VertexArray(
      context, vertices: vertices, stride: 16,
      attributes: [VertexAttribute(location: 0, components: 4, offset: 0)])
    try use(variant, pictures, dithers: dithers)
    context.depth(variant.piece.depth)
    context.draw(.triangleStrip, array, count: strip.count)
  }

  /// Binds the pictures of a drawing; `count` is the number of pictures in the whole frame.
  func bind(_ pictures: FramePictures, for output: FrameOutput, of count: Int = 0)
    throws(GLError)
  {
    try textures.bind(pictures, of: count) { output.texels(of: $0) }
  }

  /// The target of a frame; one with depth serves frames without it, too.
  func target(_ width: Int, _ height: Int, _ output: FrameOutput, hasDepth: Bool = false)
    throws(GLError) -> TargetBox
  {
    if let target, target.framebuffer.width == width, target.framebuffer.height == height,
      target.output == output, target.hasDepth || !hasDepth
    {
      return target
    }
    target = nil
    let made = try TargetBox(context, output, width: width, height: height, hasDepth: hasDepth)
    target = made
    return made
  }

  /// Target for compositing layers, with a frame's size and the format for its output.
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

  /// Target for the light map, with the size and format of `composite`.
  func lightTarget(beside composite: LinearTarget) throws(GLError) -> LinearTarget {
    if let light { return light }
    let made = try LinearTarget(context, like: composite)
    light = made
    return made
  }

  /// The second of the two targets for compositing: the one that isn't `one`.
  func otherTarget(than one: LinearTarget) throws(GLError) -> LinearTarget {
    if let composite, composite !== one { return composite }
    if let other { return other }
    let made = try LinearTarget(context, like: one)
    other = made
    return made
  }

  /// Makes a program current, and sets its uniforms that depend on the pictures.
  ///
  /// `dithers`: whether channels are rounded to 8 bits with noise.
  func use(_ recipe: some ProgramRecipe, _ pictures: FramePictures, dithers: Bool = false)
    throws(GLError)
  {
    let box = try programs.use(recipe)
    box.program.setTexels(of: pictures)
    box.program.set("dithers", Int32(dithers ? 1 : 0))
  }
}

extension Program {
  /// Sets the uniforms that say where the pictures' texels lie.
  func setTexels(of pictures: FramePictures) {
    for unit in PictureUnit.allCases {
      guard let grid = unit.picture(pictures)?.grid else { continue }
      let (scale, low) = (SIMD2<Float>(grid.scale), SIMD2<Float>(grid.offset))
      set(unit.texels + ".map", SIMD4(lowHalf: scale, highHalf: low))
      set(unit.texels + ".ends", SIMD4(lowHalf: low, highHalf: SIMD2<Float>(grid.end)))
    }
    guard let background = pictures.background else { return }
    set("backgroundSize", SIMD2<Float>(background.grid.page))
  }
}

/// Final target of a frame, with one or two attachments.
final class TargetBox {
  let output: FrameOutput
  let framebuffer: Framebuffer
  /// The frame as a texture for shaders; nil unless the output is `colour8`.
  let texture: Texture?
  private let first: Renderbuffer?
  private let second: Renderbuffer?
  let hasDepth: Bool

  init(_ context: Context, _ output: FrameOutput, width: Int, height: Int, hasDepth: Bool)
    throws(GLError)
  {
    self.output = output
    self.hasDepth = hasDepth
    if output == .colour8 {
      let texture = try Texture(context, format: .rgba8, width: width, height: height)
      framebuffer = try Framebuffer(context, colors: [texture.attachment()], hasDepth: hasDepth)
      self.texture = consume texture
      first = nil
      second = nil
      return
    }
    let formats = output.attachments
    let first = try Renderbuffer(context, format: formats[0], width: width, height: height)
    if formats.count > 1 {
      let second = try Renderbuffer(context, format: formats[1], width: width, height: height)
      framebuffer = try Framebuffer(
        context, colors: [first.attachment, second.attachment], hasDepth: hasDepth)
      self.second = consume second
    } else {
      framebuffer = try Framebuffer(context, colors: [first.attachment], hasDepth: hasDepth)
      second = nil
    }
    texture = nil
    self.first = consume first
  }
}
