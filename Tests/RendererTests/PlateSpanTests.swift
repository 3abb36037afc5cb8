import CurlCore
import CurlKernels
import CurlRaster
import TestSupport
import Testing

@testable import CurlCPU

/// Flat leaves in spans, against ``PlatePainter``.
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
      for canvas in canvases {
        for progress in [0.08, 0.45, 0.83] {
          let stage = TurnStage(page: page, canvas: canvas)
          var scene = turn.scene(.progress(progress), on: stage, base: .next)
          change.apply(to: &scene)
          try check(scene, Self.pictures(page, isTranslucent: isTranslucent))
        }
      }
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

  private func check(_ scene: Scene, _ pictures: FramePictures) throws {
    guard case .stack(let stack) = try Drawing(scene) else { return }
    for layer in stack.layers {
      switch layer.body {
      case .plate(let plate), .shadow(let plate):
        check(plate, layer.bounds, stack, pictures, isDeep: true, Self.most)
        // Halves, of pages with alpha, are rounded by 2⁻¹² of their value.
        let rounding: Float = pictures.front.isOpaque ? 0 : 0x1p-12
        check(plate, layer.bounds, stack, pictures, isDeep: false, Self.most + rounding)
      case .background, .sheet: continue
      }
    }
  }

  private func check(
    _ plate: Plate, _ bounds: PixelBounds, _ stack: Stack, _ pictures: FramePictures, isDeep: Bool,
    _ most: Float
  ) {
    let common = stack.common
    let painter = PlatePainter(plate, common, pictures)
    let levels: Float = plate.readsLevels(common) ? 4 : 1
    PinnedPictures.with(pictures.distinct, step: levels, isDeep: isDeep) { pinned in
      unsafe Tables.with { tables in
        var tables = unsafe tables
        var frame = unsafe curl_frame(common, pictures, pinned, sides: .both)
        var kernel = unsafe curl_plate(plate, common, pictures, pinned)
        /// Pixels of a row, in pieces of so many.
        func row(_ width: Int32, _ y: Int, pieces: Int) -> [SIMD4<Float>] {
          var colours = [SIMD4<Float>](repeating: .zero, count: bounds.x.count)
          unsafe colours.withUnsafeMutableBytes { bytes in
            guard let out = unsafe bytes.assumingMemoryBound(to: Float.self).baseAddress else {
              return
            }
            for start in stride(from: 0, to: bounds.x.count, by: pieces) {
              unsafe curl_plate_span(
                width, &frame, &kernel, &tables, Int32(y), Int32(bounds.x.lowerBound + start),
                Int32(min(pieces, bounds.x.count - start)), nil, out + 4 * start)
            }
          }
          return colours
        }
        for y in stride(from: bounds.y.lowerBound, to: bounds.y.upperBound, by: 13) {
          let colours = row(0, y, pieces: Int(CURL_SPAN))
          for width in 0...curl_widest() { #expect(row(width, y, pieces: 37) == colours) }
          for (colour, x) in zip(colours, bounds.x) {
            let exact = painter.colour(x, y)
            let off = (colour - exact).replacing(with: exact - colour, where: colour .< exact)
            #expect(off.max() <= most, "(\(x), \(y)): \(colour) for \(exact)")
          }
        }
      }
    }
  }
}
