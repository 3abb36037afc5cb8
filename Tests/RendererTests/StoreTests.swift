import CurlCore
import PageCurl
import TestSupport
import Testing

@testable import CurlCPU
@testable import CurlDefinition
@testable import CurlRaster

/// Stores of pages that are larger than their picture: what they hold, and what is drawn of them.
@Suite("Stores") struct StoreTests {
  /// A page of noise.
  private func picture(_ width: Int, _ height: Int, isDeep: Bool, isOpaque: Bool) -> Pixmap {
    var random = Random(seed: UInt64(width * 131 + height))
    let most: UInt16 = isDeep ? .max : 255
    let values = (0..<width * height).flatMap { _ -> [UInt16] in
      let some: [UInt16] = [0, most, UInt16.random(in: 0...most, using: &random)]
      let alpha = isOpaque ? most : some[Int.random(in: 0...2, using: &random)]
      return (0..<3).map { _ in UInt16.random(in: 0...alpha, using: &random) } + [alpha]
    }
    return isDeep
      ? Pixmap(width: width, height: height, rgba16: values)
      : Pixmap(width: width, height: height, rgba8: values.map { UInt8($0) })
  }

  /// A page pixel's premultiplied linear light.
  private func light(_ picture: Pixmap, _ x: Int, _ y: Int) -> SIMD4<Double> {
    let stored = picture.channels(y * picture.width + x) / 255
    guard stored.w > 0 else { return .zero }
    func channel(_ v: Double) -> Double { SRGB.decode(min(v / stored.w, 1)) * stored.w }
    return SIMD4(channel(stored.x), channel(stored.y), channel(stored.z), stored.w)
  }

  /// The mean over a part of a page, pixel by pixel.
  private func mean(_ picture: Pixmap, _ low: SIMD2<Double>, _ high: SIMD2<Double>)
    -> SIMD4<Double>
  {
    var (sum, total) = (SIMD4<Double>.zero, 0.0)
    func pixels(_ low: Double, _ high: Double, _ count: Int) -> Range<Int> {
      let first = min(max(Int(low.rounded(.down)), 0), count)
      return first..<max(min(Int(high.rounded(.up)), count), first)
    }
    for row in pixels(low.y, high.y, picture.height) {
      let down = min(high.y, Double(row + 1)) - max(low.y, Double(row))
      for column in pixels(low.x, high.x, picture.width) {
        let across = min(high.x, Double(column + 1)) - max(low.x, Double(column))
        sum += across * down * light(picture, column, row)
        total += across * down
      }
    }
    return sum / total
  }

  @Test(
    "each texel is the mean of what it covers of the page",
    arguments: [(7, 11), (64, 3), (1, 40), (40, 1), (23, 29), (3, 200)],
    [
      (SIMD2(4.6, 7.4), SIMD2(0.0, 0)), (SIMD2(2.8, 2.02), SIMD2(0.3, 0.9)),
      (SIMD2(10, 1), SIMD2(-3.3, 0)), (SIMD2(0.7, 90), SIMD2(0.2, -11)),
      (SIMD2(4, 4), SIMD2(-4, -6)), (SIMD2(800, 3), SIMD2(-10, 1.5)),
    ])
  func means(_ size: (Int, Int), _ place: (step: SIMD2<Double>, origin: SIMD2<Double>)) {
    for isDeep in [false, true] {
      for isOpaque in [false, true] {
        let pixmap = picture(size.0, size.1, isDeep: isDeep, isOpaque: isOpaque)
        let page = PreparedPicture(pixmap)
        let store = page.stored(at: place.origin, step: place.step)
        #expect(store !== page && page.stored(at: place.origin, step: place.step) === store)
        let (grid, texels) = (store.grid, store.linear16)
        #expect((texels.width, texels.height) == (grid.width, grid.height))
        // A pixel's corner is a texel's.
        for i in 0..<2 where grid.step[i] > 1 {
          let phase = (place.origin[i] - grid.origin[i]) / grid.step[i]
          #expect(abs(phase - phase.rounded()) < 1e-9)
          #expect(abs(grid.step[i] - place.step[i] / 2) < 1e-12 && grid.origin[i] <= 0)
        }
        var worst = 0.0
        for y in 0..<grid.height {
          for x in 0..<grid.width {
            let low = grid.origin + SIMD2(Double(x), Double(y)) * grid.step
            let truth = mean(pixmap, low, low + grid.step)
            let texel = SIMD4<Double>(texels.colour(x, y))
            for i in 0..<4 {
              // A step of fixed point, or the largest one of halves.
              let step = isOpaque ? 1.0 / 32767 : max(truth[i] / 1024, 0x1p-24)
              worst = max(worst, abs(texel[i] - truth[i]) / step)
            }
            if isOpaque { #expect(texel.w == 1) }
          }
        }
        #expect(worst <= 0.55, "\(size) by \(place), opaque: \(isOpaque)")
      }
    }
  }

  @Test("pages are read as they are until pixels are two of theirs wide")
  func small() {
    let page = PreparedPicture(TestPages.page(.front, width: 33, height: 21))
    for step in [SIMD2(1.0, 1), SIMD2(0.3, 2), SIMD2(2, 1.7)] {
      #expect(page.stored(at: SIMD2(0.3, -4), step: step) === page)
    }
    // Along the other axis, texels stay pixels.
    let store = page.stored(at: SIMD2(0.3, -4), step: SIMD2(1.9, 4.2))
    #expect(store.grid.step == SIMD2(1, 2.1) && store.grid.width == 33)
    #expect(store.stored(at: .zero, step: SIMD2(9, 9)) === store)
  }

  static let canvases: [(String, Canvas)] = [
    ("third", Canvas(width: 111, height: 156, origin: .zero, step: SIMD2(3, 3))),
    (
      "uneven",
      Canvas(page: PageSize(width: 331, height: 467), width: 97, height: 143, fit: .stretch)
    ),
    ("margin", Canvas(width: 150, height: 200, origin: SIMD2(-21.7, -33.1), step: SIMD2(2.6, 2.7))),
    ("part", Canvas(width: 60, height: 50, origin: SIMD2(31.3, 77.7), step: SIMD2(2.5, 2.5))),
    ("one axis", Canvas(width: 331, height: 90, origin: .zero, step: SIMD2(1, 5.2))),
    ("tiny", Canvas(width: 9, height: 13, origin: .zero, step: SIMD2(331.0 / 9, 467.0 / 13))),
  ]

  /// A page's encoded mean in a pixel, 0…255.
  private func encoded(_ pixmap: Pixmap, _ canvas: Canvas, _ x: Int, _ y: Int) -> SIMD4<Double> {
    let low = canvas.origin + SIMD2(Double(x), Double(y)) * canvas.step
    let mean = mean(pixmap, low, low + canvas.step)
    return 255
      * SIMD4(SRGB.encode(mean.x), SRGB.encode(mean.y), SRGB.encode(mean.z), mean.w)
  }

  @Test("what lies flat is the page's mean over the pixel", arguments: canvases, [false, true])
  func untouched(_ place: (name: String, canvas: Canvas), isDeep: Bool) async throws {
    let pages = try Fixture.pages(331, 467)
    let canvas = place.canvas
    let turn = try Fixture.turn(pages, radius: 30, canvas: canvas) {
      $0.look.background = .colour(.clear)
    }
    for renderer in try await Fixture.all() {
      for (progress, page) in [(0.0, pages.front), (1, pages.next)] {
        let frame = try await renderer.frame(
          turn, at: .progress(progress), format: isDeep ? .rgba16 : .rgba8)
        var worst = 0.0
        for y in 0..<canvas.height {
          for x in 0..<canvas.width {
            let low = canvas.origin + SIMD2(Double(x), Double(y)) * canvas.step
            let high = low + canvas.step
            // Pixels that the page's edge crosses show it in part.
            guard low.x >= -1e-6, low.y >= -1e-6, high.x <= 331 + 1e-6, high.y <= 467 + 1e-6
            else { continue }
            let seen = frame.channels(y * canvas.width + x)
            let truth = encoded(page.pixmap, canvas, x, y)
            for i in 0..<4 { worst = max(worst, abs(seen[i] - truth[i])) }
          }
        }
        // Half a step, and what 15 bits of linear light lose in the dark, half floats elsewhere: layers
        // are halves twice. OpenGL lets a GPU round to halves either way, by a 2,048th; the curve of
        // sRGB's 2.4th root makes 0.05 steps of that in white.
        let rounding = renderer.info.backend == .gpu && !renderer.info.isSoftware ? 0.6 : 0.56
        #expect(
          worst <= (isDeep ? 0.1 : rounding), "\(renderer.info), \(place.name), \(progress)")
      }
    }
  }

  /// Turns of all kinds of painters.
  private static func turns(_ pages: Pages, _ canvas: Canvas) throws -> [(String, PageTurn)] {
    var curl = CurlTurn()
    curl.radius = .pixels(40)
    curl.look.back = .picture
    var upright = curl
    upright.angle = 180
    return try [
      ("curl", PageTurn(pages, curl, canvas: canvas)),
      ("upright curl", PageTurn(pages, upright, canvas: canvas)),
      ("slide", PageTurn(pages, SlideTurn(), canvas: canvas)),
      ("cover", PageTurn(pages, CoverTurn(), canvas: canvas)),
      ("flip", PageTurn(pages, FlipTurn(), canvas: canvas)),
      ("card", PageTurn(pages, CardTurn(), canvas: canvas)),
      ("roll", PageTurn(pages, RollTurn(), canvas: canvas)),
      ("hinge", PageTurn(pages, HingeTurn(), canvas: canvas)),
      ("bend", PageTurn(pages, BendTurn(), canvas: canvas)),
      ("corner-fold", PageTurn(pages, CornerFoldTurn(), canvas: canvas)),
    ]
  }

  /// Least dB of a turn's frame of hard-edged strokes out of stores, against one out of full pages;
  /// measured 37.4, 35.1, 45.4 and 29.8.
  ///
  /// What bends is averaged twice, and a page that moves lies at any phase of its texels. Pages of
  /// 12 megapixels reach 60 dB: see `StoreQualityTests`.
  static let bounds = ["curl": 36.0, "upright curl": 34, "card": 44, "slide": 29]

  @Test("frames out of stores are those of full pages", arguments: [2.1, 3.7])
  func fullSize(step: Double) throws {
    // Strokes of some pixels, as large pages have.
    func page(_ style: TestPages.Style) -> Pixmap {
      TestPages.page(style, width: 331, height: 467)
        .scaled(width: 1324, height: 1868, fit: .stretch)
    }
    let pages = try Pages(front: page(.front), next: page(.next), back: page(.back))
    let canvas = Canvas(
      width: Int(1324 / step), height: Int(1868 / step), origin: .zero, step: SIMD2(step, step))
    // A store whose texels are the page's pixels is read as it is at any scale.
    func full(_ picture: PreparedPicture) -> PreparedPicture {
      picture.stored(at: .zero, step: SIMD2(2.nextUp, 2.nextUp))
    }
    var pictures = pages.pictures
    pictures.front = full(pictures.front)
    pictures.next = full(pictures.next)
    pictures.back = pictures.back.map(full)
    #expect(pictures.front.grid.width == 1324 && pictures.front.grid.height == 1868)
    for (name, turn) in try Self.turns(pages, canvas) {
      guard let bound = Self.bounds[name] else { continue }
      let drawing = try Renderer.resolve(turn, .progress(0.45)).drawing
      let rows = 0..<canvas.height
      let stored = CPURenderer.renderPixelwise(drawing, pages.pictures, rows: rows)
      let full = CPURenderer.renderPixelwise(drawing, pictures, rows: rows)
      let difference = difference(stored, full)
      #expect(difference.psnr >= bound, "\(name): \(difference.psnr) dB")
    }
  }

  private func difference(_ a: [UInt8], _ b: [UInt8]) -> Difference {
    var difference = Difference()
    for i in stride(from: 0, to: a.count, by: 4) {
      func pixel(_ bytes: [UInt8]) -> SIMD4<Double> {
        SIMD4(Double(bytes[i]), Double(bytes[i + 1]), Double(bytes[i + 2]), Double(bytes[i + 3]))
      }
      difference.add(pixel(a), pixel(b))
    }
    return difference
  }

  @Test("both renderers draw the definition out of stores", arguments: canvases.prefix(4))
  func parity(_ place: (name: String, canvas: Canvas)) async throws {
    let isClear = place.name == "margin"
    let pages = try Fixture.pages(331, 467, translucent: isClear)
    let gpu = try await Fixture.gpu()
    let cpu = try await Fixture.cpu()
    for (name, turn) in try Self.turns(pages, place.canvas) {
      let drawing = try Renderer.resolve(turn, .progress(0.45)).drawing
      let rows = 0..<place.canvas.height
      let definition = CPURenderer.renderPixelwise(drawing, pages.pictures, rows: rows)
      let spans = try await cpu.frame(turn, at: .progress(0.45))
      let own = difference(definition, spans.rgba8)
      #expect(own.maximum <= 1, "\(place.name), \(name): \(own.maximum)")
      let drawn = try await gpu.frame(turn, at: .progress(0.45))
      let geometry = try await cpu.geometry(turn, at: .progress(0.45))
      let exact = Pixmap(width: drawn.width, height: drawn.height, rgba8: definition)
      var inside = Difference()
      for i in 0..<drawn.width * drawn.height where !geometry.isEdge(i) {
        inside.add(exact.channels(i), drawn.channels(i))
      }
      #expect(inside.maximum <= 1, "\(place.name), \(name): \(inside.maximum) off the edges")
      let all = difference(definition, drawn.rgba8)
      #expect(all.psnr >= 45, "\(place.name), \(name): \(all.psnr) dB")
    }
  }

  @Test("a background that is larger than the frame is read from a store, too")
  func background() async throws {
    let pages = try Pages(
      front: TestPages.page(.front, width: 100, height: 140),
      next: TestPages.page(.next, width: 100, height: 140),
      background: TestPages.page(.back, width: 700, height: 500))
    for step in [1.0, 2.5] {
      let canvas = Canvas(width: 140, height: 180, origin: SIMD2(-20, -20), step: SIMD2(step, step))
      let turn = try Fixture.turn(pages, radius: 14, canvas: canvas) {
        $0.look.background = .picture
      }
      let cpu = try await Fixture.cpu().frame(turn, at: .progress(0.4))
      for renderer in try await Fixture.all() {
        let frame = try await renderer.frame(turn, at: .progress(0.4))
        #expect(cpu.difference(frame).maximum <= 2)
        // A corner of the frame shows nothing else.
        let own = Canvas(
          width: 140, height: 180, origin: .zero, step: SIMD2(700.0 / 140, 500.0 / 180))
        let (seen, truth) = (frame.channels(0), encoded(pages.background!.pixmap, own, 0, 0))
        for i in 0..<4 { #expect(abs(seen[i] - truth[i]) <= 0.55) }
      }
    }
  }

  @Test("memory is counted for each store that a frame reads, until it is made")
  func account() throws {
    let page = PreparedPicture(TestPages.page(.front, width: 400, height: 300))
    let (step, other) = (SIMD2(3.0, 3), SIMD2(1.0, 2))
    let texels = 8 * 266 * 200
    let bytes = page.bytesToMake(at: .zero, step: step)
    #expect(bytes >= texels)
    _ = page.stored(at: .zero, step: step)
    #expect(page.bytesToMake(at: .zero, step: step) <= bytes - texels)
    #expect(page.bytesToMake(at: other, step: step) >= texels)

    let canvas = Canvas(width: 111, height: 156, origin: SIMD2(0.4, 0.3), step: SIMD2(3, 3))
    for isOpaque in [true, false] {
      for number in try Self.turns(Fixture.pages(331, 467), canvas).indices {
        let pages = try Fixture.pages(331, 467, translucent: !isOpaque)
        let (name, turn) = try Self.turns(pages, canvas)[number]
        let drawing = try Renderer.resolve(turn, .progress(0.45)).drawing
        func left() -> Int {
          drawing.bytesToMake(pages.pictures, forGPU: false, isDeep: false)
        }
        let before = left()
        _ = CPURenderer.render(
          drawing, pages.pictures, rows: 0..<canvas.height, format: .rgba8)
        // The front at least has been read.
        #expect(before - left() >= 8 * 220 * 310, "\(name), opaque: \(isOpaque)")
      }
    }
  }

  @Test("a page keeps four stores, the latest")
  func kept() {
    let page = PreparedPicture(TestPages.page(.front, width: 40, height: 30))
    func store(_ number: Int) -> PreparedPicture {
      page.stored(at: .zero, step: SIMD2(3 + Double(number), 3))
    }
    let first = store(0)
    for number in 1...3 { _ = store(number) }
    #expect(store(0) === first)
    _ = store(4)
    #expect(store(0) === first)
    for number in 1...4 { _ = store(number) }
    #expect(store(0) !== first)
  }
}
