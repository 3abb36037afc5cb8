import CurlCore
import PageTurner
import Testing

/// S3-13: the kind of turn changes while the book is read.
@Suite struct KindTests {
  @Test func s3_13_atRestTheKindChangesAtOnce() throws {
    var turner = try makeTurner()
    #expect(turner.turn == nil && turner.posture.turn == nil)
    #expect(try turner.handle(.turn(as: "slide"), at: 1).map(\.kind) == [.turns(as: "slide")])
    #expect(turner.turn == "slide" && turner.posture.turn == "slide")
  }

  /// A leaf lands as it was lifted, and turns that wait are of the kind that was asked for before them.
  @Test func s3_13_inMotionItWaitsInItsOrder() throws {
    for onBusyEdit in TurnerConfiguration.BusyEdit.allCases {
      var turner = try makeTurner(rules { $0.onBusyEdit = onBusyEdit })
      try turner.handle(.navigate(Navigation(.next)), at: 1)
      for kind in ["slide", "flip"] {
        #expect(try turner.handle(.turn(as: kind), at: 1.1).isEmpty)
        try turner.handle(.navigate(Navigation(.next)), at: 1.1)
      }
      var kinds: [String?] = []
      for time in [1.4, 1.75, 2.25] {
        try turner.handle(.tick, at: time)
        #expect(turner.posture.leaves.count == 1)
        kinds.append(turner.posture.turn)
      }
      #expect(kinds == [nil, "slide", "flip"])
      try turner.handle(.tick, at: 9)
      #expect(turner.stop == 7)
    }
  }

  /// Whoever holds the sheet up is asked to give way, as by an edit.
  @Test func s3_13_aLostFingerAndACornerGiveWay() throws {
    var turner = try makeTurner()
    try turner.handle(.down(id: 1, SIMD2(800, 300)), at: 0)
    try turner.handle(.move(id: 1, SIMD2(600, 300)), at: 0.5)
    try turner.handle(.turn(as: "slide"), at: 0.75)
    #expect(try turner.handle(.tick, at: 9).contains { $0.kind == .turns(as: "slide") })
    var peeking = try makeTurner(rules { $0.peek = .init(corner: 0.2) })
    try peeking.handle(.hover(SIMD2(890, 590)), at: 1)
    try peeking.handle(.tick, at: 2)
    try peeking.handle(.turn(as: "slide"), at: 3)
    #expect(peeking.posture.turn == nil && peeking.position == 4.05)
    try peeking.handle(.tick, at: 5)
    #expect(peeking.posture.turn == "slide" && peeking.position == 4.05)
  }
}
