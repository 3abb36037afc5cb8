import CurlCore
import Testing

/// How a cross-section is cut for its camera.
@Suite struct SectionTests {
  private func section(_ profile: Profile, at x: Double = 0, camera: Camera = .orthographic) throws
    -> Section
  {
    let size = PageSize(width: 200, height: 300)
    return try Section(
      Scene(
        page: size, base: .next,
        leaves: [
          Leaf(
            front: Face(.picture(.front)), back: Face(.mirrored),
            surface: .profile(profile, fold: Fold(point: SIMD2(x, 150), normal: SIMD2(1, 0))))
        ], camera: camera, canvas: Canvas(page: size)))
  }

  @Test func aFlatLeafIsOnePiece() throws {
    let flat = try section(Profile(pieces: []), at: 120)
    #expect(flat.pieces.count == 1 && flat.cells.count == 1)
    #expect(!flat.isLifted)
    let landed = try section(Profile(lift: .pi, pieces: []))
    #expect(landed.pieces.count == 1 && landed.pieces[0].rootSign == 1)
    #expect(landed.cells[0].low == -200 && landed.cells[0].high == 0)
    #expect(!landed.isLifted)
  }

  @Test func aHalfTurnIsCutAtItsSilhouette() throws {
    let half = try section(.halfTurn(radius: 20), at: 120)
    // Flat, the roll's lower and upper quarter, the flap.
    #expect(half.pieces.map(\.isFront) == [true, true, false, false])
    #expect(half.cells.map { $0.layers } == [[0], [3, 0], [2, 1]])
    #expect(half.liftedCurves.count == 2)
  }

  @Test func windingsShareTheirPieces() throws {
    let roll = try section(Profile(pieces: [.arc(radius: 5, turn: 100)]), at: 20)
    #expect(roll.pieces.count <= 8)
    // 180 page pixels on a circle of 31.4: the sixth winding isn't whole.
    #expect(roll.pieces.map(\.windings).max() == 6)
    // From outside the first winding is met first, from inside the last.
    for piece in roll.pieces where piece.windings > 1 {
      #expect((piece.period > 0) != piece.isFront)
    }
  }

  @Test func aRollOfTheWholePageIsOneCurve() throws {
    // It begins in the air; where its windings touch the plane must not be up to rounding.
    var starts = (1..<400).map { Double($0) * 0.0313 }
    for turns in [0.5, 0.75, 1] { starts += [turns * 10 * .pi, turns * 10 * .pi - 1e-4] }
    for start in starts {
      let roll = try section(Profile(pieces: [.arc(radius: 5, turn: 100)]), at: -start)
      #expect(roll.liftedCurves.count == 1, "\(start)")
    }
  }

  @Test func whatIsTooMuchIsRefused() {
    #expect(throws: CurlFrame.Unsupported.self) {
      try section(Profile(pieces: [.arc(radius: 0.1, turn: 3000)]))
    }
    let wave = (0..<24).map { Profile.Piece.arc(radius: 4, turn: $0 % 2 == 0 ? 1 : -1) }
    #expect(throws: CurlFrame.Unsupported.self) { try section(Profile(pieces: wave)) }
  }

  @Test func whatIsHigherThanTheEyeSeesIsCutOff() throws {
    let leaf = try section(
      Profile(lift: .pi / 3, pieces: []),
      camera: .perspective(centre: SIMD2(100, 150), distance: 120))
    // Up to a height of 108: 62.4 page pixels from the spine, seen ten times as far from the centre.
    #expect(leaf.pieces.count == 1)
    let end: Float = 100 + (62.354 - 100) * 10
    #expect(abs(leaf.cells[0].low - end) < 1)
  }
}
