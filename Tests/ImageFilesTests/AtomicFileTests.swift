import Dispatch
import Glibc
import Synchronization
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

  @Test(arguments: ["real", "./real", "sub/../real", "second"])
  func danglingLinkIsFollowed(text: String) throws {
    #expect(unsafe mkdir(folder.file("sub"), 0o700) == 0)
    defer { unsafe rmdir(folder.file("sub")) }
    #expect(unsafe symlink(text, folder.file("link")) == 0)
    #expect(unsafe symlink(folder.file("real"), folder.file("second")) == 0)
    let file = try begin("link")
    try file.write([2])
    #expect(folder.contents("real") == nil)
    try file.commit()
    #expect(folder.contents("real") == [2])
    #expect(isLink("link"))
    #expect(folder.names == ["link", "real", "second", "sub"])
  }

  @Test func linkThatLeadsNowhereIsAnError() {
    #expect(unsafe symlink("b", folder.file("a")) == 0)
    #expect(unsafe symlink("a", folder.file("b")) == 0)
    #expect(unsafe symlink("none/out", folder.file("c")) == 0)
    #expect(unsafe symlink("new/", folder.file("d")) == 0)
    let names = folder.names
    for (name, word) in [
      ("a", "circle"), ("c", "no folder '\(folder.file("none"))'"), ("d", "name of a folder"),
    ] {
      let text = expectError(.cannotCreate) { try begin(name) }
      #expect(text.contains(word), "\(text)")
    }
    #expect(folder.names == names && names.allSatisfy(isLink))
  }

  @Test func linkWithANameThatIsNoTextIsAnError() {
    let bytes: [CChar] = [0x61, -1, 0]
    #expect(unsafe symlink(bytes, folder.file("link")) == 0)
    expectError(.cannotCreate) { try begin("link") }
    #expect(folder.names == ["link"])
  }

  private func isLink(_ name: String) -> Bool {
    var status = stat()
    return unsafe lstat(folder.file(name), &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  @Test func nameThatBeginsWithAnAccentIsInItsFolder() throws {
    // Swift takes the slash and the accent for one letter.
    #expect(unsafe mkdir(folder.file("sub"), 0o700) == 0)
    let file = try begin("sub/\u{301}a")
    #expect(file.temporaryPath?.hasPrefix(folder.file("sub/.glcurl-")) == true)
    file.discard()
    unsafe rmdir(folder.file("sub"))
  }

  @Test func nameThatIsTooLongIsAnErrorBeforeAnythingIsWritten() throws {
    for name in [
      String(repeating: "x", count: 300), String(repeating: "é", count: 128),
      String(repeating: "x", count: 256) + "/out", String(repeating: "x/", count: 2048),
    ] {
      let text = expectError(.cannotCreate) { try begin(name) }
      #expect(text.contains("too long"), "\(text)")
    }
    #expect(folder.names.isEmpty)
    let longest = String(repeating: "x", count: 255)
    try AtomicFile.write([1], path: folder.file(longest))
    #expect(folder.contents(longest) == [1])
  }

  @Test func pipeThatNobodyReadsIsAnError() {
    #expect(unsafe mkfifo(folder.file("fifo"), 0o600) == 0)
    let text = expectError(.cannotCreate) { try begin("fifo") }
    #expect(text.contains("the pipe has no reader"), "\(text)")
  }

  @Test func pipeWithAReaderIsWrittenAndWaitsForIt() throws {
    #expect(unsafe mkfifo(folder.file("fifo"), 0o600) == 0)
    let path = folder.file("fifo")
    let (began, ended) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let read = Mutex([UInt8]())
    // Not on the pool's threads, which other tests may hold.
    DispatchQueue(label: "reader").async {
      // Waits here until somebody writes.
      let number = unsafe open(path, O_RDONLY | O_CLOEXEC)
      began.wait()
      var piece = [UInt8](repeating: 0, count: 40_000)
      while true {
        let count = unsafe Glibc.read(number, &piece, piece.count)
        guard count > 0 else { break }
        read.withLock { $0 += piece[..<count] }
        usleep(10_000)
      }
      close(number)
      ended.signal()
    }
    let file = try begin("fifo")
    began.signal()
    // More than a pipe holds.
    let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
    try file.write(bytes)
    try file.commit()
    ended.wait()
    #expect(read.withLock { $0 } == bytes)
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
