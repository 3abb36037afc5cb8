import CurlCore
import PageCurl
import Testing

@testable import CurlBench
@testable import CurlCPU
@testable import CurlDefinition
@testable import CurlRaster

/// Frames out of stores of large pages against frames out of the pages themselves.
@Suite struct StoreQualityTests {
  @Test(
    "a frame of pages of 12 megapixels is that of the full pages, 54 dB", arguments: [151, 180])
  func fullSize(angle: Double) throws {
    let looks = LookPages(PageSize(width: 1024, height: 1366))
    let pages = try looks.pages(times: 3)
    let canvas = looks.canvas(pages.size, times: 0.75)
    var curl = CurlTurn()
    curl.angle = angle
    let drawing = try Renderer.resolve(
      try PageTurn(pages, curl, canvas: canvas), .progress(0.45)
    ).drawing
    // A store whose texels are the page's pixels is read as it is at any scale.
    func full(_ picture: PreparedPicture) -> PreparedPicture {
      picture.stored(at: .zero, step: SIMD2(2.nextUp, 2.nextUp))
    }
    var pictures = pages.pictures
    (pictures.front, pictures.next) = (full(pictures.front), full(pictures.next))
    #expect(pictures.front.grid.width == 3072)
    func frame(_ pictures: FramePictures) -> Pixmap {
      Pixmap(
        width: canvas.width, height: canvas.height,
        storage: CPURenderer.render(drawing, pictures, rows: 0..<canvas.height, format: .rgba8))
    }
    let (stored, exact) = (frame(pages.pictures), frame(pictures))
    var difference = Difference()
    for i in 0..<canvas.width * canvas.height {
      difference.add(stored.channels(i), exact.channels(i))
    }
    #expect(difference.psnr >= 54 && difference.maximum > 0, "\(difference.psnr) dB")
  }
}
