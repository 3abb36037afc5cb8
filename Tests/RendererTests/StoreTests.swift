import CurlCore
import CurlStore
import PageCurl
import TestSupport
import Testing

@testable import CurlCPU

/// Stores of pages that are larger than their picture: what they hold, and what is drawn of them.
@Suite("Stores") struct StoreTests {
  /// A page of noise.
  private func picture(_ width: Int, _ height: Int, isDeep: Bool, isOpaque: Bool) -> Pixmap {
    var random = Random(seed: UInt64(width * 131 + height))
    let most: UInt16 = isDeep ? .max : 255
    let values = (0..<width * height).flatMap { _ -> [UInt16] in
      let alpha =
        isOpaque
        ? most
        : [0, most, UInt16.random(in: 0...most, using: &random)][
          Int.random(in: 0...2, using: &random)]
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

  /// The mean over a texel, pixel by pixel.
  private func mean(_ picture: Pixmap, _ grid: StoreGrid, _ x: Int, _ y: Int) -> SIMD4<Double> {
    let low = grid.origin + SIMD2(Double(x), Double(y)) * grid.step
    let high = low + grid.step
    var (sum, total) = (SIMD4<Double>.zero, 0.0)
    for row in 0..<picture.height {
      let down = min(high.y, Double(row + 1)) - max(low.y, Double(row))
      if down <= 0 { continue }
      for column in 0..<picture.width {
        let across = min(high.x, Double(column + 1)) - max(low.x, Double(column))
        if across <= 0 { continue }
        sum += across * down * light(picture, column, row)
        total += across * down
      }
    }
    return sum / total
  }

  @Test(
    "each texel is the mean of what it covers",
    arguments: [(7, 11), (64, 3), (1, 40), (40, 1), (23, 29), (3, 200)],
    [
      (SIMD2(2.3, 3.7), SIMD2(0.0, 0)), (SIMD2(1.4, 1.01), SIMD2(0.3, 0.9)),
      (SIMD2(5, 1), SIMD2(-3.3, 0)), (SIMD2(0.7, 90), SIMD2(0.2, -11)),
      (SIMD2(2, 2), SIMD2(-4, -6)), (SIMD2(400, 3), SIMD2(-10, 1.5)),
    ])
  func means(_ size: (Int, Int), _ place: (step: SIMD2<Double>, origin: SIMD2<Double>)) {
    let page = PageSize(width: size.0, height: size.1)
    let canvas = Canvas(width: 31, height: 57, origin: place.origin, step: place.step)
    for isDeep in [false, true] {
      for isOpaque in [false, true] {
        let pixmap = picture(size.0, size.1, isDeep: isDeep, isOpaque: isOpaque)
        let picture = PreparedPicture(pixmap)
        for grid in [StoreGrid.flat(page, on: canvas), .bent(page, on: canvas)] {
          let store = picture.store(grid)
          #expect((store.width, store.height) == (grid.width, grid.height))
          #expect(picture.store(grid) === store)
          var worst = 0.0
          for y in 0..<store.height {
            for x in 0..<store.width {
              let truth = mean(pixmap, grid, x, y) * 32767
              let texel = store.texels[y * store.stride + x]
              for i in 0..<4 {
                let value = Double(texel >> UInt64(16 * i) & 0xFFFF)
                // What no pixel of the page lies in isn't seen.
                if truth[i].isFinite { worst = max(worst, abs(value - truth[i])) }
              }
              if isOpaque { #expect(texel >> 48 == 32767) }
            }
          }
          #expect(worst <= 0.53, "\(size) by \(place)")
          let last = store.texels[(store.height - 1) * store.stride + store.width - 1]
          #expect(store.texels[(store.height + 2) * store.stride + store.width + 3] == last)
        }
      }
    }
  }

  @Test("a store of a page at its own size is the page in linear light")
  func identity() throws {
    let pixmap = TestPages.page(.front, width: 33, height: 21)
    let page = PageSize(width: 33, height: 21)
    let canvas = Canvas(width: 20, height: 12, origin: .zero, step: SIMD2(1.7, 1.9))
    let store = PreparedPicture(pixmap).store(.bent(page, on: canvas))
    let linear = try #require(LinearPage16(opaque: pixmap))
    #expect(store.stride == linear.stride && store.texels == linear.texels)
    #expect(store.grid == linear.grid && store.scale == SIMD2(1, 1) && store.offset == .zero)
  }

  @Test("grids lie at the canvas's phase, and end with the page")
  func grids() {
    let page = PageSize(width: 100, height: 60)
    let canvas = Canvas(width: 50, height: 40, origin: SIMD2(-5, -7.5), step: SIMD2(2.5, 5))
    let flat = StoreGrid.flat(page, on: canvas)
    #expect(flat.step == SIMD2(2.5, 5) && flat.origin == SIMD2(0, -2.5))
    #expect(flat.width == 40 && flat.height == 13)
    let bent = StoreGrid.bent(page, on: canvas)
    #expect(bent.step == SIMD2(1.25, 2.5) && bent.origin == SIMD2(0, 0))
    #expect(bent.width == 80 && bent.height == 24)
    // A part of the page, along one axis: the flat store ends with the canvas, the other doesn't.
    let part = Canvas(width: 10, height: 60, origin: SIMD2(20, 0), step: SIMD2(3, 1))
    let strip = StoreGrid.flat(page, on: part)
    #expect(strip.width == 10 && strip.height == 60 && strip.origin == SIMD2(20, 0))
    #expect(StoreGrid.bent(page, on: part).width == 67)
    #expect(strip.isPixel == SIMD2(1, 0))
  }

  /// What the stored bytes of a store's texel are.
  private func encoded(_ store: LinearPage16, _ x: Int, _ y: Int) -> SIMD4<UInt8> {
    let texel = store.texels[y * store.stride + x]
    let channels = SIMD4(texel, texel >> 16, texel >> 32, texel >> 48) & 0xFFFF
    let value = stored(SIMD4<Float>(channels) * (1 / Float(32767)), 255) * 255 + 0.5
    return SIMD4<UInt8>(value)
  }

  static let canvases: [(String, Canvas)] = [
    ("third", Canvas(width: 111, height: 156, origin: .zero, step: SIMD2(3, 3))),
    (
      "uneven",
      Canvas(page: PageSize(width: 331, height: 467), width: 97, height: 143, fit: .stretch)
    ),
    ("margin", Canvas(width: 150, height: 200, origin: SIMD2(-21.7, -33.1), step: SIMD2(2.6, 2.7))),
    ("part", Canvas(width: 90, height: 70, origin: SIMD2(31.3, 77.7), step: SIMD2(1.5, 1.5))),
    ("one axis", Canvas(width: 331, height: 90, origin: .zero, step: SIMD2(1, 5.2))),
  ]

  @Test("what lies flat is the encoded store, byte for byte", arguments: canvases, [false, true])
  func untouched(_ place: (name: String, canvas: Canvas), isClear: Bool) async throws {
    let pages = try Fixture.pages(331, 467, translucent: isClear)
    let canvas = place.canvas
    let turn = try Fixture.turn(pages, radius: 30, canvas: canvas) {
      $0.look.background = .colour(.clear)
    }
    let grid = StoreGrid.flat(pages.size, on: canvas)
    for renderer in try await Fixture.all() {
      for (progress, page) in [(0.0, pages.front), (1, pages.next)] {
        let store = page.picture.store(grid)
        let frame = try await renderer.frame(turn, at: .progress(progress))
        // The canvas's pixel of texel (0, 0).
        let first = ((grid.origin - canvas.origin) / canvas.step).rounded(.toNearestOrEven)
        var (wrong, near, seen) = (0, 0, 0)
        for y in 0..<canvas.height {
          for x in 0..<canvas.width {
            let (i, j) = (x - Int(first.x), y - Int(first.y))
            let low = canvas.origin + SIMD2(Double(x), Double(y)) * canvas.step
            let high = low + canvas.step
            // Pixels that the page's edge crosses have their share of it; what is clear shows the next.
            guard low.x >= -1e-6, low.y >= -1e-6, high.x <= 331 + 1e-6, high.y <= 467 + 1e-6
            else { continue }
            let value = encoded(store, i, j)
            if progress == 0 && value.w < 255 { continue }
            let at = 4 * (y * canvas.width + x)
            seen += 1
            let apart = (0..<4).map { abs(Int(frame.rgba8[at + $0]) - Int(value[$0])) }.max() ?? 0
            if apart > 0 { near += 1 }
            if apart > 1 { wrong += 1 }
          }
        }
        // OpenGL's power and the processor's table round a few values in a thousand apart.
        let most = renderer.info.backend == .cpu ? 0 : seen / 200
        #expect(
          wrong == 0 && near <= most,
          "\(renderer.info), \(place.name), progress \(progress): \(near) of \(seen)")
      }
    }
  }

  /// Turns of all kinds of painters.
  private static func turns(_ pages: Pages, _ canvas: Canvas) throws -> [(String, PageTurn)] {
    var curl = CurlParameters()
    curl.radius = .pixels(40)
    curl.look.back = .picture
    var lying = curl
    lying.angle = 180
    return try [
      ("curl", PageTurn(pages, curl, canvas: canvas)),
      ("upright curl", PageTurn(pages, lying, canvas: canvas)),
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

  /// Least dB of a frame out of stores against one out of full pages.
  static let storeBound = 54.0

  @Test("frames out of stores are those of full pages", arguments: [2.0, 3.3, 6.1])
  func fullSize(step: Double) throws {
    let pages = try Fixture.pages(662, 934)
    let canvas = Canvas(
      width: Int(662 / step), height: Int(934 / step), origin: .zero, step: SIMD2(step, step))
    for (name, turn) in try Self.turns(pages, canvas) {
      for progress in [0.3, 0.55] {
        let drawing = try Renderer.resolve(turn, .progress(progress))
        var pictures = pages.pictures
        let rows = 0..<canvas.height
        let stored = CPURenderer.renderPixelwise(drawing, pictures, rows: rows)
        pictures.isFullSize = true
        let full = CPURenderer.renderPixelwise(drawing, pictures, rows: rows)
        let difference = difference(stored, full)
        print("store \(step) \(name) \(progress): \(difference.psnr) dB, \(difference.maximum)")
        #expect(difference.psnr >= Self.storeBound, "\(name) at \(progress)")
      }
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

  @Test("CPU and GPU draw the same out of stores", arguments: canvases, [false, true])
  func parity(_ place: (name: String, canvas: Canvas), isClear: Bool) async throws {
    let pages = try Fixture.pages(331, 467, translucent: isClear)
    let gpu = try await Fixture.gpu()
    for (name, turn) in try Self.turns(pages, place.canvas) {
      let drawing = try Renderer.resolve(turn, .progress(0.45))
      let cpu = CPURenderer.renderPixelwise(
        drawing, pages.pictures, rows: 0..<place.canvas.height)
      let drawn = try await gpu.frame(turn, at: .progress(0.45))
      let difference = difference(cpu, drawn.rgba8)
      let geometry = try await Fixture.cpu().geometry(turn, at: .progress(0.45))
      var inside = Difference()
      let frame = Pixmap(width: drawn.width, height: drawn.height, rgba8: cpu)
      for i in 0..<drawn.width * drawn.height where !geometry.isEdge(i) {
        inside.add(frame.channels(i), drawn.channels(i))
      }
      #expect(inside.maximum <= 1, "\(place.name), \(name): \(inside.maximum) off the edges")
      #expect(difference.psnr >= 45, "\(place.name), \(name): \(difference.psnr) dB")
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
      let drawing = try Renderer.resolve(turn, .progress(0.4))
      var pictures = pages.pictures
      let cpu = try await Fixture.cpu().frame(turn, at: .progress(0.4))
      let gpu = try await Fixture.gpu().frame(turn, at: .progress(0.4))
      #expect(difference(cpu.rgba8, gpu.rgba8).maximum <= 2)
      pictures.isFullSize = true
      let full = CPURenderer.renderPixelwise(drawing, pictures, rows: 0..<180)
      #expect(difference(cpu.rgba8, full).psnr >= 50)
    }
  }

  @Test("deep frames out of stores: both renderers, and full pages")
  func deep() async throws {
    let pages = try Pages(
      front: picture(240, 331, isDeep: true, isOpaque: true).smooth,
      next: picture(240, 331, isDeep: true, isOpaque: false).smooth)
    let canvas = Canvas(page: pages.size, width: 80, height: 110, fit: .stretch)
    let turn = try Fixture.turn(pages, radius: 20, canvas: canvas)
    let moment = Moment.progress(0.4)
    let cpu = try await Fixture.cpu().frame(turn, at: moment, format: .rgba16)
    var pictures = pages.pictures
    pictures.isFullSize = true
    let full = CPURenderer.render(
      try Renderer.resolve(turn, moment), pictures, rows: 0..<110, format: .rgba16)
    guard case .rgba16(let values) = full else { return }
    let other = Pixmap(width: 80, height: 110, rgba16: values)
    var difference = Difference()
    for i in 0..<80 * 110 { difference.add(cpu.channels(i), other.channels(i)) }
    #expect(difference.psnr >= Self.storeBound, "\(difference.psnr) dB")
    let gpu = try await Fixture.gpu().frame(turn, at: moment, format: .rgba16)
    var parity = Difference()
    for i in 0..<80 * 110 { parity.add(cpu.channels(i), gpu.channels(i)) }
    #expect(parity.psnr >= 55, "\(parity.psnr) dB")
  }

  @Test("a book's pages are stores once they are read, and its frames the same")
  func reel() async throws {
    let size = PageSize(width: 120, height: 160)
    let canvas = Canvas(spread: size, binding: .left).scaled(3.3)
    let made = (0..<8).map { _ in TestPages.Style.front }
    let pictures = made.indices.map { number -> Pixmap in
      TestPages.page([.front, .next, .back, .beside][number % 4], width: 120, height: 160)
    }
    func frames(_ isKept: Bool) async throws -> [Pixmap] {
      let kept = isKept ? pictures.map { Page($0) } : []
      let reel = try Reel(
        Book(pages: 8, layout: .facing(cover: true)), FlipTurn(), frames: 4, canvas: canvas
      ) { number in isKept ? kept[number] : Page(pictures[number]) }
      var shots: [Pixmap] = []
      for try await shot in reel {
        #expect(!shot.turn.pages.front.picture.hasPage)
        shots.append(try await Fixture.cpu().frame(shot.turn, at: shot.moment))
      }
      return shots
    }
    let first = try await frames(false)
    #expect(try await frames(true) == first)
    // What is left of a page has its size.
    let stored = Page(pictures[0])
    let turn = try PageTurn(
      Pages(front: stored, next: Page(pictures[1])), CurlParameters(),
      canvas: Canvas(page: size, width: 40, height: 53, fit: .stretch))
    let left = try turn.withStores()
    #expect(left.pages.front.pixmap.width == 120 && left.pages.front.isOpaque)
    for progress in [0, 0.5, 1] {
      #expect(
        try await Fixture.cpu().frame(left, at: .progress(progress))
          == Fixture.cpu().frame(turn, at: .progress(progress)))
    }
  }
}

extension Canvas {
  /// The same area in pixels that are larger by a factor.
  fileprivate func scaled(_ factor: Double) -> Canvas {
    Canvas(
      width: Int(Double(width) / factor), height: Int(Double(height) / factor), origin: origin,
      step: factor * step)
  }
}

extension Pixmap {
  /// A smaller picture enlarged: noise without the finest detail.
  fileprivate var smooth: Pixmap {
    scaled(width: width / 8, height: height / 8, fit: .stretch)
      .scaled(width: width, height: height, fit: .stretch)
  }
}
