#if Server
import Foundation
import Glibc
import TestSupport
import Testing
import WorkerLink

@testable import CurlServer

/// A folder `root` of sources inside a folder of its own, with all that could lead out of it.
private final class Sources {
  let base = FileManager.default.temporaryDirectory.appending(path: "sources-\(UUID().uuidString)")
  var root: URL { base.appending(path: "root") }

  init() throws {
    let files = FileManager.default
    try files.createDirectory(
      at: root.appending(path: "book"), withIntermediateDirectories: true)
    for (name, text) in [
      ("secret.png", "secret"), ("root/a.png", "a"), ("root/b.png", "b"), ("root/%2e%2e", "odd"),
      ("root/a:b é.png", "colon"), ("root/book/p10.png", "10"), ("root/book/p9.PNG", "9"),
      ("root/book/p1.jpeg", "1"), ("root/book/.p2.png", "hidden"), ("root/book/notes.txt", "text"),
    ] {
      try Data(text.utf8).write(to: base.appending(path: name))
    }
    for (name, target) in [
      ("root/out.png", "../secret.png"), ("root/in.png", "a.png"), ("root/up", ".."),
      ("root/self", "/proc/self"), ("root/absolute.png", base.path + "/secret.png"),
      ("root/loop", "loop"), ("root/inside", "book"), ("root/link.png", "/proc/self/fd/0"),
    ] {
      try files.createSymbolicLink(
        atPath: base.appending(path: name).path, withDestinationPath: target)
    }
    for (name, kind) in [("fifo", S_IFIFO), ("socket", S_IFSOCK)] {
      try #require(unsafe mknod(root.appending(path: name).path, kind | 0o600, 0) == 0)
    }
  }

  deinit { try? FileManager.default.removeItem(at: base) }
}

@Suite("folder of sources", .timeLimit(.minutes(1)))
struct SourceFolderTests {
  private let sources: Sources
  private let folder: SourceFolder

  init() throws {
    sources = try Sources()
    folder = try SourceFolder(path: sources.root.path)
  }

  /// Contents of a source's files.
  private func texts(_ source: RenderSource, most: Int = 1000) throws -> [String] {
    try folder.open(source, most: most).map { try String(decoding: $0.file.bytes(), as: UTF8.self) }
  }

  @Test("Files are opened by their names, wherever in the folder")
  func files() throws {
    #expect(try texts(.pictures(front: "a.png", next: "book/p10.png")) == ["a", "10"])
    #expect(try texts(.pictures(front: "a:b é.png", next: "%2e%2e")) == ["colon", "odd"])
  }

  /// Names that lead nowhere, out of the folder, or to what isn't a file.
  private static let hostile = [
    "..", "../secret.png", "book/../../secret.png", "book/../a.png", "./a.png", ".", "/a.png",
    "/etc/passwd", "//a.png", "book//p9.PNG", "a.png/", "a.png/b.png", "", "none.png",
    "none/a.png", "out.png", "in.png", "up/secret.png", "up/root/a.png", "self/environ",
    "self/fd/0", "absolute.png", "loop", "loop/a.png", "inside/p9.PNG", "link.png", "fifo",
    "socket", "book", "a.png\0", "a.png\0/../b.png", "/proc/self/fd/0", "/dev/zero",
    "..\0", "...", String(repeating: "x", count: 255), String(repeating: "x", count: 256),
    String(repeating: "x", count: 5_000), String(repeating: "x/", count: 5_000) + "x",
    "%2e%2e/secret.png", "..%2Fsecret.png", "\\..\\secret.png", "book/..", "book/.", "book/",
  ]

  @Test(
    "Names that lead elsewhere aren't found, and opening a FIFO doesn't wait",
    arguments: hostile)
  func elsewhere(_ name: String) {
    #expect {
      try folder.open(.pictures(front: "a.png", next: name), most: 1000)
    } throws: { ($0 as? Problem)?.kind == .notFound }
  }

  @Test(
    "Both ways to open a file agree, whatever its name", arguments: [false, true])
  func ways(_ usesParts: Bool) throws {
    let confined = try ConfinedFolder(path: sources.root.path)
    for name in Self.hostile {
      let kind = try? confined.open(name, usesParts: usesParts).status.kind
      let wanted: FileStatus.Kind? = ["fifo": .other, "book": .folder][name]
      #expect(kind == wanted, "\(name.prefix(40))")
    }
    for (name, text) in [("a.png", "a"), ("book/p10.png", "10"), ("a:b é.png", "colon")] {
      let file = try confined.open(name, usesParts: usesParts).file
      #expect(try String(decoding: file.bytes(), as: UTF8.self) == text)
    }
  }

  @Test("Any mixture of parts of names stays inside", arguments: [false, true])
  func fuzz(_ usesParts: Bool) throws {
    let confined = try ConfinedFolder(path: sources.root.path)
    var random = Random(seed: 5)
    let parts = [
      "..", ".", "", "book", "a.png", "up", "self", "root", "secret.png", "inside", "fd",
    ]
    var found = 0
    for _ in 0..<5_000 {
      let name = (0..<Int.random(in: 1...5, using: &random))
        .map { _ in parts.randomElement(using: &random) ?? "" }.joined(separator: "/")
      guard let (file, status) = try? confined.open(name, usesParts: usesParts) else { continue }
      found += 1
      #expect(status.kind == .folder ? name == "book" : name == "a.png", "\(name)")
      if status.kind == .file { #expect(try file.bytes() == Array("a".utf8)) }
    }
    #expect(found > 0)
  }

  @Test("A device isn't a file")
  func device() throws {
    let devices = try SourceFolder(path: "/dev")
    #expect {
      try devices.open(.pictures(front: "null", next: "zero"), most: 1000)
    } throws: { ($0 as? Problem)?.detail == "'null' isn't a file" }
  }

  @Test("A page of a folder is the picture at its place in natural order, with the next one")
  func pages() throws {
    #expect(try texts(.page(1, of: "book")) == ["1", "9"])
    #expect(try texts(.page(2, of: "book")) == ["9", "10"])
    for (page, name) in [
      (3, "book"), (Int.max, "book"), (1, "a.png"), (1, "none"), (1, "inside"), (1, "up"),
      (1, ".."), (1, "."), (1, "fifo"),
    ] {
      #expect {
        try folder.open(.page(page, of: name), most: 1000)
      } throws: { ($0 as? Problem)?.kind == .notFound }
    }
  }

  @Test("A folder is listed again each time")
  func listing() throws {
    for _ in 0..<2 { #expect(try texts(.page(2, of: "book")) == ["9", "10"]) }
    try Data("new".utf8).write(to: sources.root.appending(path: "book/p09a.webp"))
    #expect(try texts(.page(2, of: "book")) == ["9", "new"])
  }

  @Test("A file that is too large, or that may not be read, has its own answer")
  func limits() throws {
    let source = RenderSource.pictures(front: "a.png", next: "a:b é.png")
    #expect(try texts(source, most: 5) == ["a", "colon"])
    #expect { try texts(source, most: 4) } throws: { ($0 as? Problem)?.kind == .tooLarge }
    guard getuid() != 0 else { return }
    try FileManager.default.setAttributes(
      [.posixPermissions: 0], ofItemAtPath: sources.root.appending(path: "a.png").path)
    #expect { try texts(source) } throws: { ($0 as? Problem)?.kind == .notFound }
  }

  @Test("Every change of a file shows in its state, also one with the old time and size")
  func states() throws {
    let url = sources.root.appending(path: "a.png")
    let source = RenderSource.pictures(front: "a.png", next: "b.png")
    func setTime() throws {
      let date = Date(timeIntervalSince1970: 1_000_000_000)
      try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: url.path)
    }
    try setTime()
    let file = try folder.open(source, most: 1000)[0]
    #expect(file.isUnchanged)
    #expect(try folder.open(source, most: 1000)[0].status == file.status)
    // The clock of a file's times ticks a few times in a hundredth of a second.
    usleep(50_000)
    let old = file.status.modified
    let handle = try FileHandle(forWritingTo: url)
    try handle.write(contentsOf: Data("z".utf8))
    try handle.close()
    try setTime()
    let changed = try folder.open(source, most: 1000)[0].status
    #expect(changed.modified == old && changed.size == file.status.size)
    #expect(changed != file.status && !file.isUnchanged)
    // Replaced by another file: who has it open reads the old one.
    let held = try folder.open(source, most: 1000)[0]
    try Data("y".utf8).write(to: url, options: .atomic)
    #expect(try folder.open(source, most: 1000)[0].status.node != held.status.node)
    #expect(try held.file.bytes() == Array("z".utf8))
  }

  @Test("Names are in natural order, whatever order they come in")
  func order() {
    let names = [
      "", "01", "1", "2", "10", "A", "a", "a1", "a1b2", "a1b10", "a02", "a2", "a10",
      "a99999999999999999999998", "a99999999999999999999999", "b", "p9.png", "p10.png", "é",
    ]
    var random = Random(seed: 3)
    for _ in 0..<20 {
      #expect(names.shuffled(using: &random).sorted { $0.naturallyPrecedes($1) } == names)
    }
    for name in names { #expect(!name.naturallyPrecedes(name)) }
  }
}
#endif
