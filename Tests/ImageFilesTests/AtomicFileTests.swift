import Glibc
import Testing

@testable import ImageFiles

@Suite struct AtomicFileTests {
  let folder = TemporaryFolder()
  let registry = TemporaryFileRegistry()

  private func begin(_ name: String) throws(ImageFileError) -> AtomicFile {
    try AtomicFile(path: folder.file(name), registry: registry)
  }

  @Test func fileAppearsWithItsCommit() throws {
    let file = try begin("out")
    try file.write([1, 2])
    try file.write([3])
    #expect(folder.contents("out") == nil)
    #expect(registry.paths == folder.names.map(folder.file))
    try file.commit()
    #expect(folder.contents("out") == [1, 2, 3])
    #expect(folder.names == ["out"] && registry.paths.isEmpty)
  }

  @Test func unfinishedFileVanishesAndLeavesTheOlderOne() throws {
    folder.make("out", [9])
    do {
      let file = try begin("out")
      try file.write([1, 2])
      #expect(folder.names.count == 2)
    }
    #expect(folder.names == ["out"] && folder.contents("out") == [9] && registry.paths.isEmpty)
  }

  @Test func permissionsFollowTheUmask() throws {
    let mask = umask(0)
    umask(mask)
    try AtomicFile.write([1], path: folder.file("out"))
    var status = stat()
    #expect(unsafe stat(folder.file("out"), &status) == 0)
    #expect(status.st_mode & 0o777 == 0o666 & ~mask)
  }

  @Test func interruptRemovesUnfinishedFiles() throws {
    let first = try begin("a")
    let second = try begin("b")
    try first.write([1])
    registry.removeAll(refuseNew: true)
    #expect(folder.names.isEmpty)
    expectError(.cancelled) { try first.commit() }
    second.discard()
    expectError(.cancelled) { try second.write([1]) }
    expectError(.cancelled) { try begin("c") }
    #expect(folder.names.isEmpty)
  }

  @Test func missingFolderCannotBeWrittenTo() {
    let text = expectError(.cannotCreate) { try begin("none/out") }
    #expect(text.contains("no folder '\(folder.file("none"))'"))
    folder.make("file", [])
    expectError(.cannotCreate) { try begin("file/out") }
  }

  @Test func folderCannotBeReplaced() {
    let text = expectError(.cannotCreate) { try AtomicFile(path: folder.path) }
    #expect(text.contains("folder"))
    expectError(.cannotCreate) { try begin("new/") }
    expectError(.cannotCreate) { try AtomicFile(path: "") }
  }

  @Test(.enabled(if: geteuid() != 0, "root may write everywhere"))
  func folderWithoutPermissionCannotBeWrittenTo() {
    #expect(unsafe chmod(folder.path, 0o500) == 0)
    defer { unsafe chmod(folder.path, 0o700) }
    expectError(.cannotCreate) { try begin("out") }
  }

  @Test func fullDeviceFails() {
    let text = expectError(.writeFailed) { try AtomicFile.write([1], path: "/dev/full") }
    #expect(text.contains("No space left"))
  }

  @Test func deviceIsWrittenToAndNotReplaced() throws {
    try AtomicFile.write([1], path: "/dev/null")
    var status = stat()
    #expect(unsafe stat("/dev/null", &status) == 0 && status.st_mode & S_IFMT == S_IFCHR)
  }

  @Test func symbolicLinkIsFollowed() throws {
    folder.make("real", [1])
    #expect(unsafe symlink(folder.file("real"), folder.file("link")) == 0)
    try AtomicFile.write([2], path: folder.file("link"))
    #expect(folder.contents("real") == [2])
    var status = stat()
    #expect(unsafe lstat(folder.file("link"), &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
  }

  @Test func killedProgramLeavesNoHalfFile() async {
    folder.make("out", [9])
    let path = folder.file("out")
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
      let file = try AtomicFile(path: path)
      try file.write([1, 2, 3])
      kill(getpid(), SIGKILL)
    }
    #expect(folder.contents("out") == [9])
  }

  @Test func readerThatIsGoneIsAnErrorAndNoSignal() async {
    #expect(unsafe mkfifo(folder.file("fifo"), 0o600) == 0)
    let path = folder.file("fifo")
    await #expect(processExitsWith: .exitCode(5)) { [path = path as String] in
      _ = signal(SIGPIPE, SIG_DFL)
      let reader = unsafe open(path, O_RDONLY | O_NONBLOCK)
      let file = try AtomicFile(path: path)
      close(reader)
      do throws(ImageFileError) {
        try file.write([1])
      } catch {
        exit(error.kind == .writeFailed ? 5 : 6)
      }
    }
  }
}
