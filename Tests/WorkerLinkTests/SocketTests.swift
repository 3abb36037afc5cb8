import CWorkerLink
import Glibc
import Testing

@testable import WorkerLink

@Suite("Connection of server and worker", .timeLimit(.minutes(1)))
struct SocketTests {
  @Test(
    "a message arrives as it was sent",
    arguments: [0, 1, 1000, 64 << 10, 64 << 10 + 1, 300_000, WorkerSocket.mostBytes])
  func message(count: Int) throws {
    let (near, far) = try WorkerSocket.pair()
    let message = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
    try near.send(message)
    try near.send([7])
    let first = try #require(try far.receive())
    #expect(first.message == message)
    #expect(first.descriptors.count == 0)
    #expect(try far.receive()?.message == [7])
  }

  @Test(
    "descriptors arrive in order, with short and long messages",
    arguments: [0, 1, 64], [10, WorkerSocket.mostBytes])
  func descriptors(count: Int, bytes: Int) throws {
    let (near, far) = try WorkerSocket.pair()
    let files = try (0..<count).map { index in
      let file = try SharedFile("test \(index)")
      try file.append([UInt8(index), 1])
      try file.seal()
      return file
    }
    try near.send([UInt8](repeating: 5, count: bytes), files: files)
    let (message, received) = try #require(try far.receive())
    #expect(message.count == bytes)
    #expect(received.count == count)
    for index in 0..<count {
      let number = try received.number(index)
      #expect(fcntl(number, F_GETFD) == FD_CLOEXEC)
      #expect(try SharedFile(sealed: Descriptor(number)).bytes() == [UInt8(index), 1])
    }
  }

  @Test("a descriptor can be taken once, and those that nobody takes are closed")
  func closes() throws {
    let (near, far) = try WorkerSocket.pair()
    let watch = try farEnd { inner, _ in
      let number = inner.descriptor.number
      try near.send([], [number, number])
    }
    var received = try far.receive()
    let first = try #require(try received?.descriptors.number(0))
    #expect(throws: (any Error).self) { _ = try received?.descriptors.number(0) }
    #expect(throws: (any Error).self) { _ = try received?.descriptors.number(2) }
    #expect(received?.descriptors.count == 2)
    Glibc.close(first)
    #expect(!isEnded(watch))
    received = nil
    #expect(isEnded(watch))
  }

  @Test("a descriptor that is given up stays open")
  func gives() throws {
    var number: Int32 = -1
    let watch = try farEnd { inner, _ in number = try inner.descriptor.duplicate().take() }
    #expect(!isEnded(watch))
    Glibc.close(number)
    #expect(isEnded(watch))
  }

  @Test("too much is rejected before anything is sent")
  func limits() throws {
    let (near, far) = try WorkerSocket.pair()
    #expect(throws: LinkError.messageTooLarge(bytes: WorkerSocket.mostBytes + 1)) {
      try near.send([UInt8](repeating: 0, count: WorkerSocket.mostBytes + 1))
    }
    #expect(throws: LinkError.tooManyDescriptors(65)) {
      try near.send([], [Int32](repeating: 2, count: 65))
    }
    #expect(throws: LinkError.system(call: "sendmsg", code: EBADF)) { try near.send([], [-1]) }
    try near.send([1])
    #expect(try far.receive()?.message == [1])
  }

  @Test("the end comes after all messages, and sending to it fails")
  func end() throws {
    let far = try farEnd { near, _ in
      try near.send([1])
      try near.send([UInt8](repeating: 2, count: 100_000))
    }
    #expect(throws: LinkError.closed) { try far.send([3]) }
    #expect(try far.receive()?.message == [1])
    #expect(try far.receive()?.message.count == 100_000)
    #expect(try far.receive() == nil)
    #expect(try far.receive() == nil)
  }

  @Test("an end that is closed with messages unread doesn't lose its own")
  func unreadAtEnd() throws {
    let far = try farEnd { near, far in
      try far.send([9])
      try near.send([1])
    }
    #expect(try far.receive()?.message == [1])
    #expect(try far.receive() == nil)
  }

  @Test("closing wakes a receiver of the same end")
  func wakes() throws {
    let (near, far) = try WorkerSocket.pair()
    let receiver = ThreadResult { (try? near.receive()) == nil }
    // The receiver may wait already or not yet: the result is the same.
    usleep(20_000)
    near.close()
    #expect(receiver.value)
    #expect(try far.receive() == nil)
  }

  @Test("a receiver that never reads delays its sender only so long", arguments: [10, 200_000])
  func patience(bytes: Int) throws {
    let (near, far) = try WorkerSocket.pair()
    let message = [UInt8](repeating: 1, count: bytes)
    let clock = ContinuousClock()
    var sent = 0
    var failure: LinkError?
    let time = clock.measure {
      while failure == nil && sent < 1_000_000 {
        do throws(LinkError) {
          try near.send(message, patience: .milliseconds(100))
          sent += 1
        } catch { failure = error }
      }
    }
    #expect(failure == .late)
    #expect(sent > 0)
    #expect(time > .milliseconds(90) && time < .seconds(30))
    // What was sent arrives, and no more; then the connection works again.
    for _ in 0..<sent { #expect(try far.receive()?.message == message) }
    try near.send([2])
    #expect(try far.receive()?.message == [2])
  }

  @Test("a waiting sender goes on as soon as there is room")
  func room() throws {
    let (near, far) = try WorkerSocket.pair()
    let message = [UInt8](repeating: 1, count: 60_000)
    let sender = ThreadResult {
      (0..<100).allSatisfy { _ in (try? near.send(message)) != nil }
    }
    for _ in 0..<100 { #expect(try far.receive()?.message.count == 60_000) }
    #expect(sender.value)
  }

  @Test("messages of several senders stay whole")
  func senders() throws {
    let (near, far) = try WorkerSocket.pair()
    let senders = (UInt8(0)..<4).map { value in
      ThreadResult {
        (0..<50).allSatisfy { index in
          let count = index % 5 == 0 ? 100_000 : 1000
          return (try? near.send([UInt8](repeating: value, count: count))) != nil
        }
      }
    }
    var counts = [0, 0, 0, 0]
    for _ in 0..<200 {
      let message = try #require(try far.receive()).message
      #expect(Set(message).count == 1)
      counts[Int(message[0])] += 1
    }
    #expect(counts == [50, 50, 50, 50])
    for sender in senders { #expect(sender.value) }
  }

  @Test("a message longer than the socket's buffer arrives")
  func smallBuffer() throws {
    let (near, far) = try WorkerSocket.pair()
    var size: Int32 = 8192
    unsafe setsockopt(near.descriptor.number, SOL_SOCKET, SO_SNDBUF, &size, 4)
    let message = [UInt8](repeating: 3, count: 60_000)
    try near.send(message)
    #expect(try far.receive()?.message == message)
  }

  @Test("what isn't a message is rejected, and the next message arrives")
  func invalid() throws {
    let (near, far) = try WorkerSocket.pair()
    func raw(_ bytes: [UInt8], _ numbers: [Int32] = []) {
      let rest = Array(bytes.dropFirst())
      let code = unsafe worker_link_send(
        near.descriptor.number, bytes[0], rest, rest.count, numbers, Int32(numbers.count))
      #expect(code == 0)
    }
    let unsealed = try SharedFile("unsealed")
    try unsealed.append([1, 2, 3])
    let large = try SharedFile("large")
    for _ in 0..<5 { try large.append([UInt8](repeating: 0, count: 300_000)) }
    try large.seal()
    raw([0, 1, 2])
    raw([2])
    raw([2, 0], [large.number])
    raw([2], [unsealed.number])
    raw([2], [0])
    raw([2], [large.number])
    raw([1], [Int32](repeating: 2, count: 65))
    raw([1] + [UInt8](repeating: 0, count: 64 << 10 + 1))
    for _ in 0..<8 {
      let error = #expect(throws: LinkError.self) { _ = try far.receive() }
      guard case .invalidMessage = error else {
        Issue.record("\(String(describing: error))")
        return
      }
    }
    try near.send([4])
    #expect(try far.receive()?.message == [4])
  }

  @Test("descriptors that the receiver can't open are told as lost")
  func lost() async {
    await #expect(processExitsWith: .success) {
      let (near, far) = try WorkerSocket.pair()
      try near.send([1], [Int32](repeating: 2, count: 64))
      try near.send([2])
      // Descriptors that the process has inherited leave gaps, which are filled first.
      for _ in 0..<256 { dup(0) }
      let free = try SharedFile("test").number
      let most = rlim_t(free + 20)
      var limit = rlimit(rlim_cur: most, rlim_max: most)
      unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      #expect(throws: LinkError.descriptorsLost) { _ = try far.receive() }
      #expect(try far.receive()?.message == [2])
      // Those that were opened are closed again: there is room for as many, but for a few that the
      // test's process may have opened since.
      #expect((0..<15).allSatisfy { _ in dup(0) >= 0 })
    }
  }
}

@Suite("Files in memory")
struct MemoryFileTests {
  @Test("bytes are read as they were appended")
  func contents() throws {
    let file = try SharedFile("test")
    #expect(try file.size == 0)
    #expect(try file.bytes() == [])
    let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 >> 2) }
    try file.append(Array(bytes[..<30]))
    try file.append([])
    try file.append(Array(bytes[30...]))
    #expect(try file.size == 100_000)
    #expect(try file.bytes() == bytes)
    #expect(try file.bytes(29..<31) == [7, 7])
    #expect(try file.bytes(100_000..<100_000) == [])
    #expect(throws: LinkError.outsideFile(0..<100_001, size: 100_000)) {
      _ = try file.bytes(0..<100_001)
    }
    #expect(throws: LinkError.outsideFile(-1..<1, size: 100_000)) { _ = try file.bytes(-1..<1) }
  }

  @Test("a sealed file is constant, for all who have it")
  func seals() throws {
    let file = try SharedFile("test")
    try file.append([1, 2, 3])
    let early = try file.duplicate()
    #expect(!file.isSealed)
    #expect(throws: LinkError.self) { _ = try SharedFile(sealed: try file.duplicate()) }
    try file.seal()
    #expect(file.isSealed)
    #expect(throws: LinkError.system(call: "write", code: EPERM)) { try file.append([4]) }
    for number in [file.number, early.number] {
      #expect(unsafe pwrite(number, [9], 1, 0) == -1 && errno == EPERM)
      #expect(ftruncate(number, 1) == -1 && errno == EPERM)
      #expect(ftruncate(number, 100) == -1 && errno == EPERM)
    }
    #expect(try SharedFile(sealed: early).bytes() == [1, 2, 3])
  }

  @Test("errors say what failed and why")
  func words() {
    #expect(
      LinkError.system(call: "write", code: ENOSPC).description
        == "write: No space left on device")
    #expect(LinkError.system(call: "x", code: 12345).description == "x: error 12345")
    #expect(
      LinkError.outsideFile(1..<5, size: 3).description
        == "bytes 1..<5 aren't inside a file of 3 bytes")
  }
}
