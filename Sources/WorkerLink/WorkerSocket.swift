internal import CWorkerLink
internal import Glibc

/// One end of the connection between a server and a worker.
///
/// Messages arrive whole and in order. Any thread may send and receive. A message longer than a
/// packet travels in a file in memory: unlike parts, it can't be cut off by a sender that gives up.
package final class WorkerSocket: Sendable {
  /// Most bytes of a message.
  package static let mostBytes = 1 << 20
  /// Most descriptors of a message.
  package static let mostDescriptors = 64

  /// Longest message inside a packet, bytes.
  ///
  /// The kernel's default send buffer, 208 KiB, holds several.
  private static let mostInside = 64 << 10
  /// First byte of a packet whose other bytes are the message.
  private static let inside: UInt8 = 1
  /// First byte of a packet without other bytes; the message is in its first descriptor.
  private static let inFile: UInt8 = 2

  /// The socket.
  let descriptor: Descriptor

  /// Owns an end of a pair.
  init(_ descriptor: consuming Descriptor) { self.descriptor = descriptor }

  /// Makes two connected ends.
  package static func pair() throws(LinkError) -> (WorkerSocket, WorkerSocket) {
    var (first, second): (Int32, Int32) = (-1, -1)
    let code = unsafe worker_link_pair(&first, &second)
    guard code == 0 else { throw .system(call: "socketpair", code: code) }
    return (WorkerSocket(Descriptor(first)), WorkerSocket(Descriptor(second)))
  }

  /// Sends a message with copies of descriptors, which the caller keeps open during the call.
  ///
  /// - Parameters:
  ///   - message: At most ``mostBytes`` bytes; may be empty.
  ///   - descriptors: At most ``mostDescriptors`` open descriptors.
  ///   - patience: Longest wait for the other end to read earlier messages.
  /// - Throws: ``LinkError``. A message that isn't sent leaves no trace, so that the connection stays
  ///   usable.
  package func send(
    _ message: [UInt8], _ descriptors: [Int32] = [], patience: Duration = .seconds(10)
  ) throws(LinkError) {
    guard message.count <= Self.mostBytes else { throw .messageTooLarge(bytes: message.count) }
    guard descriptors.count <= Self.mostDescriptors else {
      throw .tooManyDescriptors(descriptors.count)
    }
    let deadline = ContinuousClock.now + patience
    if message.count <= Self.mostInside,
      try sendPacket(Self.inside, message, descriptors, deadline)
    {
      return
    }
    let file = try SharedFile("glcurl message")
    try file.append(message)
    try file.seal()
    let isSent = try sendPacket(Self.inFile, [], [file.number] + descriptors, deadline)
    withExtendedLifetime(file) {}
    guard isSent else { throw .system(call: "sendmsg", code: EMSGSIZE) }
  }

  /// Sends a message with copies of files' descriptors.
  ///
  /// - Parameters:
  ///   - message: At most ``mostBytes`` bytes; may be empty.
  ///   - files: At most ``mostDescriptors`` files.
  ///   - patience: Longest wait for the other end to read earlier messages.
  /// - Throws: ``LinkError``.
  package func send(
    _ message: [UInt8], files: [SharedFile], patience: Duration = .seconds(10)
  ) throws(LinkError) {
    defer { withExtendedLifetime(files) {} }
    try send(message, files.map(\.number), patience: patience)
  }

  /// Waits for the next message; nil if the other end is closed and all its messages are read.
  ///
  /// - Throws: ``LinkError``. After ``LinkError/invalidMessage(_:)`` or
  ///   ``LinkError/descriptorsLost`` that message is lost; the next call reads the next one.
  package func receive() throws(LinkError) -> (message: [UInt8], descriptors: DescriptorList)? {
    guard let (kind, bytes, numbers) = try receivePacket() else { return nil }
    // Closes all descriptors if the message is invalid.
    let received = DescriptorList(numbers)
    switch kind {
    case Self.inside where numbers.count <= Self.mostDescriptors: return (bytes, received)
    case Self.inFile where bytes.isEmpty:
      guard let number = received.take(0) else {
        throw .invalidMessage("a message's file is missing")
      }
      let file = try SharedFile(sealed: number)
      let size = try file.size
      guard size <= Self.mostBytes else {
        throw .invalidMessage("it has \(size) bytes, more than \(Self.mostBytes)")
      }
      var rest: [Int32] = []
      for index in 1..<received.count {
        if let descriptor = received.take(index) { rest.append(descriptor.take()) }
      }
      let others = DescriptorList(rest)
      return (try file.bytes(), others)
    default: throw .invalidMessage("its form is unknown")
    }
  }

  /// Closes the connection for both ends; a blocked ``receive()`` of this process returns.
  ///
  /// Both ends can still read messages sent before.
  package func close() { shutdown(descriptor.number, Int32(SHUT_RDWR)) }

  /// Sends a packet; returns false if the kernel rejects its size.
  private func sendPacket(
    _ kind: UInt8, _ bytes: [UInt8], _ descriptors: [Int32], _ deadline: ContinuousClock.Instant
  ) throws(LinkError) -> Bool {
    while true {
      let code = unsafe worker_link_send(
        descriptor.number, kind, bytes, bytes.count, descriptors, Int32(descriptors.count))
      switch code {
      case 0: return true
      case EAGAIN: try waitToSend(deadline)
      case EMSGSIZE: return false
      case EPIPE, ECONNRESET, ENOTCONN: throw .closed
      default: throw .system(call: "sendmsg", code: code)
      }
    }
  }

  private func waitToSend(_ deadline: ContinuousClock.Instant) throws(LinkError) {
    let left = deadline - ContinuousClock.now
    guard left > .zero else { throw .late }
    // Rounded up, so that the last wait doesn't become a busy one.
    let milliseconds = Int32(clamping: Int64((left / .milliseconds(1)).rounded(.up)))
    let code = worker_link_wait_to_send(descriptor.number, milliseconds)
    // On a timeout the next attempt to send finds the deadline passed.
    guard code == 0 || code == EINTR || code == ETIMEDOUT else {
      throw .system(call: "poll", code: code)
    }
  }

  private func receivePacket() throws(LinkError) -> (UInt8, [UInt8], [Int32])? {
    var kind: UInt8 = 0
    var (count, descriptorCount): (Int, Int32) = (0, 0)
    var numbers = [Int32](repeating: -1, count: Int(WORKER_LINK_DESCRIPTORS))
    var bytes: [UInt8] = []
    let code = unsafe withUnsafeTemporaryAllocation(byteCount: Self.mostInside, alignment: 1) {
      buffer -> Int32 in
      let code = unsafe worker_link_receive(
        descriptor.number, &kind, buffer.baseAddress, buffer.count, &count, &numbers,
        &descriptorCount)
      if code == 0 { bytes = unsafe [UInt8](buffer[..<count]) }
      return code
    }
    switch code {
    case 0: return (kind, bytes, Array(numbers[..<Int(descriptorCount)]))
    case WORKER_LINK_END, ENOTCONN: return nil
    case EBADMSG: throw .invalidMessage("it exceeds a packet")
    case EMFILE: throw .descriptorsLost
    default: throw .system(call: "recvmsg", code: code)
    }
  }
}
