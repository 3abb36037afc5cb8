#if Server
import Testing

@testable import CurlServer

@Suite("keys")
struct KeyFileTests {
  /// SHA-256 of "open sesame".
  private static let digest = "41ef4bb0b23661e66301aac36066912dac037827b4ae63a7b1165a5aa93ed4eb"

  @Test("A key is found by its digest alone, in either case of its digits")
  func entry() throws {
    let keys = try KeyFile("# comment\n\nann:\(Self.digest.uppercased())\n")
    #expect(keys.entry(of: "open sesame")?.name == "ann")
    for other in ["", "open sesam", "open sesame ", "Open sesame", Self.digest] {
      #expect(keys.entry(of: other) == nil)
    }
  }

  @Test("A key's limits hold, and a request that ends makes room")
  func limits() throws {
    let keys = try KeyFile("ann:\(Self.digest) concurrent=2\nbob:\(Self.digest) per-minute=3\n")
    // Both have one digest: the last one is found.
    let bob = try #require(keys.entry(of: "open sesame"))
    #expect(bob.name == "bob" && bob.perMinute == 3)
    for _ in 0..<3 { try keys.begin(bob) }
    #expect {
      try keys.begin(bob)
    } throws: { error in
      let problem = error as? Problem
      // A place is free every 20 s.
      return problem?.kind == .busy && (19...20).contains(problem?.retryAfter ?? 0)
    }
    let ann = KeyFile.Entry(name: "ann", digest: [], concurrent: 2)
    try keys.begin(ann)
    try keys.begin(ann)
    #expect { try keys.begin(ann) } throws: { ($0 as? Problem)?.kind == .busy }
    keys.end(ann)
    try keys.begin(ann)
  }

  @Test(
    "A wrong line is told by its number",
    arguments: [
      ("x", 1), ("\n\nann:12", 3), (":\(digest)", 1), ("ann:\(digest)\nann:\(digest)", 2),
      ("ann:\(digest) concurrent=0", 1), ("ann:\(digest) often=3", 1), ("# none", 1), ("", 1),
      ("ann:\(digest)g", 1), ("# x\r\nann:é\(digest.dropFirst(2))", 2),
      ("ann:+1\(digest.dropFirst(2))", 1),
    ])
  func faults(_ text: String, _ line: Int) {
    #expect { try KeyFile(text) } throws: { ($0 as? KeyFile.Fault)?.line == line }
  }
}
#endif
