internal import CurlShaders
internal import GLES

/// Packs frames into other layouts on the GPU, so that fewer bytes cross the bus.
///
/// GL thread only.
final class FramePacker {
  private let context: Context
  private let programs: ContextPrograms
  private var target: PackedTarget?

  init(_ context: Context, _ programs: ContextPrograms) {
    self.context = context
    self.programs = programs
  }

  /// Packs a frame into a layout, luma with noise if the frame `dithers`; returns the frame itself if no
  /// packing is needed.
  func packed(_ frame: TargetBox, _ layout: PixelLayout, dithers: Bool) throws(GLError)
    -> PackedFrame
  {
    let (width, height) = (frame.framebuffer.width, frame.framebuffer.height)
    guard let define = layout.define, let background = layout.background else {
      return PackedFrame(source: .frame(frame), byteCount: 4 * width * height)
    }
    precondition(frame.output == .colour8, "a frame that can't be sampled is packed")
    let count = layout.byteCount(width: width, height: height)
    let target = try target(PackedShape(layout, width: width, height: height))
    let box = try programs.use(PackVariant(define: define))
    box.program.set("packFrame", SIMD2(Int32(width), Int32(height)))
    box.program.set(
      "packBackground",
      SIMD4<Float>(
        Float(background >> 16 & 255), Float(background >> 8 & 255), Float(background & 255), 255))
    box.program.set("dithers", Int32(dithers ? 1 : 0))
    box.program.set("packWidth", Int32(target.framebuffer.width))
    frame.texture?.bind(unit: LayerVariant.frameUnit)
    context.scissor(nil)
    context.blend(.replace)
    target.framebuffer.bind()
    let canvas = try VertexArray(context)
    context.draw(.triangles, canvas, count: 3)
    try context.checkErrors(doing: "pack a frame of \(width)×\(height)")
    return PackedFrame(source: .packed(target), byteCount: count)
  }

  private func target(_ shape: PackedShape) throws(GLError) -> PackedTarget {
    if let target, target.shape == shape { return target }
    target = nil
    let made = try PackedTarget(context, shape)
    target = made
    return made
  }
}

/// The program that packs frames into a layout, named by its `#define`.
private struct PackVariant: ProgramRecipe {
  let define: String

  func program(_ context: Context) throws(GLError) -> Program {
    let program = try Program(
      context, label: "packing \(define)",
      vertex: [ShaderSource.precision, .canvasVertex].map(\.chunk),
      fragment: [ShaderSource.precision, .noise, .packFragment].map(\.chunk),
      defines: [ShaderDefine(define)])
    program.setSampler("storedFrame", unit: LayerVariant.frameUnit)
    return program
  }
}

/// Target for bytes of any layout, four per texel.
final class PackedTarget {
  let framebuffer: Framebuffer
  private let texels: Renderbuffer

  init(_ context: Context, _ shape: PackedShape) throws(GLError) {
    let texels = try Renderbuffer(
      context, format: .rgba8, width: shape.width, height: shape.height)
    framebuffer = try Framebuffer(context, colors: [texels.attachment])
    self.texels = consume texels
  }

  var shape: PackedShape { PackedShape(width: framebuffer.width, height: framebuffer.height) }
}

/// A frame that is ready to be read back.
struct PackedFrame {
  /// Object that holds the frame's pixels.
  enum Source {
    case frame(TargetBox)
    case packed(PackedTarget)
  }

  let source: Source
  /// Number of valid bytes; the last row may continue beyond them.
  let byteCount: Int

  /// Size of the read.
  var shape: PackedShape {
    switch source {
    case .frame(let target):
      PackedShape(width: target.framebuffer.width, height: target.framebuffer.height)
    case .packed(let target): target.shape
    }
  }

  /// Queues a read into a buffer.
  func read(into buffer: borrowing PixelBuffer) throws(GLError) {
    switch source {
    case .frame(let target): try buffer.read(target.framebuffer, rows: target.framebuffer.height)
    case .packed(let target): try buffer.read(target.framebuffer, rows: target.framebuffer.height)
    }
  }

  /// Copies the frame into an atlas, its first row to `row`.
  func copy(to atlas: PackedTarget, row: Int) {
    switch source {
    case .frame(let target): target.framebuffer.copy(to: atlas.framebuffer, row: row)
    case .packed(let target): target.framebuffer.copy(to: atlas.framebuffer, row: row)
    }
  }

  /// Reads the frame, and waits until it is read.
  func read(into bytes: inout MutableSpan<UInt8>, deadline: ContinuousClock.Instant)
    throws(GLError)
  {
    switch source {
    case .frame(let target):
      try target.framebuffer.read(
        into: &bytes, deadline: deadline, isCancelled: { Task.isCancelled })
    case .packed(let target):
      try target.framebuffer.read(
        into: &bytes, deadline: deadline, isCancelled: { Task.isCancelled })
    }
  }
}
