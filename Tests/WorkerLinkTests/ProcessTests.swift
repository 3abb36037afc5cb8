import Glibc
import Testing

@testable import WorkerLink

@Suite("Processes of workers", .timeLimit(.minutes(1)))
struct ProcessTests {
  @Test("the end is the program's exit status", arguments: [0, 3, 255])
  func exits(code: Int32) throws {
    let worker = try startShell("exit \(code)")
    #expect(worker.wait() == .exited(code))
    #expect(worker.wait() == .exited(code))
    #expect(worker.poll() == .exited(code))
    // The ID may be another process's: nothing happens.
    worker.kill(SIGKILL)
  }

  @Test("the end is the signal that ended the program", arguments: [SIGKILL, SIGTERM, SIGSEGV])
  func signals(number: Int32) throws {
    let worker = try startShell("exec sleep 50")
    #expect(worker.poll() == nil)
    worker.kill(number)
    #expect(worker.wait() == .signaled(number))
  }

  @Test("an end has a description")
  func words() {
    #expect(WorkerProcess.End.exited(3).description == "exited with status 3")
    #expect(WorkerProcess.End.signaled(9).description == "ended by signal 9 (Killed)")
  }

  @Test("all who wait learn the end")
  func waiters() throws {
    let worker = try startShell("exec sleep 50")
    let waiters = (0..<4).map { _ in ThreadResult { worker.wait() == .signaled(SIGKILL) } }
    worker.kill(SIGKILL)
    for waiter in waiters { #expect(waiter.value) }
  }

  @Test("a program that doesn't exist is an error")
  func absent() {
    #expect(throws: LinkError.system(call: "posix_spawn", code: ENOENT)) {
      _ = try WorkerProcess.spawn(path: "/absent", name: "absent", arguments: [])
    }
  }

  @Test("a worker has the descriptors 0 to 3 and no others")
  func descriptors() throws {
    // Without FD_CLOEXEC: only the spawn can keep it from the child.
    let open = fcntl(STDERR_FILENO, F_DUPFD, 100)
    try #require(open >= 100)
    defer { close(open) }
    let worker = try startShell(
      """
      cd /proc/$$/fd
      for number in $(seq 0 200); do [ -e $number ] && list="$list$number "; done
      printf '\\001%s' "$list$(readlink 0) $(readlink 1) $(readlink 2)" >&3
      """)
    var path = [CChar](repeating: 0, count: 4096)
    #expect(unsafe readlink("/proc/self/fd/2", &path, 4095) > 0)
    let errors = text(path)
    let answer = try worker.socket.text()
    #expect(answer == "0 1 2 3 /dev/null \(errors) \(errors)")
    #expect(worker.wait() == .exited(0))
  }

  @Test("a worker has its own process group, no blocked signals and default handlers")
  func state() throws {
    signal(SIGUSR2, SIG_IGN)
    defer { signal(SIGUSR2, SIG_DFL) }
    // glibc's posix_spawn ignores its internal signals, 32 and 33.
    let worker = try startShell(
      """
      set -- $(grep -E '^Sig(Blk|Ign):' /proc/self/status) $(cut -d ' ' -f 5 /proc/$$/stat)
      printf '\\001%s' "$*" >&3
      """)
    let words = try #require(try worker.socket.text()).split(separator: " ").map(String.init)
    try #require(words.count == 5 && words[0] == "SigBlk:" && words[2] == "SigIgn:")
    #expect(Int(words[1], radix: 16) == 0)
    #expect(Int(words[3], radix: 16).map { $0 & ~0x1_8000_0000 } == 0)
    #expect(words[4] == "\(worker.id)")
    #expect(worker.wait() == .exited(0))
  }

  @Test("variables of the environment are changed, added and removed")
  func environment() throws {
    let worker = try startShell(
      #"printf '\001%s' "$GLCURL_TEST-${HOME-unset}-${PATH:+set}" >&3"#,
      environment: ["GLCURL_TEST": "a=b c", "HOME": nil])
    #expect(try worker.socket.text() == "a=b c-unset-set")
    let other = try startShell(
      #"printf '\001%s' "$PATH" >&3"#, environment: ["PATH": "/bin:/usr/bin"])
    #expect(try other.socket.text() == "/bin:/usr/bin")
  }

  @Test("a worker has the priority that was asked for")
  func niceness() throws {
    let own = getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0)
    let script = #"head -c 1 <&3 >/dev/null; printf '\001%s' "$(nice)" >&3"#
    let nicer = try startShell(script, niceness: min(own + 5, 19))
    try nicer.socket.send([])
    #expect(try nicer.socket.text() == "\(min(own + 5, 19))")
    let same = try startShell(script)
    try same.socket.send([])
    #expect(try same.socket.text() == "\(own)")
  }

  @Test("a signal reaches the worker's children too")
  func group() throws {
    let worker = try startShell(#"sleep 50 & printf '\001' >&3; wait"#)
    #expect(try worker.socket.text() == "")
    worker.kill(SIGKILL)
    #expect(endsSoon(worker.socket))
    #expect(worker.wait() == .signaled(SIGKILL))
  }

  @Test("children that an ended worker leaves are killed")
  func leftovers() throws {
    let worker = try startShell("sleep 50 & exit 5")
    #expect(worker.wait() == .exited(5))
    #expect(endsSoon(worker.socket))
  }

  @Test("a worker that nobody needs is killed")
  func dropped() throws {
    func socket() throws -> WorkerSocket { try startShell("exec sleep 50").socket }
    #expect(endsSoon(try socket()))
  }

  @Test("messages and descriptors go to a worker and back", arguments: [0, 1, 64], [5, 500_000])
  func echo(descriptors: Int, bytes: Int) throws {
    let worker = try startProbe(["echo"])
    let message = (0..<bytes).map { UInt8(truncatingIfNeeded: $0) }
    let file = try SharedFile("test")
    try file.append([1, 2, 3])
    try file.seal()
    try worker.socket.send(message, files: Array(repeating: file, count: descriptors))
    let (answer, received) = try #require(try worker.socket.receive())
    #expect(answer == message)
    #expect(received.count == descriptors)
    for index in 0..<descriptors {
      let copy = try SharedFile(sealed: Descriptor(received.number(index)))
      #expect(try copy.bytes() == [1, 2, 3])
    }
    worker.socket.close()
    #expect(worker.wait() == .exited(0))
  }

  @Test("a worker ends with its server, even if it ignores the connection")
  func orphan() throws {
    let server = try startProbe(["orphan"])
    let watch = try farEnd { inner, _ in try server.socket.send([], [inner.descriptor.number]) }
    #expect(try server.socket.text() == "")
    #expect(server.wait() == .signaled(SIGKILL))
    #expect(endsSoon(watch))
  }

  @Test("a worker outlives the thread that started it")
  func thread() throws {
    final class Box: @unchecked Sendable { var worker: WorkerProcess? }
    let box = Box()
    let starter = ThreadResult {
      box.worker = try? startProbe(["hang"])
      try? box.worker?.socket.send([])
      // The worker answers when it has asked for its parent-death signal.
      return (try? box.worker?.socket.text()) != nil
    }
    #expect(starter.value)
    let worker = try #require(box.worker)
    // A worker that the thread's end kills would end at once.
    usleep(200_000)
    #expect(worker.poll() == nil)
    worker.kill(SIGKILL)
    #expect(worker.wait() == .signaled(SIGKILL))
  }

  @Test("a process that isn't a worker is told so")
  func notWorker() throws {
    let worker = try WorkerProcess.spawn(
      path: "/bin/sh", name: "sh",
      arguments: ["-c", "exec \"$0\" echo 3</dev/null 2>/dev/null", probe])
    #expect(worker.wait() == .exited(99))
  }
}
