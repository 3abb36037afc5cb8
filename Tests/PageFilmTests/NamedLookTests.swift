import ImageFiles
import PageCurl
import PageFilm
import TestSupport
import Testing

@Suite("Looks by name")
struct NamedLookTests {
  private static let page = PageSize(width: 300, height: 400)

  private func look(_ text: String, file: String = "mine.json") throws -> NamedLook {
    try NamedLook(name: file, bytes: Array(text.utf8))
  }

  @Test("Each look of the program has a name and a summary of its own, and a valid turn")
  func all() throws {
    let all = NamedLook.all
    #expect(all.count >= 8 && all.first?.name == "plain")
    #expect(Set(all.map(\.name)).count == all.count)
    #expect(Set(all.map(\.summary)).count == all.count)
    for look in all {
      #expect(NamedLook.named(look.name)?.name == look.name)
      #expect(look.summary.hasSuffix("."))
      let turn = look.turn(on: Self.page)
      try turn.check()
      // Written and read again, it is the same look.
      let again = try self.look(look.text, file: "copy.json")
      #expect(again.text == look.text)
      #expect(again.framing == look.framing && again.margin == look.margin)
      func isSame<T: Turn>(_ turn: T) -> Bool { again.turn(on: Self.page) as? T == turn }
      let isEqual = isSame(turn)
      #expect(isEqual, "\(look.name)")
    }
    let (hero, plain) = (NamedLook.named("hero"), NamedLook.named("plain"))
    #expect(hero?.turn(on: Self.page) as? CurlTurn != CurlTurn())
    #expect(plain?.turn(on: Self.page) as? CurlTurn == CurlTurn())
    #expect(NamedLook.named("Hero") == nil)
  }

  @Test("A look is the turn, its parameters, the look's fields, framing and margin")
  func members() throws {
    let look = try look(
      """
      {"summary": "Mine.", "turn": "leaves", "parameters": {"dimming": 0.5, "shadowWidth": "4%"},
       "back": "#102030", "paper": "#fff0e0", "tint": "#0000ff", "tint-amount": 0.25,
       "shadow-lift": "3%", "shadow-amount": 0.5, "corner-radius": 12, "unlit": true,
       "eye": "150%", "eye-centre": [0.25, 0.75], "background": "#80808080",
       "framing": "spread", "margin": "10%"}
      """, file: "looks/mine.json")
    #expect(look.name == "mine" && look.summary == "Mine.")
    let leaves = try #require(look.turn(on: Self.page) as? LeavesTurn)
    #expect(leaves.dimming == 0.5 && leaves.shadowWidth == .pixels(12))
    #expect(leaves.look.back == .colour(Colour(red: 16 / 255, green: 32 / 255, blue: 48 / 255)))
    #expect(leaves.look.tint == Colour(red: 0, green: 0, blue: 1) && leaves.look.tintAmount == 0.25)
    #expect(leaves.look.shadowLift == .percent(3) && leaves.look.shadowAmount == 0.5)
    #expect(leaves.look.cornerRadius == .pixels(12) && !leaves.look.isLit)
    #expect(
      leaves.look.view == .eye(distance: .percent(150), centre: SIMD2(0.25, 0.75)))
    #expect(leaves.look.background != .colour(.clear))
    let canvas = look.canvas(of: leaves, page: Self.page, binding: .right)
    #expect(canvas == Canvas(width: 660, height: 460, origin: SIMD2(-30, -30), step: SIMD2(1, 1)))
    // Another turn takes what it has.
    let roll = try #require(look.applied(to: RollTurn(), on: Self.page) as? RollTurn)
    #expect(roll.look.view == leaves.look.view && roll.look.back == leaves.look.back)
  }

  @Test(
    "A fault names its line and member, and what would do",
    arguments: [
      (#"{"raduis": 9}"#, "raduis", "radius"), (#"{"dimming": 0.5}"#, "dimming", "choose one of"),
      (#"{"turn": "crul"}"#, "turn", "curl"),
      (#"{"turn": "leaves", "radius": 9}"#, "radius", "leaves"),
      (#"{"radius": "wide"}"#, "radius", "9%"), (#"{"radius": -1}"#, "radius", "0 to 1000000"),
      (#"{"gloss": "0.5"}"#, "gloss", "0 to 1"), (#"{"gloss": 2}"#, "gloss", "0 to 1"),
      (#"{"parameters": {"raduis": 9}}"#, "parameters.raduis", "radius"),
      (#"{"parameters": {"radius": 9}, "radius": 8}"#, "parameters.radius", "drop one"),
      (#"{"parameters": 3}"#, "parameters", "object"),
      (#"{"back": "red"}"#, "back", "mirror"), (#"{"back": "back.png"}"#, "back", "#RRGGBB"),
      (##"{"paper": "#ffffff80"}"##, "paper", "#RRGGBB"), (#"{"paper": 3}"#, "paper", "text"),
      (##"{"tint": "#fff"}"##, "tint", "#RRGGBB"),
      (#"{"tint-amount": 1.5}"#, "tint-amount", "0 to 1"),
      (#"{"shadow-lift": "-3%"}"#, "shadow-lift", "0 to"), (#"{"unlit": 1}"#, "unlit", "true"),
      (#"{"eye": 0}"#, "eye", "0.1"), (#"{"eye": "9%", "oblique": [0, 1]}"#, "oblique", "drop one"),
      (#"{"eye": "9%", "perspective": 0.5}"#, "perspective", "drop one"),
      (#"{"eye-centre": [0, 0]}"#, "eye-centre", "150%"),
      (#"{"eye": "90%", "eye-centre": [0, 200]}"#, "eye-centre", "-100 to 100"),
      (#"{"oblique": [4, 0]}"#, "oblique", "-3 to 3"),
      (#"{"background": "desk.png"}"#, "background", "none"),
      (#"{"framing": "wide"}"#, "framing", "page, turn, spread"),
      (#"{"margin": "auto"}"#, "margin", "9%"), (#"{"margin": -4}"#, "margin", "0 to"),
      (#"{"name": 3}"#, "name", "text"), (#"{"summary": null}"#, "", ""),
      (#"[]"#, "", "object"), (#"{"#, "", ""),
    ])
  func faults(_ text: String, _ field: String, _ word: String) throws {
    if text.contains("null") {
      // As everywhere, null is a member that isn't there.
      #expect(try look(text).summary.isEmpty)
      return
    }
    do {
      _ = try look("\n" + text)
      Issue.record("\(text) was read")
    } catch let FilmError.input(fault, file) {
      #expect(fault.field == field && file == "mine.json", "\(fault)")
      #expect(fault.line >= 2 && fault.what.contains(word), "\(fault)")
    }
  }

  @Test("A timeline overrides the look that its turns start with")
  func precedence() throws {
    var kind = TurnKind.curl
    kind.settings = try look(#"{"angle": 120, "radius": 30, "shading": 0.2}"#).settings
    let timeline = try TimelineFile(
      name: "t.json",
      bytes: Array(
        #"{"parameters": {"radius": 44}, "turns": {"1": {"turn": "roll"}}}"#.utf8), kind, Limits())
    let curl = try #require(timeline.shared.turn(on: Self.page) as? CurlTurn)
    #expect(curl.angle == 120 && curl.radius == .pixels(44) && curl.look.shading == 0.2)
    let own = try #require(timeline.ownTimeline(1, of: 3))
    let roll = try #require(own.turn(on: Self.page) as? RollTurn)
    #expect(roll.look.shading == 0.2)
  }
}
