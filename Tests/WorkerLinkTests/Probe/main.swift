// A worker for the tests of WorkerLink: the first argument says what it does.
internal import Glibc
internal import WorkerLink

/// Ends with a status that no test expects.
func fail(_ reason: String) -> Never {
  _ = unsafe reason.withCString { unsafe write(STDERR_FILENO, $0, strlen($0)) }
  exit(99)
}

do throws(LinkError) {
  let socket = try WorkerSocket.inherited()
  switch CommandLine.arguments.dropFirst().first {
  case "echo":
    while let (message, descriptors) = try socket.receive() {
      let own = (0..<descriptors.count).compactMap { descriptors.take($0)?.take() }
      try socket.send(message, own)
      for number in own { close(number) }
    }
  case "hang":
    // Holds the descriptors of a message and ignores the connection's end.
    let held = try socket.receive()
    try socket.send([])
    // In case that the test fails.
    alarm(50)
    while true { pause() }
    _ = held
  case "orphan":
    // Starts a worker that hangs and is killed before it can end that one.
    guard let (message, descriptors) = try socket.receive(), let held = descriptors.take(0) else {
      fail("no descriptor")
    }
    let worker = try WorkerProcess.spawn(arguments: ["hang"])
    try worker.socket.send(message, [held.number])
    _ = try worker.socket.receive()
    try socket.send([])
    kill(getpid(), SIGKILL)
  case "sandbox": try socket.send(Array(SandboxChecks.run().utf8))
  default: fail("unknown argument")
  }
} catch {
  fail(error.description)
}
