internal import Dispatch
// For `environ`, which nothing here changes.
@unsafe @preconcurrency internal import Glibc
internal import WorkerLink

/// Tries what the sandbox should allow or deny, after entering it.
///
/// The arguments are a folder that is readable, one that is writable, one that is neither, and
/// "threads" if the process should have a second thread before.
enum SandboxChecks {
  /// Lines `name=result`, where the result is an errno or another number, and the report's lines.
  static func run() -> String {
    let words = CommandLine.arguments.dropFirst(2)
    guard words.count >= 3 else { fail("three folders are needed") }
    let (readable, writable, other) = (words[2], words[3], words[4])
    let earlier = words.contains("threads") ? Thread() : nil
    let limit = words.contains("memory") ? 4 << 30 : nil
    // A file that the process may execute but for the sandbox.
    let program = "\(writable)/program"
    _ = execute("/bin/cp", ["/bin/true", program])
    // A file that is writable in a folder that isn't.
    let file = "\(readable)/own"
    _ = create(file)
    let report = Sandbox.enter(
      readable: [readable], writable: [writable, file, "\(writable)/absent"], memory: limit,
      files: 100, fileSize: 1 << 20)
    var lines = report.lines
    func note(_ name: String, _ result: Int32) { lines.append("\(name)=\(result)") }

    note("read /etc/passwd", read("/etc/passwd"))
    note("read /proc/self/maps", read("/proc/self/maps"))
    note("read /sys", read("/sys/kernel/mm"))
    note("read readable", read("\(readable)/file"))
    note("read other", read("\(other)/file"))
    note("list other", read(other))
    note("read server's environment", read("/proc/\(getppid())/environ"))
    note("write readable", create("\(readable)/new"))
    note("write other", create("\(other)/new"))
    note("truncate other", code(unsafe truncate("\(other)/file", 0)))
    note("make folder in other", code(unsafe mkdir("\(other)/folder", 0o700)))
    note("remove from other", code(unsafe unlink("\(other)/file")))
    note("write writable", create("\(writable)/new"))
    note("write file", write(file))
    note("truncate file", code(unsafe truncate(file, 0)))
    note("rename in writable", code(unsafe rename("\(writable)/new", "\(writable)/newer")))
    note("make folder in writable", code(unsafe mkdir("\(writable)/folder", 0o700)))
    note("remove from writable", code(unsafe unlink("\(writable)/newer")))
    note("make device in writable", code(unsafe mknod("\(writable)/node", S_IFCHR | 0o600, 0x103)))
    note("write /dev/null", write("/dev/null"))
    note("write /dev/shm", shared())
    note("execute /bin/true", execute("/bin/true", []))
    note("execute writable", execute(program, []))

    note("socket of IPv4", code(socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)))
    note("socket of IPv6", code(socket(AF_INET6, Int32(SOCK_DGRAM.rawValue), 0)))
    note("local socket", code(socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)))
    var ends: [Int32] = [0, 0]
    note("socket pair", code(unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends)))
    note("bind", code(bind(ends[0], nil, 0)))
    note("connect", code(connect(ends[0], nil, 0)))
    note("ptrace", call("ptrace", 0))
    note("process_vm_readv", call("process_vm_readv", Int(getpid())))
    note("unshare", call("unshare", 0))
    note("setns", call("setns", -1))
    note("mount", call("mount"))
    note("umount2", call("umount2"))
    note("chroot", call("chroot"))
    note("pivot_root", system(pivotRoot))
    note("init_module", call("init_module"))
    note("personality", call("personality", 0xffff_ffff))
    note("swapon", call("swapon"))
    note("settimeofday", system(settimeofday))
    note("open_by_handle_at", call("open_by_handle_at", -1))
    note("io_uring_setup", system(425))
    note("userfaultfd", system(userfaultfd))
    note("bpf", system(bpf))
    note("perf_event_open", system(perfEventOpen))
    note("keyctl", system(keyctl))
    note("clone3", system(435))
    // CLONE_NEWUSER, without a process: the flags are checked first.
    note("clone with a namespace", system(clone, 0x1000_0000))
    note("prlimit of the server", system(prlimit, Int(getppid()), 7))
    note("own prlimit", system(prlimit, 0, 7))
    note("TIOCSTI", code(unsafe ioctl(STDERR_FILENO, 0x5412, &ends)))
    note("signal to the server", code(kill(getppid(), 0)))
    note("signal to itself", code(kill(getpid(), 0)))
    note("memory file", memoryFile(1000))
    note("executable memory", executableMemory())
    note("files", code(dup2(2, 100)))
    note("attempt to leave", code(dup2(2, 99)))

    let later = Thread()
    note("later thread: write other", later.run { create("\(other)/new") })
    note("later thread: IPv4", later.run { code(socket(AF_INET, 1, 0)) })
    if let earlier {
      note("earlier thread: write other", earlier.run { create("\(other)/new") })
      note("earlier thread: IPv4", earlier.run { code(socket(AF_INET, 1, 0)) })
    }
    if let limit { note("large memory", memory(limit)) }
    if unsafe access("/usr/bin/ffmpeg", X_OK) == 0 {
      note(
        "ffmpeg",
        execute(
          "/usr/bin/ffmpeg",
          "-v quiet -f lavfi -i testsrc=d=0.1:s=64x64 -c:v mpeg4 -y \(writable)/film.mp4".split(
            separator: " "
          ).map(String.init)))
    }
    return lines.joined(separator: "\n")
  }

  #if arch(x86_64)
  private static let (pivotRoot, userfaultfd, bpf, perfEventOpen) = (155, 323, 321, 298)
  private static let (keyctl, clone, prlimit, settimeofday) = (250, 56, 302, 164)
  #else
  private static let (pivotRoot, userfaultfd, bpf, perfEventOpen) = (41, 282, 280, 241)
  private static let (keyctl, clone, prlimit, settimeofday) = (219, 220, 261, 170)
  #endif

  /// The errno of a failed call, else 0.
  private static func code(_ result: Int32) -> Int32 { result < 0 ? errno : 0 }

  private static func read(_ path: String) -> Int32 { use(path, O_RDONLY) }
  private static func write(_ path: String) -> Int32 { use(path, O_WRONLY) }
  private static func create(_ path: String) -> Int32 { use(path, O_WRONLY | O_CREAT) }

  private static func use(_ path: String, _ flags: Int32) -> Int32 {
    let number = unsafe open(path, flags | O_CLOEXEC, 0o600)
    defer { close(number) }
    return code(number)
  }

  private static func shared() -> Int32 {
    let name = "/glcurl-test-\(getpid())"
    let number = unsafe shm_open(name, O_RDWR | O_CREAT, 0o600)
    guard number >= 0 else { return errno }
    close(number)
    return code(unsafe shm_unlink(name))
  }

  private static func memoryFile(_ count: Int) -> Int32 {
    do throws(LinkError) {
      let file = try SharedFile("test")
      try file.append([UInt8](repeating: 1, count: count))
      try file.seal()
      return 0
    } catch { return -1 }
  }

  private static func executableMemory() -> Int32 {
    let pages = unsafe mmap(
      nil, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    return unsafe pages == MAP_FAILED ? errno : 0
  }

  private static func memory(_ count: Int) -> Int32 {
    let pages = unsafe mmap(
      nil, count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
    return unsafe pages == MAP_FAILED ? errno : 0
  }

  /// The exit status of a program, or the errno of its start plus 1000.
  private static func execute(_ path: String, _ arguments: [String]) -> Int32 {
    var words = unsafe ([path] + arguments).map { unsafe strdup($0) } + [nil]
    defer { for at in unsafe words.indices { unsafe free(words[at]) } }
    var id: pid_t = 0
    let code = unsafe posix_spawn(&id, path, nil, nil, &words, environ)
    guard code == 0 else { return 1000 + code }
    var status: Int32 = 0
    unsafe waitpid(id, &status, 0)
    return status & 0x7f == 0 ? status >> 8 & 0xff : -(status & 0x7f)
  }

  /// Calls a function of libc, which may have a variable number of arguments, with 0 for the others.
  private static func call(_ name: String, _ first: Int = 0, _ second: Int = 0, _ third: Int = 0)
    -> Int32
  {
    typealias Function = @convention(c) (Int, Int, Int, Int, Int, Int) -> Int
    guard let symbol = unsafe dlsym(nil, name) else { fail("no function \(name)") }
    let function = unsafe unsafeBitCast(symbol, to: Function.self)
    // Many of these functions return an int.
    return Int32(truncatingIfNeeded: function(first, second, third, 0, 0, 0)) == -1 ? errno : 0
  }

  private static func system(_ number: Int, _ first: Int = 0, _ second: Int = 0) -> Int32 {
    call("syscall", number, first, second)
  }
}

/// A thread that runs one function after another; one other thread may use it.
final class Thread: @unchecked Sendable {
  private let start = DispatchSemaphore(value: 0)
  private let done = DispatchSemaphore(value: 0)
  private var work: (@Sendable () -> Int32)?
  private var result: Int32 = 0

  init() {
    var thread = pthread_t()
    _ = unsafe pthread_create(
      &thread, nil,
      { own in
        if let own = unsafe own {
          unsafe Unmanaged<Thread>.fromOpaque(own).takeUnretainedValue().loop()
        }
        return nil
      }, unsafe Unmanaged.passRetained(self).toOpaque())
  }

  func run(_ work: @escaping @Sendable () -> Int32) -> Int32 {
    self.work = work
    start.signal()
    done.wait()
    return result
  }

  private func loop() {
    while true {
      start.wait()
      result = work?() ?? -1
      done.signal()
    }
  }
}
