import CurlCore
import PageCurl
import TestSupport
import Testing

@testable import CurlBench

@Suite struct PagePreparationTests {
  private let picture = TestPages.page(.front, width: 40, height: 57)

  /// A picture by itself is only looked through for alpha.
  @Test func whatTheProcessorReadsIsMadeWhileItIsMeasured() async throws {
    let fresh = Page(picture)
    #expect(!fresh.picture.isLinear16Cached && !fresh.picture.linear.has(0))
    let renderer = try await Renderer(.cpu)
    let opaque = try await PagePreparation.measure(picture, renderer)
    #expect(opaque.page.picture.isLinear16Cached && opaque.lap.wall > 0)
    var bytes = picture.rgba8
    bytes.replaceSubrange(0..<4, with: [0, 0, 0, 0])
    let clear = try await PagePreparation.measure(
      Pixmap(width: 40, height: 57, rgba8: bytes), renderer)
    #expect(clear.page.picture.isLinear16Cached && !clear.page.picture.linear.has(0))
  }

  @Test func whatAGPUReadsIsUploadedWhileItIsMeasured() async throws {
    guard let renderer = try? await Renderer(.gpu) else {
      try Test.cancel("no OpenGL ES on this machine")
    }
    let page = try await PagePreparation.measure(picture, renderer).page
    let held = try await renderer.residency()
    await renderer.shutDown()
    #expect(held.textures == 1 && page.picture.linear.has(0))
  }
}
