#if Server
import Foundation
import TestSupport
import Testing

@testable import CurlServer

@Suite("signatures")
struct SignKeysTests {
  private static let first = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"
  private static let second = String(repeating: "ff", count: 32)
  /// Longer than a block of SHA-256.
  private static let long = String(repeating: "0b", count: 131)

  private static let path = SignedPath(
    options: "progress=0.4,radius=12%25,p.tilt=3", source: "book%2Fp1.png:book%2Fp2.png")

  @Test(
    "Signatures are those of Python's hmac and base64",
    arguments: [
      (
        first, "/progress=0.4,format=webp/a.png:b.png",
        "a-DwnuxI8vBG-enTtrrsb583dUQzq9rJz0zjz6ag5eE"
      ),
      (first, path.text, "fbfheiH9dJwXRwQoNk4y6Gg44hdQ1p_HG8FeFc9BkV0"),
      (
        first, "/progress=1,exp=1893456000,page=3/b%C3%BCcher",
        "hmuXQapS7T00OXA5-_5TIsA_rgD6dSX-VgrKATip5No"
      ),
      (second, path.text, "VUCLQlTiaIcIFrh01X6a00QcG2SfXvFWghpS4i-OeC8"),
      (
        second, "/x=/" + String(repeating: "y", count: 200),
        "B-Cf2M1Ka6JvTtt9Ftil8XM_bcHt0EXHSnTDTwcZxnE"
      ),
      (long, path.text, "j_DsnLgYchxWcqZ7ahMKuWd5wgk3qhwq4GeCvLM1iok"),
    ])
  func vectors(_ secret: String, _ text: String, _ signature: String) throws {
    let keys = try SignKeys("main:\(secret)\n")
    #expect(keys.signature(of: text) == signature)
    #expect(keys.verify(signature, of: text))
  }

  @Test("A change of any byte, and every other spelling, is rejected")
  func tampering() throws {
    let keys = try SignKeys("main:\(Self.first)")
    let text = Self.path.text
    let signature = keys.signature(of: text)
    for (index, byte) in signature.utf8.enumerated() {
      // All characters of the alphabet at this place, so also those whose lowest bits are unused.
      for other in "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_+/= ".utf8
      where other != byte {
        var changed = Array(signature.utf8)
        changed[index] = other
        #expect(!keys.verify(String(decoding: changed, as: UTF8.self), of: text))
      }
    }
    for index in text.utf8.indices {
      var changed = text
      changed.replaceSubrange(index...index, with: text.utf8[index] == 0x78 ? "y" : "x")
      #expect(!keys.verify(signature, of: changed))
    }
    for other in ["", "=", signature + "=", signature + "A", String(signature.dropLast())] {
      #expect(!keys.verify(other, of: text))
    }
    // The same path in another encoding, and the same text with the segments cut elsewhere.
    #expect(!keys.verify(signature, of: text.replacing("%2F", with: "%2f")))
    let moved = SignedPath(options: "a/b", source: "c").text
    #expect(moved == SignedPath(options: "a", source: "b/c").text)
    #expect(PercentEncoding.complete("a/b") == "a%2Fb", "no segment of a request has a slash")
  }

  @Test("Every secret verifies, the last one signs, and a removed one is rejected")
  func rotation() throws {
    let keys = try SignKeys("# old\nold:\(Self.first)\n")
    let (old, text) = (keys.signature(of: Self.path.text), Self.path.text)
    try keys.replace(with: "old:\(Self.first)\nnew:\(Self.second)\n")
    let new = keys.signature(of: text)
    #expect(new != old)
    #expect(keys.verify(old, of: text) && keys.verify(new, of: text))
    #expect(Self.path.path(keys) == "/v1/render/\(new)\(text)")
    #expect(throws: KeyFile.Fault.self) { try keys.replace(with: "none") }
    #expect(keys.verify(old, of: text), "a wrong file leaves the secrets as they were")
    try keys.replace(with: "new:\(Self.second)")
    #expect(!keys.verify(old, of: text) && keys.verify(new, of: text))
  }

  @Test(
    "A wrong line is told by its number",
    arguments: [
      ("", 1), ("# none", 1), (first, 1), ("\nmain:\(first.dropLast(2))", 2), (":\(first)", 1),
      ("main:\(first)0", 1), ("main:\(first)\nmain:\(second)", 2), ("main:\(first) often=1", 1),
      ("main:\(first.dropLast())g", 1), ("a:\(first)\nb:\(first):\(second)", 2),
    ])
  func faults(_ text: String, _ line: Int) {
    #expect { try SignKeys(text) } throws: { ($0 as? KeyFile.Fault)?.line == line }
  }

  /// Whether the shell's recipe can run.
  private static let hasTools = ["openssl", "basenc"].allSatisfy { name in
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
      .contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(name)") }
  }

  @Test("The shell's recipe makes the same path", .enabled(if: hasTools, "openssl isn't installed"))
  func recipe() throws {
    let keys = try SignKeys("main:\(Self.first)")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", SignedPath.recipe]
    process.environment = ProcessInfo.processInfo.environment.merging([
      "options": Self.path.options, "source": Self.path.source, "secret": Self.first,
    ]) { $1 }
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(String(decoding: output, as: UTF8.self) == Self.path.path(keys) + "\n")
  }

  @Test("Base64 has all digits and no padding")
  func base64() {
    #expect(Base64URL.encode([]) == "")
    #expect(Base64URL.encode([0xFB]) == "-w" && Base64URL.encode([0xFF, 0xEF]) == "_-8")
    var random = Random(seed: 28)
    for count in 0..<100 {
      let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
      let plain = Data(bytes).base64EncodedString().replacing("+", with: "-")
        .replacing("/", with: "_").replacing("=", with: "")
      #expect(Base64URL.encode(bytes) == plain)
    }
  }
}
#endif
