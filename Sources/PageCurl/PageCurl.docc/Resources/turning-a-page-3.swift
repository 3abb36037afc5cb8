import PageCurl

/// Turns a page of its own making, as the tutorial in PageCurl's documentation does.
@main
struct Consumer {
  static func main() async throws {
    // Pixmaps are premultiplied, sRGB-encoded RGBA, rows from the top.
    let front = Page(ruledPaper(ink: 40))
    let next = Page(ruledPaper(ink: 150))

    var parameters = CurlTurn()
    parameters.angle = 135
    parameters.radius = .percent(12)
    let turn = try PageTurn(Pages(front: front, next: next), parameters)

    let renderer = try await Renderer(.auto)
    print("drawing with \(renderer.info)")
    for try await frame in renderer.frames(turn, count: 9) {
      print("frame \(frame.index): \(frame.pixmap.width) × \(frame.pixmap.height)")
    }
  }

  /// Lines across, and a margin on the left.
  static func ruledPaper(ink: UInt8) -> Pixmap {
    let (width, height) = (180, 240)
    var bytes: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        let isInk = y % 16 == 8 || x == 24
        bytes += isInk ? [ink, ink, 200, 255] : [250, 248, 240, 255]
      }
    }
    return Pixmap(width: width, height: height, rgba8: bytes)
  }
}
