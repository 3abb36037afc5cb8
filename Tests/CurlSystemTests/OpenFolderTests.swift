import Glibc
import Testing

@testable import CurlSystem

@Suite("Folders held open")
struct OpenFolderTests {
  private let path: String
  private let folder: OpenFolder

  init() throws {
    path = "/tmp/glcurl-folder-\(UInt64.random(in: 0 ... .max))"
    folder = try OpenFolder(path: "\(path)/inner")
  }

  private func removeAll() throws {
    try OpenFolder(path: "/tmp").remove(String(path.dropFirst("/tmp/".count)))
    #expect(unsafe access(path, F_OK) != 0)
  }

  private func mode(_ name: String) -> mode_t {
    var status = stat()
    return unsafe stat("\(path)/inner/\(name)", &status) == 0 ? status.st_mode & 0o777 : 0
  }

  @Test("new files and folders are for their user alone")
  func modes() throws {
    try folder.makeFolder("a")
    try folder.makeFolder("a")
    try folder.touch("b")
    let pending = try folder.create("c")
    try pending.append(Array(repeating: 7, count: 100_000)[...])
    #expect(throws: FileFault.self) { try folder.size("c") }
    try pending.commit()
    #expect(try folder.size("c") == 100_000)
    #expect(mode("a") == 0o700 && mode("b") == 0o600 && mode("c") == 0o600)
    #expect(try Set(folder.names()) == ["a", "b", "c"])
    try removeAll()
  }

  @Test("a file that isn't committed vanishes")
  func pending() throws {
    do {
      let pending = try folder.create("a")
      try pending.append([1][...])
      #expect(try folder.names().count == 1)
    }
    #expect(try folder.names() == [])
    try removeAll()
  }

  @Test("links are neither followed nor are they files; removal takes the link alone")
  func links() throws {
    let outside = try OpenFolder(path: "\(path)/outside")
    try outside.touch("kept")
    try folder.makeFolder("a")
    #expect(unsafe symlink("\(path)/outside", "\(path)/inner/link") == 0)
    #expect(unsafe symlink("\(path)/outside/kept", "\(path)/inner/file") == 0)
    #expect(unsafe symlink("\(path)/outside", "\(path)/inner/a/link") == 0)
    #expect(throws: FileFault.self) { try folder.folder("link") }
    #expect(throws: FileFault.self) { _ = try folder.open("file") }
    #expect(throws: FileFault.self) { try folder.touch("file") }
    #expect(throws: FileFault.self) { _ = try folder.lock("file") }
    #expect { try folder.size("file") } throws: { ($0 as? FileFault)?.kind == .missing }
    for name in ["link", "file", "a", "none"] { try folder.remove(name) }
    #expect(try folder.names() == [] && outside.names() == ["kept"])
    try removeAll()
  }

  @Test(
    "a name that could lead elsewhere is rejected",
    arguments: ["", ".", "..", "a/b", "/", "a\u{0}"])
  func wrongNames(_ name: String) throws {
    let calls: [(OpenFolder) throws -> Void] = [
      { _ = try $0.folder(name) }, { try $0.makeFolder(name) }, { _ = try $0.open(name) },
      { _ = try $0.create(name) }, { try $0.touch(name) }, { _ = try $0.lock(name) },
      { _ = try $0.size(name) }, { try $0.remove(name) },
    ]
    for call in calls {
      #expect { try call(folder) } throws: { ($0 as? FileFault)?.code == EINVAL }
    }
    try removeAll()
  }

  @Test("a lock has one holder, and is free after it")
  func locks() throws {
    do {
      let lock = try folder.lock("lock")
      #expect { _ = try folder.lock("lock") } throws: { ($0 as? FileFault)?.kind == .inUse }
      withExtendedLifetime(lock) {}
    }
    _ = try folder.lock("lock")
    try removeAll()
  }
}
