import CurlCore
import CurlMesh
import Testing

@Suite struct UniformsTests {
  @Test func aSectionsBlockHasItsSizeWhateverIsInIt() throws {
    let rows = 2 + 3 * Section.mostPieces + 3 * Section.mostCells + 2 * Section.mostLiftedCurves
    let page = PageSize(width: 200, height: 300)
    let fold = Fold(point: SIMD2(50, 150), normal: SIMD2(1, 0))
    for profile in [Profile(pieces: []), .halfTurn(radius: 20), Profile(lift: 1, pieces: [])] {
      let leaf = Leaf(
        front: Face(.picture(.front)), back: Face(.mirrored),
        surface: .profile(profile, fold: fold))
      let scene = Scene(page: page, base: .next, leaves: [leaf], canvas: Canvas(page: page))
      #expect(try Section(scene).uniforms.count == rows)
    }
  }
}
