import CurlCore
import Testing

@Suite("Half leaves, placeholders and scales") struct BookSizesTests {
  @Test("Page p is the back of leaf N − p above and the front of leaf N − p − 1 below")
  func s1_2_halfLeaves() {
    for pages in 1...20 {
      let board = Flipboard(pages: pages)
      #expect(board.leaves == pages + 1)
      for page in 0..<pages {
        #expect(board.upperLeaf(of: page) == pages - page)
        #expect(board.lowerLeaf(of: page) == pages - page - 1)
        // A leaf's back starts the page after its front's.
        #expect(page + 1 == pages || board.upperLeaf(of: page + 1) == board.lowerLeaf(of: page))
      }
    }
    // The leaf that turns from the first of three pages.
    #expect(Flipboard(pages: 3).lowerLeaf(of: 0) == 2)
  }

  @Test("Placeholders have the documented sizes and are clear")
  func s0_16_placeholders() {
    let page = PageSize(width: 801, height: 600)
    let cases: [(Placeholder, Int, Int)] = [
      (.missing, 300, 200), (.failed(page), 401, 300), (.empty, 100, 100),
      (.failed(PageSize(width: 1, height: 1)), 1, 1),
    ]
    for (placeholder, width, height) in cases {
      #expect(placeholder.size == PageSize(width: width, height: height))
      #expect(
        placeholder.picture
          == Pixmap(
            width: width, height: height,
            rgba8: [UInt8](repeating: 0, count: 4 * width * height)))
    }
  }

  @Test("A page that isn't drawn yet has a blank face, white to 0.8 grey")
  func s1_25_blankFace() {
    let size = PageSize(width: 60, height: 90)
    let picture = Placeholder.blank(size).picture
    #expect(picture.width == 60 && picture.height == 90 && picture.isOpaque)
    func grey(_ x: Int, _ y: Int) -> Int { Int(picture.rgba8[4 * (60 * y + x)]) }
    // Around (30, 30); both lower corners are the furthest.
    #expect(grey(29, 29) >= 254 && grey(30, 30) >= 254)
    #expect((204...205).contains(grey(0, 89)) && (204...205).contains(grey(59, 89)))
    #expect(grey(0, 0) == grey(59, 0) && grey(0, 0) > grey(0, 89))
    // Evenly by the distance: half of it is half of the way.
    #expect(abs(grey(30, 63) - 255 + Int((51 * 33.5 / 67.08).rounded())) <= 1)
    for y in 30..<89 { #expect(grey(30, y + 1) <= grey(30, y)) }
  }

  @Test(
    "A picture is brought to page pixels only where its scale is over 0.1 away from 1",
    arguments: [
      (0.5, 800), (0.89, 449), (0.9, 400), (0.95, 400), (1.0, 400), (1.05, 400), (1.1, 400),
      (1.11, 360), (2.0, 200), (3.0, 133), (1000.0, 1),
    ])
  func s0_11_scaleTolerance(_ factor: Double, _ width: Int) {
    let scale = CaptureScale(factor)
    let picture = PageSize(width: 400, height: 400)
    #expect(scale.page(of: picture) == PageSize(width: width, height: width))
    #expect(scale.isRescaled == (width != 400))
    if !scale.isRescaled { #expect(scale.picture(of: picture) == picture) }
  }

  @Test("A page captured at twice its size comes back as it was")
  func s0_11_scaleRoundTrip() {
    for factor in [0.5, 1, 2, 3, 4] {
      let page = PageSize(width: 320, height: 478)
      #expect(CaptureScale(factor).page(of: CaptureScale(factor).picture(of: page)) == page)
    }
    #expect(
      CaptureScale(2).picture(of: PageSize(width: 3, height: 5)) == PageSize(width: 6, height: 10))
  }
}
