import CurlKernels
import TestSupport
import Testing

@testable import CurlCore
@testable import CurlDefinition
@testable import CurlRaster

/// Flat leaves in spans, against ``StackPainter``.
@Suite struct PlateSpanTests {
  /// Most by which linear light may be off: what texels of 16 bits are rounded by, and a tenth of 1/255
  /// near black.
  private static let most: Float = 1e-4

  /// What a scene's leaves are changed by.
  enum Change: CaseIterable {
    case nothing, corners, encoded, inks, seam

    func apply(to scene: inout Scene) {
      if self == .corners { scene.outline = .rectangle(cornerRadius: 17) }
      for i in scene.leaves.indices { apply(to: &scene.leaves[i], i) }
    }

    private func apply(to leaf: inout Leaf, _ number: Int) {
      switch self {
      case .nothing, .corners: break
      case .encoded:
        leaf.mixing = .encoded
        leaf.front.tint = Colour(red: 0.9, green: 0.4, blue: 0.1)
        leaf.front.tintAmount = 0.3
        leaf.back.tintAmount = 0.2
      case .inks:
        leaf.opacity = 0.7
        leaf.front.showThrough = 0.25
        leaf.back.showThrough = 0.15
        leaf.front.tintAmount = 0.2
        leaf.beneath = .next
        leaf.beneathShare = 0.5
      case .seam:
        leaf.seam = Seam(
          point: SIMD2(60, 70), normal: SIMD2(0.6, 0.8), beyond: number % 2 == 0 ? nil : 0.4)
      }
    }
  }

  private static let turns: [any Turn] = [
    FlipTurn(), CardTurn(), EffectTurn(), SlideTurn(), CoverTurn(), DropTurn(), LeavesTurn(),
  ]

  @Test(arguments: Change.allCases, [false, true])
  func spansAreThePainters(_ change: Change, isTranslucent: Bool) throws {
    let page = PageSize(width: 150, height: 110)
    let canvases: [Canvas] = [
      Canvas(page: page), Canvas(page: page, width: 111, height: 83, fit: .stretch),
    ]
    for turn in Self.turns {
      var count = 0
      for canvas in canvases {
        for progress in [0.08, 0.45, 0.83] {
          let stage = TurnStage(page: page, canvas: canvas)
          var scene = turn.scene(.progress(progress), on: stage, base: .next)
          change.apply(to: &scene)
          count += try check(scene, Self.pictures(page, isTranslucent: isTranslucent))
        }
      }
      #expect(count > 0, "\(type(of: turn).name) has no flat leaf")
    }
  }

  private static func pictures(_ page: PageSize, isTranslucent: Bool) -> FramePictures {
    func picture(_ style: TestPages.Style) -> PreparedPicture {
      PreparedPicture(
        isTranslucent
          ? TestPages.translucent(style, width: page.width, height: page.height)
          : TestPages.page(style, width: page.width, height: page.height))
    }
    return FramePictures(front: picture(.front), next: picture(.next), back: picture(.back))
  }

  /// Draws each flat leaf alone, without anything below; returns the number of leaves.
  private func check(_ scene: Scene, _ pictures: FramePictures) throws -> Int {
    var count = 0
    // Halves, of pages with alpha, are rounded by 2⁻¹² of their value.
    let rounding: Float = pictures.front.isOpaque ? 0 : 0x1p-12
    for leaf in scene.ground + scene.leaves {
      var alone = scene
      (alone.ground, alone.leaves) = ([], [leaf])
      (alone.background, alone.base) = (.colour(.clear), .nothing)
      guard case .stack(let stack) = try Drawing(alone), stack.sheets.isEmpty else { continue }
      for layer in stack.layers {
        guard case .plate = layer.body else { continue }
        count += 1
        check(stack, layer.bounds, pictures, isDeep: true, Self.most)
        check(stack, layer.bounds, pictures, isDeep: false, Self.most + rounding)
      }
    }
    return count
  }

  /// Compares pixels within `most` of linear light.
  private func check(
    _ stack: Stack, _ bounds: PixelBounds, _ pictures: FramePictures, isDeep: Bool, _ most: Float
  ) {
    let painter = StackPainter(stack, pictures)
    let spans = (0...curl_widest()).map {
      StackSpans(stack, pictures, store: CURL_RGBA16, isDeep: isDeep, width: $0)
    }
    /// Pixels of a row, in pieces of so many.
    func row(_ spans: StackSpans, _ y: Int, pieces: Int) -> [UInt16] {
      var channels = [UInt16](repeating: 0, count: 4 * bounds.x.count)
      unsafe channels.withUnsafeMutableBytes { bytes in
        guard let out = bytes.baseAddress else { return }
        for start in stride(from: 0, to: bounds.x.count, by: pieces) {
          let first = bounds.x.lowerBound + start
          unsafe spans.draw(
            y, first..<min(first + pieces, bounds.x.upperBound), to: out + 8 * start)
        }
      }
      return channels
    }
    for y in stride(from: bounds.y.lowerBound, to: bounds.y.upperBound, by: 13) {
      let channels = spans[0].pinned { row(spans[0], y, pieces: Int(CURL_SPAN)) }
      for spans in spans { #expect(spans.pinned { row(spans, y, pieces: 37) } == channels) }
      for (i, x) in bounds.x.enumerated() {
        let exact = painter.colour(x, y)
        let seen = SIMD4<Float>(
          (0..<4).map { Float(channels[4 * i + $0]) })
        // Alpha that is off, too, moves a colour by half of that; and both are rounded.
        let rest = SIMD4(repeating: 32768 * most + 4)
        let shift = SIMD4(most, most, most, 0)
        let low = 65535 * stored(max(exact - shift, .zero), 65535) - rest
        let high = 65535 * stored(exact + shift, 65535) + rest
        #expect(
          all(seen .>= low .& seen .<= high .| seen .== 65535 .& high .> 65535),
          "(\(x), \(y)): \(seen) for \(low) to \(high)")
      }
    }
  }

  private func max(_ a: SIMD4<Float>, _ b: SIMD4<Float>) -> SIMD4<Float> {
    a.replacing(with: b, where: a .< b)
  }
}
