import CurlCore
import Glibc
import PageCurl
import TestSupport
import Testing

/// What the renderer tests share: one renderer of each kind, pages, small measures.
enum Fixture {
  private static let gpuTask = Task { try await Renderer(.gpu) }
  private static let cpuTask = Task { try await Renderer(.cpu) }

  static func cpu() async throws -> Renderer { try await cpuTask.value }

  /// OpenGL on whatever there is; cancels the test, and says why, where there is none.
  static func gpu() async throws -> Renderer {
    do {
      return try await gpuTask.value
    } catch {
      if isGLDemanded { throw error }
      try Test.cancel("no OpenGL ES on this machine: \(error)")
    }
  }

  /// Whether a machine without OpenGL fails the tests, instead of skipping some.
  private static var isGLDemanded: Bool { unsafe getenv("GLCURL_TESTS_NEED_GL") != nil }

  /// Both renderers, or the CPU path alone where there is no OpenGL.
  static func all() async throws -> [Renderer] {
    do {
      return [try await cpu(), try await gpuTask.value]
    } catch {
      if isGLDemanded { throw error }
      return [try await cpu()]
    }
  }

  static func pages(_ width: Int, _ height: Int, translucent: Bool = false) throws -> Pages {
    let front =
      translucent
      ? TestPages.translucent(.front, width: width, height: height)
      : TestPages.page(.front, width: width, height: height)
    return try Pages(
      front: front, next: TestPages.page(.next, width: width, height: height),
      back: TestPages.page(.back, width: width, height: height))
  }

  static func turn(
    _ pages: Pages, angle: Double = 151, radius: Double, lit: Bool = true,
    layers: PageTurn.Layers = .all, canvas: Canvas? = nil,
    change: (inout CurlTurn) -> Void = { _ in }
  ) throws -> PageTurn {
    var parameters = CurlTurn()
    parameters.angle = angle
    parameters.radius = .pixels(radius)
    parameters.look.isLit = lit
    // What lies beside the page is its own, unless a test is about that.
    parameters.look.contactShadow = 0
    change(&parameters)
    return try PageTurn(pages, parameters, canvas: canvas, layers: layers)
  }

  /// The reference of an unlit turn.
  static func reference(_ turn: PageTurn, _ moment: Moment) -> ReferenceRenderer {
    let pictures = turn.pages.pictures
    var maps: [Picture: Pixmap] = [
      .front: pictures.front.pixmap, .next: pictures.next.pixmap,
    ]
    maps[.back] = pictures.back?.pixmap
    return ReferenceRenderer(turn.scene(moment), maps)
  }

  /// The fold of a turn at a moment.
  static func fold(_ turn: PageTurn, _ moment: Moment) -> Fold {
    turn.sheet.fold(time: turn.sheet.time(moment))
  }

  /// Distance of a pixel's centre from the fold line along its normal.
  static func distance(_ fold: Fold, _ x: Int, _ y: Int) -> Double {
    ((SIMD2(Double(x) + 0.5, Double(y) + 0.5) - fold.point) * fold.normal).sum()
  }

  /// Stored channels 0…255 over opaque ones, composited in linear light.
  static func composited(_ over: SIMD4<Double>, over under: SIMD4<Double>) -> SIMD4<Double> {
    let alpha = over.w / 255
    var result = SIMD4<Double>(0, 0, 0, 255)
    for i in 0..<3 {
      let straight = alpha > 0 ? min(over[i] / over.w, 1) : 0
      let linear = SRGB.decode(straight) * alpha + (1 - alpha) * SRGB.decode(under[i] / 255)
      result[i] = SRGB.encode(linear) * 255
    }
    return result
  }
}
