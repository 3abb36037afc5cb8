import CurlCore
import CurlMesh
import CurlShaders
import GLES
import TestSupport
import Testing

@testable import CurlDefinition
@testable import CurlGL
@testable import CurlRaster

/// The shaders of sheets of any cross-section against their twins on the processor.
@Suite struct SectionParityTests {
  static let bent = Profile(lift: 0.5, pieces: [.arc(radius: 60, turn: 1.7)])
  static let eye = Camera.perspective(centre: SIMD2(80, 113), distance: 500)

  static let cases: [SectionReferenceTests.Case] = [
    .init(
      name: "leaf over the middle", profile: Profile(lift: 2.2, pieces: []),
      fold: SectionScene.spine(), camera: eye),
    .init(name: "bent leaf", profile: bent, fold: SectionScene.spine(), camera: eye),
    .init(
      name: "turned roll", profile: Profile(pieces: [.arc(radius: 8, turn: 40)]),
      fold: SectionScene.fold(-29, at: -30)),
    .init(
      name: "half turn", profile: .halfTurn(radius: 20), fold: SectionScene.fold(-29, at: 5),
      camera: eye),
  ]

  @Test(arguments: cases)
  func theShadersDrawWhatTheProcessorDraws(_ it: SectionReferenceTests.Case) throws {
    let context: Context
    do {
      context = try Context.open(DeviceRequest(policy: .any))
    } catch {
      try Test.cancel("no OpenGL ES on this machine: \(error)")
    }
    defer { context.close() }
    let canvas = Canvas(width: 240, height: 180, origin: SIMD2(-110, -20), step: SIMD2(1.3, 1.3))
    let scene = try SectionScene(
      it.profile, fold: it.fold, camera: it.camera, lit: true, canvas: canvas)
    let painter = try scene.painter()
    let (colours, states) = try draw(context, painter, scene)
    var worst: (colour: Float, light: Float) = (0, 0)
    var covered = 0
    for y in 0..<canvas.height {
      for x in 0..<canvas.width {
        let i = 4 * (y * canvas.width + x)
        func float(_ words: [UInt32], _ j: Int) -> Float { Float(bitPattern: words[i + j]) }
        let mine = painter.colour(x, y)
        if mine.w > 0 { covered += 1 }
        for j in 0..<4 { worst.colour = max(worst.colour, abs(mine[j] - float(colours, j))) }
        worst.light = max(worst.light, abs(painter.light(x, y) - float(states, 0)))
      }
    }
    #expect(covered > 1000)
    #expect(worst.colour <= 0.004, "colour \(worst.colour)")
    #expect(worst.light <= 0.002, "light \(worst.light)")
  }

  /// Colours, and light on the plane of every pixel, as the bits of floats.
  private func draw(_ context: Context, _ painter: SectionPainter, _ scene: SectionScene) throws
    -> ([UInt32], [UInt32])
  {
    let (width, height) = (painter.frame.width, painter.frame.height)
    let main = ShaderChunk(
      name: "section.frag",
      text: """
        layout(location = 0) out uvec4 colour;
        layout(location = 1) out uvec4 state;
        void main() {
          vec2 pixel = gl_FragCoord.xy;
          vec2 q = origin + pixel * pixelStep;
          colour = floatBitsToUint(sectionColour(q));
          state = floatBitsToUint(vec4(sectionLight(q)));
        }
        """)
    func chunk(_ source: ShaderSource) -> ShaderChunk {
      ShaderChunk(name: source.rawValue, text: source.text)
    }
    let program = try Program(
      context, label: "section", vertex: [chunk(.precision), chunk(.canvasVertex)],
      fragment: (ShaderSource.fragmentChunks + [.section]).map(chunk) + [main],
      defines: (SheetNeeds(painter.frame, scene.pictures).defines + ["SECTION", "BACK_PICTURE"]).map
      {
        ShaderDefine($0)
      })
    _ = program.bindUniformBlock("Frame", to: 0)
    _ = program.bindUniformBlock("Section", to: 1)
    let frame = try Buffer(context, .uniform, painter.frame.uniforms.span, usage: .streaming)
    let section = try Buffer(context, .uniform, painter.section.uniforms.span, usage: .streaming)
    let front = try texture(context, scene.pictures.front.linear)
    let back = try texture(context, (scene.pictures.back ?? scene.pictures.front).linear)
    let first = try Renderbuffer(context, format: .rgba32ui, width: width, height: height)
    let second = try Renderbuffer(context, format: .rgba32ui, width: width, height: height)
    let target = try Framebuffer(context, colors: [first.attachment, second.attachment])
    let triangle = try VertexArray(context)
    front.bind(unit: 0)
    back.bind(unit: 2)
    _ = program.setSampler("frontPicture", unit: 0)
    _ = program.setSampler("backPicture", unit: 2)
    frame.bind(uniform: 0)
    section.bind(uniform: 1)
    target.bind()
    program.setTexels(of: scene.pictures)
    program.use()
    context.draw(.triangles, triangle, count: 3)
    return (try words(target, 0), try words(target, 1))
  }

  private func texture(_ context: Context, _ picture: LinearImage) throws -> Texture {
    let texture = try Texture(
      context, format: .rgba32f, width: (picture.width + 31) / 32 * 32,
      height: (picture.height + 31) / 32 * 32, levels: LinearImage.coarsest + 1)
    for number in 0...LinearImage.coarsest {
      let level = picture.level(number)
      try texture.upload(
        texels: level.texels, level: number,
        region: PixelRegion(width: level.width, height: level.height))
    }
    return texture
  }

  private func words(_ target: borrowing Framebuffer, _ index: Int) throws -> [UInt32] {
    var values = [UInt32](repeating: 0, count: 4 * target.width * target.height)
    var span = values.mutableSpan
    try target.read(index, into: &span, deadline: .now + .seconds(120))
    return values
  }
}
