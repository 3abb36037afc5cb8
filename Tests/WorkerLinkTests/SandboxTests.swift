import CWorkerLink
import Glibc
import Testing

@testable import WorkerLink

@Suite("Sandbox of workers", .timeLimit(.minutes(1)))
struct SandboxTests {
  /// Results of the probe's checks, and the report's lines.
  private struct Results {
    var report: [String] = []
    var values: [String: Int32] = [:]

    /// Records each check whose result differs.
    func expect(_ result: Int32, _ names: [String], location: SourceLocation = #_sourceLocation) {
      for name in names {
        #expect(values[name] == result, "\(name)", sourceLocation: location)
      }
    }
  }

  private static let landlock = worker_link_landlock_version()
  private static let hasLandlock = landlock > 0

  /// Runs the probe's checks in new folders.
  private static func run(_ words: [String] = []) throws -> Results {
    let template = "/tmp/glcurl-sandbox-XXXXXX"
    var path = Array(template.utf8CString)
    try #require(unsafe mkdtemp(&path) != nil)
    let folder = text(path)
    defer { _ = try? startShell("rm -rf '\(folder)'").wait() }
    let folders = ["readable", "writable", "other"].map { "\(folder)/\($0)" }
    for folder in folders {
      try #require(unsafe mkdir(folder, 0o700) == 0)
      let file = unsafe open("\(folder)/file", O_CREAT | O_WRONLY, 0o600)
      try #require(file >= 0)
      close(file)
    }
    let worker = try startProbe(["sandbox"] + folders + words)
    let answer = try #require(try worker.socket.text())
    #expect(worker.wait() == .exited(0))
    var results = Results()
    for line in answer.split(separator: "\n").map(String.init) {
      let parts = line.split(separator: "=")
      if parts.count == 2, let value = Int32(parts[1]) {
        results.values[String(parts[0])] = value
      } else {
        results.report.append(line)
      }
    }
    return results
  }

  @Test("the report says what is on")
  func report() throws {
    let report = try Self.run().report
    #expect(report.first == "no_new_privs: on")
    #expect(report.contains("File limit: on (100)"))
    #expect(report.contains("File size limit: on (1048576 bytes)"))
    #expect(report.contains { $0.hasPrefix("Landlock: ") })
    #expect(report.contains { $0.hasPrefix("seccomp: ") })
    #expect(report.contains("Capabilities dropped: on"))
    #expect(report.last == "Tracing off: on")
  }

  @Test(
    "files outside of the given folders are out of reach",
    .enabled(if: hasLandlock, "this kernel has no Landlock"))
  func files() throws {
    let results = try Self.run()
    #expect(
      results.report.contains {
        $0.hasPrefix("Landlock: on (version \(Self.landlock): files")
          && $0.contains("not found: /") && $0.contains("/absent")
      })
    results.expect(
      0,
      [
        "read /etc/passwd", "read /proc/self/maps", "read /sys", "read readable", "write writable",
        "write file", "truncate file", "rename in writable", "make folder in writable",
        "remove from writable", "write /dev/null", "write /dev/shm", "execute /bin/true",
      ])
    results.expect(
      EACCES,
      [
        "read other", "list other", "write readable", "write other", "make folder in other",
        "remove from other", "make device in writable", "later thread: write other",
        "read server's environment",
      ])
    results.expect(1000 + EACCES, ["execute writable"])
    if Self.landlock >= 3 { results.expect(EACCES, ["truncate other"]) }
    if Self.landlock >= 6 { results.expect(EPERM, ["signal to the server"]) }
  }

  @Test("system calls that drawing doesn't need are denied, to all threads")
  func systemCalls() throws {
    let results = try Self.run(["threads"])
    try #require(results.report.contains("seccomp: on"))
    results.expect(
      EPERM,
      [
        "socket of IPv4", "socket of IPv6", "local socket", "bind", "connect", "ptrace",
        "process_vm_readv", "unshare", "setns", "mount", "umount2", "chroot", "pivot_root",
        "init_module", "personality", "swapon", "settimeofday", "open_by_handle_at",
        "io_uring_setup", "userfaultfd", "bpf", "perf_event_open", "keyctl",
        "clone with a namespace", "prlimit of the server", "TIOCSTI", "later thread: IPv4",
        "earlier thread: IPv4",
      ])
    results.expect(ENOSYS, ["clone3"])
    results.expect(
      0,
      [
        "socket pair", "own prlimit", "signal to itself", "memory file", "executable memory",
        "execute /bin/true", "attempt to leave",
      ])
    results.expect(EBADF, ["files"])
    if let ffmpeg = results.values["ffmpeg"] { #expect(ffmpeg == 0) }
  }

  @Test(
    "threads from before leave Landlock off in kernels that limit one thread, and the report says so",
    .enabled(if: hasLandlock, "this kernel has no Landlock"))
  func threads() throws {
    let results = try Self.run(["threads"])
    if Self.landlock < 8 {
      #expect(
        results.report.contains(
          "Landlock: off: the process has 2 threads, and this kernel can limit only one"))
      results.expect(0, ["write other", "earlier thread: write other"])
    } else {
      results.expect(EACCES, ["write other", "earlier thread: write other"])
    }
  }

  @Test("memory is limited where that is asked for")
  func memory() throws {
    let results = try Self.run(["memory"])
    #expect(results.report.contains("Memory limit: on (4294967296 bytes)"))
    results.expect(ENOMEM, ["large memory"])
  }
}
