#if Server
import Testing

@testable import CurlServer

@Suite("entity tags")
struct EntityTagTests {
  private let tag = EntityTag("abc")

  @Test(
    "If-None-Match names a tag alone, in a list, weak, or by *",
    arguments: [
      [#""abc""#], [#"W/"abc""#], ["*"], [" * "], [#""x", "abc""#], [#"W/"x",W/"abc","y""#],
      [" , ,\"x\" ,\t\"abc\" "], [#""x""#, #""abc""#], [#""a,b", "abc""#], [#""", "abc""#],
    ])
  func named(_ fields: [String]) { #expect(tag.isNamed(in: fields)) }

  @Test(
    "Other fields don't",
    arguments: [
      [], [""], ["abc"], [#""abc"#], [#"abc""#], [#""ABC""#], [#"w/"abc""#], [#""abcd""#],
      [#""x,abc""#], [#""x, *""#], [#""abc "#], [#"x, "abc""#], ["**"], [#""""#], ["W/"], ["W/*"],
    ])
  func unnamed(_ fields: [String]) { #expect(!tag.isNamed(in: fields)) }
}
#endif
