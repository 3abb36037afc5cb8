import CurlCore
import PageCurl
import TestSupport
import Testing

/// Frames of which only what changes is drawn.
@Suite struct PatchTests {
  @Test func whatPatchesCannotShowIsDrawnWhole() throws {
    let looks: [(inout CurlParameters) -> Void] = [
      { $0.cornerRadius = .pixels(20) }, { $0.thickness = .pixels(3) },
      { $0.keyLight.share = 0.5 }, { $0.view = .eye(distance: .percent(200)) },
    ]
    for look in looks {
      let turn = try Fixture.turn(Fixture.pages(160, 226), radius: 20, change: look)
      #expect(try patches(turn, .progress(0.5)) == nil)
    }
    let turn = try Fixture.turn(Fixture.pages(160, 226), radius: 24)
    #expect(try patches(turn, .progress(0.5)) != nil)
  }

  private func patches(_ turn: PageTurn, _ moment: Moment) throws -> SheetPatches? {
    guard case .curl(let frame, _) = try Drawing(turn.scene(moment)) else { return nil }
    return SheetPatches(frame)
  }
}
