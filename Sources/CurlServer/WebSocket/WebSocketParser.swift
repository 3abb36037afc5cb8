#if Server
/// Reads what a client sends over a WebSocket (RFC 6455 §5), from pieces of any size.
///
/// Ask for events until there is none, then with the next piece. Extensions aren't spoken, so their
/// bits are errors. Where pieces end changes only the lengths of `data`. After an error, each call
/// throws that error again.
struct WebSocketParser: Sendable {
  /// A step through the messages.
  enum Event: Sendable, Equatable {
    /// A whole text.
    case text(String)
    /// More bytes of a binary message, which may be none at its end.
    case data([UInt8], isLast: Bool)
    case ping([UInt8])
    case pong([UInt8])
    /// The client closes; nothing that it sends afterwards counts. Without a code it's nil.
    case close(code: UInt16?)
  }

  /// Longest messages, bytes.
  struct Limits: Sendable {
    var text = 64 << 10
    var binary = 256 << 20
  }

  /// The head of a frame.
  private struct Head {
    let opcode: UInt8
    let isFinal: Bool
    /// Bytes that are still to come.
    var left: Int
    let mask: [UInt8]
    /// Place in the mask of the next byte.
    var place = 0

    var isControl: Bool { opcode & 8 != 0 }
  }

  private enum State {
    case head
    case payload(Head)
    case closed
    case failed(WebSocketFault)
  }

  /// A message of several frames.
  private struct Message {
    let isText: Bool
    var count = 0
  }

  private static let (continuation, text, binary): (UInt8, UInt8, UInt8) = (0, 1, 2)
  private static let (close, ping, pong): (UInt8, UInt8, UInt8) = (8, 9, 10)
  /// Longest payload of a control frame, bytes.
  static let mostControl = 125

  private let limits: Limits
  private var state = State.head
  /// Bytes of the frame's head.
  private var head: [UInt8] = []
  /// The message whose frames arrive; control frames may come between them.
  private var message: Message?
  /// Bytes of that message if it's a text.
  private var letters: [UInt8] = []
  /// Bytes of the control frame.
  private var control: [UInt8] = []

  init(_ limits: Limits = Limits()) { self.limits = limits }

  /// Bytes that the parser holds, at most the limit of a text and 139 more.
  var heldBytes: Int { head.count + letters.count + control.count }

  /// Takes bytes off a piece, up to the next event; nil if the event needs more.
  mutating func next(from bytes: inout ArraySlice<UInt8>) throws(WebSocketFault) -> Event? {
    do throws(WebSocketFault) {
      while true {
        switch state {
        case .failed(let fault): throw fault
        case .closed:
          bytes = []
          return nil
        case .head:
          guard let byte = bytes.popFirst() else { return nil }
          head.append(byte)
          try check()
          if let event = try begin() { return event }
        case .payload(let frame):
          guard !bytes.isEmpty else { return nil }
          if let event = try take(&bytes, of: frame) { return event }
        }
      }
    } catch {
      (state, head, letters, control) = (.failed(error), [], [], [])
      throw error
    }
  }

  /// Checks the byte of a head that arrived last.
  private func check() throws(WebSocketFault) {
    let first = head[0]
    let isControl = first & 8 != 0
    switch head.count {
    case 1:
      guard first & 0x70 == 0 else {
        throw Self.fault("a frame has bits of an extension, but none has been agreed")
      }
      switch first & 15 {
      case Self.continuation:
        guard message != nil else { throw Self.fault("a continuation has no message before it") }
      case Self.text, Self.binary:
        guard message == nil else { throw Self.fault("a message begins within another one") }
      case Self.close, Self.ping, Self.pong:
        guard first & 0x80 != 0 else { throw Self.fault("a control frame is fragmented") }
      default: throw Self.fault("the opcode \(first & 15) is unknown")
      }
    case 2:
      guard head[1] & 0x80 != 0 else { throw Self.fault("a client's frame isn't masked") }
      guard !isControl || head[1] & 0x7F <= Self.mostControl else {
        throw Self.fault("a control frame has more than \(Self.mostControl) bytes")
      }
    default: break
    }
  }

  /// Begins the payload once the head is whole; an empty payload may be an event at once.
  private mutating func begin() throws(WebSocketFault) -> Event? {
    guard head.count >= 2 else { return nil }
    let short = Int(head[1] & 0x7F)
    let extra = short == 126 ? 2 : short == 127 ? 8 : 0
    guard head.count == 6 + extra else { return nil }
    let long = head[2..<(2 + extra)].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    let least: UInt64 = extra == 2 ? 126 : 1 << 16
    guard extra == 0 || long >= least && long <= UInt64(Int64.max) else {
      throw Self.fault("a frame's length isn't written in the shortest form")
    }
    let count = extra == 0 ? short : Int(long)
    let frame = Head(
      opcode: head[0] & 15, isFinal: head[0] & 0x80 != 0, left: count,
      mask: Array(head[(2 + extra)...]))
    head = []
    if !frame.isControl { try account(count, of: frame) }
    state = .payload(frame)
    return count == 0 ? try end(frame, []) : nil
  }

  /// Counts the bytes of a frame of a message.
  private mutating func account(_ bytes: Int, of frame: Head) throws(WebSocketFault) {
    var current = message ?? Message(isText: frame.opcode == Self.text)
    let most = current.isText ? limits.text : limits.binary
    guard bytes <= most - current.count else {
      throw WebSocketFault(
        .tooBig,
        "a \(current.isText ? "text" : "binary message") has more than \(most) bytes: send less")
    }
    current.count += bytes
    message = current
  }

  /// Takes bytes of a payload.
  private mutating func take(
    _ bytes: inout ArraySlice<UInt8>, of frame: Head
  ) throws(WebSocketFault) -> Event? {
    var frame = frame
    var piece = Array(bytes.prefix(frame.left))
    bytes = bytes.dropFirst(piece.count)
    for index in piece.indices { piece[index] ^= frame.mask[(frame.place + index) & 3] }
    frame.place = (frame.place + piece.count) & 3
    frame.left -= piece.count
    state = .payload(frame)
    if frame.left == 0 { return try end(frame, piece) }
    if frame.isControl {
      control += piece
      return nil
    }
    return more(piece)
  }

  /// Takes bytes of a message that isn't over.
  private mutating func more(_ piece: [UInt8]) -> Event? {
    guard message?.isText == true else { return .data(piece, isLast: false) }
    letters += piece
    return nil
  }

  /// Ends a frame with the last bytes of its payload.
  private mutating func end(_ frame: Head, _ piece: [UInt8]) throws(WebSocketFault) -> Event? {
    state = .head
    if frame.isControl {
      let payload = control + piece
      control = []
      return try event(frame.opcode, payload)
    }
    guard frame.isFinal else { return piece.isEmpty ? nil : more(piece) }
    let isText = message?.isText == true
    message = nil
    guard isText else { return .data(piece, isLast: true) }
    letters += piece
    defer { letters = [] }
    guard let text = String(validating: letters, as: UTF8.self) else {
      throw WebSocketFault(.invalidText, "a text isn't UTF-8: send binary data as binary messages")
    }
    return .text(text)
  }

  /// The event of a control frame.
  private mutating func event(
    _ opcode: UInt8, _ payload: [UInt8]
  ) throws(WebSocketFault) -> Event {
    switch opcode {
    case Self.ping: return .ping(payload)
    case Self.pong: return .pong(payload)
    default:
      let code = try Self.closing(payload)
      state = .closed
      return .close(code: code)
    }
  }

  /// The code of a close frame; nil without one.
  private static func closing(_ payload: [UInt8]) throws(WebSocketFault) -> UInt16? {
    guard !payload.isEmpty else { return nil }
    guard payload.count >= 2 else { throw fault("a close frame has half a code") }
    let code = UInt16(payload[0]) << 8 | UInt16(payload[1])
    switch code {
    case 1000...1003, 1007...1014, 3000...4999: break
    default: throw fault("a close frame has the code \(code), which none may have")
    }
    guard String(validating: payload[2...], as: UTF8.self) != nil else {
      throw WebSocketFault(.invalidText, "a close frame's reason isn't UTF-8")
    }
    return code
  }

  private static func fault(_ reason: String) -> WebSocketFault {
    WebSocketFault(.protocolError, reason)
  }
}
#endif
