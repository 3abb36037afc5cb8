#if Server
import CurlCore
import Foundation
import ImageFiles
import Testing

@Suite("serve: frames")
struct FrameRequestTests {
  /// Pages of the folder as files.
  private static func pages(_ folder: Folder) throws -> [Data] {
    try [folder.bytes("a.png"), folder.bytes("b.png")]
  }

  @Test("A frame has the bytes of the command line's, in each format and with each kind of option")
  func sameAsCommandLine() async throws {
    let folder = try Folder.withPages()
    try folder.write(TestPage.pierced(width: 61, height: 83), "back.png")
    let server = try await Server(in: folder)
    let pages = try Self.pages(folder)
    let cases: [(turn: String, words: [String], name: String, hasBack: Bool)] = [
      (#"{"progress": 0.4}"#, ["--progress", "0.4"], "a1.png", false),
      (
        #"{"progress": 0.4, "format": "webp", "quality": 70, "angle": 100, "radius": "12%"}"#,
        ["--progress", "0.4", "--quality", "70", "--angle", "100", "--radius", "12%"], "a2.webp",
        false
      ),
      (
        ##"{"time": 0.5, "format": "jpeg", "background": "#203040", "margin": 9}"##,
        ["--time", "0.5", "--background", "#203040", "--margin", "9"], "a3.jpg", false
      ),
      (
        #"{"progress": 0.6, "turn": "slide:up", "depth": 16, "size": "122x166"}"#,
        ["--progress", "0.6", "--turn", "slide:up", "--depth", "16", "--size", "122x166"],
        "a4.png", false
      ),
      (
        #"{"progress": 0.5, "turn": "card", "parameters": {"angle": 250}, "oblique": [0.1, -0.2]}"#,
        ["--progress", "0.5", "--turn", "card", "--set", "angle=250", "--oblique", "0.1,-0.2"],
        "a5.png", false
      ),
      (
        #"{"progress": 0.5, "turn": "effect", "effects": [{"effect": "rotation", "degrees": 9.5}]}"#,
        [
          "--progress", "0.5", "--turn", "effect", "--effects",
          #"[{"effect": "rotation", "degrees": 9.5}]"#,
        ], "a6.png", false
      ),
      (#"{"progress": 0.7}"#, ["--progress", "0.7", "--back", "back.png"], "a7.png", true),
      (
        #"{"progress": 0.4, "look": "desk", "radius": "5%", "framing": "spread"}"#,
        ["--progress", "0.4", "--look", "desk", "--radius", "5%", "--framing", "spread"], "a8.png",
        false
      ),
    ]
    for (turn, words, name, hasBack) in cases {
      let back = hasBack ? try folder.bytes("back.png") : nil
      let answer = try server.frame(.frame(pages, turn, back: back))
      #expect(answer.status == 200, "\(turn): \(answer.text)")
      let run = try await Glcurl.run(
        ["frame", "a.png", "b.png", "-q", "--backend", "cpu", "-o", name] + words, in: folder)
      #expect(run.status == 0, "\(run.errors)")
      #expect(try answer.body == folder.bytes(name), "\(turn)")
      let type = PictureFormat(path: name)?.mediaType
      #expect(answer.headers["content-type"] == type)
    }
  }

  @Test("Several requests on one connection are answered in order")
  func keepsAlive() async throws {
    let folder = try Folder.withPages()
    let server = try await Server(in: folder)
    let pages = try Self.pages(folder)
    let connection = try server.connect()
    for step in 0..<5 {
      let form = Form.frame(pages, "{\"progress\": 0.\(step)}")
      let answer = try connection.ask("POST", "/v1/frame", headers: form.headers, body: form.body)
      #expect(answer.status == 200)
      #expect(answer.headers["connection"] == nil)
    }
  }

  @Test("Bad requests get their status, the field at fault and problem details")
  func problems() async throws {
    let folder = try Folder.withPages()
    let server = try await Server(["--max-body", "1M"], in: folder)
    let pages = try Self.pages(folder)
    let text = Data("no picture".utf8)
    let cut = Data(pages[0].prefix(200))
    let cases: [(form: Form, status: Int, field: String?)] = [
      (.frame(pages, #"{"progress": 2}"#), 422, "turn.progress"),
      (.frame(pages, #"{"progress": 0.5, "radius": "x"}"#), 422, "turn.radius"),
      (.frame(pages, #"{"progress": 0.5, "raduis": 9}"#), 422, "turn.raduis"),
      (.frame(pages, #"{"progress": 0.5, "parameters": {"nope": 9}}"#), 422, nil),
      (.frame(pages, #"{"progress": 0.5, "back": "/etc/passwd"}"#), 422, "turn.back"),
      (.frame(pages, #"{"progress": 0.5, "background": "a.png"}"#), 422, "turn.background"),
      (.frame(pages, #"{"progress": 0.5, "effects": "a.json"}"#), 422, "turn.effects"),
      (.frame(pages, #"{"progress": 0.5, "look": "mine.json"}"#), 422, "turn.look"),
      (.frame(pages, #"{"progress": 0.5, "look": "/etc/passwd"}"#), 422, "turn.look"),
      (.frame(pages, #"{"progress": 0.5, "look": {"radius": 9}}"#), 422, "turn.look"),
      (.frame(pages, #"{"progress": 0.5, "framing": "wide"}"#), 422, "turn.framing"),
      (.frame(pages, #"{"progress": 0.5"#), 422, "turn"),
      (.frame(pages, "[]"), 422, "turn"),
      (.frame(pages, "{}"), 422, "turn"),
      (.frame(pages, #"{"progress": 0.5, "size": "50x10"}"#), 422, nil),
      (.frame([pages[0]], #"{"progress": 0.5}"#), 422, "pages"),
      (.frame(pages + pages, #"{"progress": 0.5}"#), 422, "pages"),
      (.frame([pages[0], text], #"{"progress": 0.5}"#), 415, "pages[1]"),
      (.frame([cut, pages[1]], #"{"progress": 0.5}"#), 422, "pages[0]"),
      (.frame(pages, #"{"progress": 0.5, "back": "mirror"}"#, back: pages[0]), 422, "turn.back"),
      (.frame([pages[0], Data(count: 1 << 20)], #"{"progress": 0.5}"#), 413, nil),
    ]
    for (form, status, field) in cases {
      let answer = try server.frame(form)
      #expect(answer.status == status, "\(answer.text)")
      #expect(answer.headers["content-type"] == "application/problem+json")
      let problem = try answer.object()
      #expect(problem["status"] as? Int == status)
      #expect(problem["field"] as? String == field, "\(answer.text)")
      let detail = problem["detail"] as? String ?? ""
      #expect(detail.count > 10 && (status != 422 || !detail.contains("--")), "\(detail)")
    }
    var unknown = Form.frame(pages, #"{"progress": 0.5}"#)
    unknown.add("pags", pages[0])
    #expect(try server.frame(unknown).object()["field"] as? String == "pags")
    let plain = try server.ask(
      "POST", "/v1/frame", headers: ["Content-Type": "application/json"], body: Data("{}".utf8))
    #expect(plain.status == 415)
    #expect(try server.ask("GET", "/v1/frame").status == 405)
    #expect(try server.ask("GET", "/v1/frame").headers["allow"] == "POST")
    #expect(try server.ask("GET", "/nowhere").status == 404)
    // The server still draws.
    #expect(try server.frame(.frame(pages, #"{"progress": 0.5}"#)).status == 200)
  }
}
#endif
