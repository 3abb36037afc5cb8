#if Server
import Foundation
import Testing

@Suite("serve: signed paths")
struct SignedRequestTests {
  private static func folder() throws -> Folder {
    let folder = try Folder.withPages()
    try FileManager.default.createDirectory(
      at: folder.url("pictures"), withIntermediateDirectories: true)
    for name in ["a.png", "b.png"] {
      let copy = folder.url("pictures/\(name)")
      try FileManager.default.copyItem(at: folder.url(name), to: copy)
      // A file that has just been changed isn't cached.
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: 1_000_000_000)], ofItemAtPath: copy.path)
    }
    let secret = String(repeating: "5a", count: 32)
    try Data("one:\(secret)\n".utf8).write(to: folder.url("sign.txt"))
    return folder
  }

  private static let words = ["--sources", "pictures", "--sign-keys", "sign.txt"]

  private static func path(_ folder: Folder, _ options: String, _ source: String) async throws
    -> String
  {
    let run = try await Glcurl.run(
      ["sign", "--sign-keys", "sign.txt", options, source], in: folder)
    #expect(run.status == 0, "\(run.errors)")
    return String(decoding: run.output, as: UTF8.self).trimmingCharacters(
      in: .whitespacesAndNewlines)
  }

  @Test("A signed path has the bytes of the command line's frame, needs no key, and is cached")
  func picture() async throws {
    let folder = try Self.folder()
    let path = try await Self.path(folder, "progress=0.4,radius=12%25,format=webp", "a.png:b.png")
    // The time at which the files were changed last must be past.
    try await Task.sleep(for: .seconds(2.1))
    let server = try await Server(Self.words, in: folder)
    let answer = try server.ask("GET", path, headers: ["Origin": "https://example.org"])
    #expect(answer.status == 200, "\(answer.text)")
    let run = try await Glcurl.run(
      [
        "frame", "a.png", "b.png", "-q", "--backend", "cpu", "-o", "f.webp", "--progress", "0.4",
        "--radius", "12%",
      ], in: folder)
    #expect(run.status == 0, "\(run.errors)")
    #expect(try answer.body == folder.bytes("f.webp"))
    let tag = try #require(answer.headers["etag"])
    #expect(answer.headers["access-control-allow-origin"] == "*")
    let again = try server.ask("GET", path)
    #expect(again.body == answer.body && again.headers["server-timing"] == "cache;desc=hit")
    let known = try server.ask("GET", path, headers: ["If-None-Match": tag])
    #expect(known.status == 304 && known.body.isEmpty)
    #expect(
      try server.ask("GET", "/metrics").text.contains(
        #"glcurl_cache_requests_total{result="hit"} 1"#))
  }

  @Test("Paths that nobody has signed, or that have expired, or that lead outside, are rejected")
  func rejected() async throws {
    let folder = try Self.folder()
    let good = try await Self.path(folder, "progress=0.4", "a.png:b.png")
    let server = try await Server(Self.words, in: folder)
    #expect(try server.ask("GET", good).status == 200)
    let changed = good.replacingOccurrences(of: "0.4", with: "0.5")
    #expect(try server.ask("GET", changed).status == 403)
    let cases = [
      ("progress=0.4,exp=1000000000", "a.png:b.png", 410), ("progress=0.4", "a.png:c.png", 404),
      ("progress=0.4", "..%2Fa.png:b.png", 404), ("progress=2", "a.png:b.png", 422),
    ]
    for (options, source, status) in cases {
      let run = try await Glcurl.run(
        ["sign", "--sign-keys", "sign.txt", options, source], in: folder)
      guard run.status == 0 else {
        // What can't be right isn't signed.
        #expect(run.status == 64 && status == 422, "\(run.errors)")
        continue
      }
      let path = String(decoding: run.output, as: UTF8.self).trimmingCharacters(
        in: .whitespacesAndNewlines)
      let answer = try server.ask("GET", path)
      #expect(answer.status == status, "\(source): \(answer.text)")
    }
  }
}
#endif
