#if Server
import PageFilm
import TestSupport
import Testing

@testable import CurlServer

@Suite("signed paths: options and sources")
struct RenderPathTests {
  @Test(
    "Options become the JSON that POST /v1/frame takes",
    arguments: [
      ("progress=0.4", #"{"progress":0.4}"#),
      (
        "progress=0.4,radius=12%25,format=webp",
        #"{"progress":0.4,"radius":"12%","format":"webp"}"#
      ),
      ("overlay=true,back=mirror,x=null", #"{"overlay":true,"back":"mirror","x":null}"#),
      ("eye-centre=0.5%2C-1e2,a=1%2Cx", #"{"eye-centre":[0.5,-1e2],"a":"1,x"}"#),
      ("a=1%2C2%2C3,b=true%2C1", #"{"a":"1,2,3","b":"true,1"}"#),
      ("size=007,b=1.,c=+1,d=NaN,e=0x1", #"{"size":"007","b":"1.","c":"+1","d":"NaN","e":"0x1"}"#),
      ("text=%221%22,empty=", #"{"text":"1","empty":""}"#),
      ("back=%23ff0000,k=a=b", ##"{"back":"#ff0000","k":"a=b"}"##),
      (
        "p.tilt=3,progress=0,p.bend-by=9%25",
        #"{"progress":0,"parameters":{"tilt":3,"bend-by":"9%"}}"#
      ),
      ("effects=[{%22kind%22:%22x%22}]", #"{"effects":[{"kind":"x"}]}"#),
      ("a=1]%2C[2,b=1}", #"{"a":"1],[2","b":"1}"}"#),
      ("a=%22,b=%5C,c=%0A", #"{"a":"\"","b":"\\","c":"\n"}"#),
      ("exp=9,page=3,v=%2Ca,progress=1", #"{"progress":1}"#),
      ("page=1", "{}"),
    ])
  func json(_ segment: String, _ json: String) throws {
    let options = try RenderOptions(segment)
    #expect(String(decoding: options.json, as: UTF8.self) == json)
    _ = try JSONParser.parse(options.json)
  }

  @Test("The path's own options are read")
  func own() throws {
    let options = try RenderOptions("exp=1893456000,page=12,v=3,progress=1")
    #expect(options.expiry == 1_893_456_000 && options.page == 12 && options.isVersioned)
    let none = try RenderOptions("progress=1")
    #expect(none.expiry == nil && none.page == nil && !none.isVersioned)
  }

  @Test(
    "Wrong options are told by their name",
    arguments: [
      ("", "options"), ("a", "options"), ("=1", "options"), ("a=1,", "options"),
      (",a=1", "options"), ("a=%", "options"), ("a=%2", "options"), ("a=%G0", "options"),
      ("a=%00", "options"), ("a=%FF", "options"), ("a%C3=1", "options"), ("a=1,a=2", "a"),
      ("p.x=1,p.x=1", "p.x"), ("a=1,%61=2", "a"), ("exp=1,exp=2", "exp"), ("exp=0", "exp"),
      ("exp=-1", "exp"), ("exp=+1", "exp"), ("exp=1.5", "exp"), ("exp=", "exp"),
      ("exp=99999999999999999999", "exp"), ("page=0", "page"), ("page=one", "page"),
    ])
  func wrong(_ segment: String, _ field: String) {
    #expect {
      try RenderOptions(segment)
    } throws: { error in
      let problem = error as? Problem
      return problem?.kind == .invalid && problem?.field == field
    }
  }

  @Test("Any text is either an error or JSON with these names and no others")
  func fuzz() throws {
    var random = Random(seed: 2_845)
    let pieces = [
      "a", "b", "=", "=", ",", ",", "p.", ".", "1", "-2.5", "e", "true", "null", "\"", "{", "}",
      "[", "]", ":", "%2C", "%22", "%5C", "%7B", "%0a", "%", "%C3%A9", "%ff", "\u{1F388}", " ",
      "exp", "page", "v", "1", "parameters",
    ]
    var right = 0
    for _ in 0..<20_000 {
      let count = Int.random(in: 1...10, using: &random)
      var segment = (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      if Bool.random(using: &random) { segment = "n=" + segment }
      guard let options = try? RenderOptions(segment) else { continue }
      right += 1
      let pairs = segment.split(separator: ",").map { $0.split(separator: "=")[0] }
      let wanted = Set(pairs.compactMap(PercentEncoding.decode))
        .subtracting(["exp", "page", "v"])
      // "parameters" beside "p.x" would stand there twice, which the worker rejects.
      if wanted.contains("parameters"), wanted.contains(where: { $0.hasPrefix("p.") }) { continue }
      let node = try JSONParser.parse(options.json)
      let members = try #require(node.members)
      let parameters = members.first { $0.name == "parameters" }?.node.members ?? []
      let plain = members.map(\.name).filter { $0 != "parameters" || wanted.contains($0) }
      let found =
        wanted.contains("parameters") ? plain : plain + parameters.map { "p." + $0.name }
      #expect(Set(found) == wanted && found.count == wanted.count, "\(segment)")
    }
    #expect(right > 2_000)
  }

  @Test("A source is two pictures, or a page of a folder")
  func sources() throws {
    #expect(
      try RenderSource("book%2Fp1.png:b%3A2.png", page: nil)
        == .pictures(front: "book/p1.png", next: "b:2.png"))
    #expect(try RenderSource("a%20b", page: 4) == .page(4, of: "a b"))
    #expect(try RenderSource("%C3%A9", page: 1) == .page(1, of: "é"))
  }

  @Test(
    "Other sources are rejected",
    arguments: [
      ("a", nil), ("a:b", 1), ("a:b:c", nil), ("", nil), (":", nil), ("a:", nil), (":b", nil),
      ("", 1), ("a%00:b", nil), ("a%", 1), ("%FF", 1), ("%C3", 1), ("a:b%zz", nil), ("%+1", 1),
    ] as [(String, Int?)])
  func wrongSources(_ segment: String, _ page: Int?) {
    #expect {
      try RenderSource(segment, page: page)
    } throws: { error in
      let problem = error as? Problem
      return problem?.kind == .invalid && problem?.field == "source"
    }
  }

  @Test("Completing a segment encodes what is missing, and decoding undoes it")
  func completing() {
    let path = SignedPath(encoding: "radius=12%,back=#fff,a=1%2C2", "a b/é?:c%2Fd")
    #expect(path.options == "radius=12%25,back=%23fff,a=1%2C2")
    #expect(path.source == "a%20b%2F%C3%A9%3F:c%2Fd")
    #expect(SignedPath(encoding: path.options, path.source) == path)
    #expect(PercentEncoding.decode("a%20b%2F%C3%A9%3F") == "a b/é?")
    #expect(PercentEncoding.complete("\u{1}\n") == "%01%0A")
  }
}
#endif
