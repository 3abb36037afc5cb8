internal import CurlCore
internal import GLES

/// Draws frames of which most pixels show a page as it is: only the others, patch by patch.
extension Stage {
  /// Draws a frame's colours for reading; every pixel of it where `isWhole`.
  func begin(
    _ drawing: Drawing, _ pictures: FramePictures, _ format: Pixmap.Format, isWhole: Bool
  ) throws(GLError) -> DrawnFrame {
    if !isWhole, format == .rgba8, let cut = cutUp(drawing, pictures) {
      return try draw(cut, pictures)
    }
    return DrawnFrame(target: try draw(drawing, pictures, FrameOutput(format)))
  }

  /// Draws a frame's colours of 8 bits for whoever needs them all on the GPU: the bytes that are read
  /// after `begin`, and those of the pages beside them.
  func drawAll(_ drawing: Drawing, _ pictures: FramePictures) throws(GLError) -> TargetBox {
    guard let cut = cutUp(drawing, pictures) else {
      return try draw(drawing, pictures, .colour8)
    }
    return try draw(cut, pictures, hasPages: true).target
  }

  /// Whether frames of a picture are most often drawn by patches.
  func drawsPatches(of picture: PreparedPicture, _ output: FrameOutput) -> Bool {
    context.capabilities.isSoftware && output == .colour8 && picture.isOpaqueBytes
  }

  /// What a frame of patches is drawn from.
  private struct CutFrame {
    let frame: CurlFrame
    let patches: SheetPatches
  }

  /// The patches that a frame is drawn by; nil where it is drawn whole.
  private func cutUp(_ drawing: Drawing, _ pictures: FramePictures) -> CutFrame? {
    // A GPU draws all of a frame in less time than the processor needs to cut it up, and what is read
    // piece by piece from it costs a wait a piece.
    guard context.capabilities.isSoftware, case .curl(let frame, _) = drawing,
      pictures.areOpaqueBytes(back: frame.back)
    else { return nil }
    guard let patches = SheetPatches(frame) else { return nil }
    return CutFrame(frame: frame, patches: patches)
  }

  private func draw(_ cut: CutFrame, _ pictures: FramePictures, hasPages: Bool = false)
    throws(GLError) -> DrawnFrame
  {
    let (frame, patches) = (cut.frame, cut.patches)
    let target = try target(frame.width, frame.height, .colour8)
    var (corners, starts) = patches.vertices
    if hasPages { corners += patches.pages.next + patches.pages.front }
    guard !corners.isEmpty else { return DrawnFrame(target: target, patches: patches) }
    // What is packed on the GPU is read by shaders from the target: nothing of it may stand in a list.
    let list = hasPages ? nil : try listTarget(patches)
    context.blend(.replace)
    context.scissor(nil)
    // Uploading binds to unit 0, so pictures are bound after that.
    try light(frame, patches)?.bind()
    try textures.bind(pictures.ofSheet(back: frame.back)) { _ in .rgba8 }
    let block = try Buffer(context, .uniform, frame.uniforms.span, usage: .streaming)
    block.bind(uniform: 0)
    let vertices = try Buffer(context, .vertex, corners.span, usage: .streaming)
    let array = try VertexArray(
      context, vertices: vertices, stride: 8,
      attributes: [VertexAttribute(location: 0, components: 2, offset: 0)])
    let size = SIMD2(Float(frame.width), Float(frame.height))
    if let list { try drawList(list, frame) }
    target.framebuffer.bind()
    func draw(_ variant: PatchVariant, _ first: Int, _ count: Int, mark: SheetPatches.Kind? = nil)
      throws(GLError)
    {
      guard count > 0 else { return }
      let box = try use(variant)
      box.program.set("scale", 2 / size)
      box.program.set("offset", SIMD2<Float>(-1, -1))
      if let mark { box.program.set("mark", SIMD4(Float(PixelList.mark(mark)) / 255, 0, 0, 0)) }
      context.draw(.triangles, array, first: first, count: count)
    }
    if hasPages {
      let (next, front) = (patches.pages.next.count, patches.pages.front.count)
      try draw(PatchVariant(page: .page), starts[starts.count - 1], next)
      try draw(PatchVariant(page: .front), starts[starts.count - 1] + next, front)
    }
    for kind in SheetPatches.Kind.allCases {
      let (first, end) = (starts[kind.rawValue], starts[kind.rawValue + 1])
      let isListed = list != nil && PixelList.kinds.contains(kind)
      let variant = isListed ? PatchVariant.mark : PatchVariant(kind, frame)
      try draw(variant, first, end - first, mark: isListed ? kind : nil)
    }
    try context.checkErrors(doing: "draw the patches of a frame of \(frame.width)×\(frame.height)")
    return DrawnFrame(target: target, patches: patches, list: list)
  }

  /// The pixels of narrow patches, and what they are drawn into; nil where there are none.
  private func listTarget(_ patches: SheetPatches) throws(GLError) -> DrawnList? {
    guard let pixels = PixelList(patches) else { return nil }
    let (columns, most) = (PixelList.columns, context.capabilities.maxTextureSize)
    guard columns <= most, pixels.rows <= most else { return nil }
    if (lists?.colours.texture.height ?? 0) < pixels.rows {
      lists = nil
      // Some more than are needed, so that a turn's frames share one, or few.
      let height = min(2 * pixels.rows, most)
      lists = (
        places: try TextureBox(context, .rgba8, width: columns, height: height),
        colours: try LinearTarget(context, .rgba8, width: columns, height: height)
      )
    }
    guard let lists else { return nil }
    try lists.places.texture.upload(
      pixels.coordinates.span, region: PixelRegion(width: columns, height: pixels.rows))
    lists.places.texture.bind(unit: PatchVariant.placeUnit)
    return DrawnList(pixels: pixels, target: lists.colours)
  }

  /// Draws the pixels of a list.
  private func drawList(_ list: DrawnList, _ frame: CurlFrame) throws(GLError) {
    let columns = PixelList.columns
    let target = list.target
    target.framebuffer.bind()
    let size = SIMD2(Float(columns), Float(target.texture.height))
    // One triangle, cut to each part.
    let corners = [SIMD2<Float>(0, 0), SIMD2(2 * size.x, 0), SIMD2(0, 2 * size.y)]
    let vertices = try Buffer(context, .vertex, corners.span, usage: .streaming)
    let array = try VertexArray(
      context, vertices: vertices, stride: 8,
      attributes: [VertexAttribute(location: 0, components: 2, offset: 0)])
    defer { context.scissor(nil) }
    for part in list.pixels.parts {
      let box = try use(PatchVariant(part.kind, frame, isListed: true))
      box.program.set("scale", 2 / size)
      box.program.set("offset", SIMD2<Float>(-1, -1))
      context.scissor(
        PixelRegion(y: part.rows.lowerBound, width: columns, height: part.rows.count))
      context.draw(.triangles, array, count: 3)
    }
  }

  private func use(_ variant: PatchVariant) throws(GLError) -> ProgramBox {
    let box: ProgramBox
    if let known = patchPrograms[variant] {
      box = known
    } else {
      box = ProgramBox(try variant.program(context))
      patchPrograms[variant] = box
    }
    box.program.use()
    return box
  }

  /// The light of a frame's patches; nil where they have none.
  private func light(_ frame: CurlFrame, _ patches: SheetPatches) throws(GLError) -> LightMaps? {
    guard let reach = patches.reach else { return nil }
    let maps: LightMaps
    if let lightMaps, lightMaps.fits(frame) {
      maps = lightMaps
    } else {
      lightMaps = nil
      maps = try LightMaps(context, width: frame.width, height: frame.height)
      lightMaps = maps
    }
    try maps.fill(frame, reach)
    return maps
  }
}

extension PreparedPicture {
  /// Whether it is opaque and of 8 bits a channel.
  fileprivate var isOpaqueBytes: Bool { pixmap.format == .rgba8 && isOpaque }
}

extension FramePictures {
  /// Whether the pages of a sheet with such a back are opaque and of 8 bits a channel.
  fileprivate func areOpaqueBytes(back: CurlFrame.Back) -> Bool {
    ([front, next] + (back == .picture ? [self.back].compactMap(\.self) : []))
      .allSatisfy(\.isOpaqueBytes)
  }

  /// Those of them that a sheet over the next page shows.
  fileprivate func ofSheet(back: CurlFrame.Back) -> FramePictures {
    FramePictures(front: front, next: next, back: back == .picture ? self.back : nil)
  }
}
