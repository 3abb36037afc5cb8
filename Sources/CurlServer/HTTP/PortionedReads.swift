#if Server
internal import NIOCore

/// Says that a connection has been given its last answer.
struct LastAnswer {}

/// Says that the body of the current request is read as it comes.
struct BodyWanted {}

/// Gives the decoder what a connection has sent in portions, the next one when somebody wants it.
///
/// A decoder takes all that it is given: of a client that sends thousands of requests and reads no
/// answer it would make two dozen times their bytes, before anybody could say that there is no more
/// room. A long body isn't held back: what is left of one that is read is a portion, and others grow
/// as long as they are wanted at once. Portions that are wanted later wait for the loop, so that a
/// client with many requests doesn't keep it from the other connections.
final class PortionedReads: ChannelDuplexHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer
  typealias OutboundIn = Any
  typealias OutboundOut = Any

  /// Bytes of a first portion: one request or a few.
  private static let least = 128
  /// Growth of a portion that is wanted as soon as the one before has been given; a smaller one makes
  /// bodies of unknown length slower.
  private static let growth = 8

  /// Bytes that nobody has wanted yet.
  private var held: ByteBuffer?
  /// Whether more is wanted than has been given.
  private var isWanted = false
  private var isGiving = false
  /// Whether the next portion waits for the loop.
  private var isWaiting = false
  /// Whether the client has closed its side behind the bytes that are held.
  private var isEnding = false
  /// Whether nothing more is answered.
  ///
  /// What comes is still read: otherwise the connection would be reset before the client has read the
  /// last answer.
  private var isOver = false
  /// Bytes left of the current request's body; 0 or less if nobody knows.
  private var bodyLeft = 0
  private var isBodyWanted = false

  /// A request has come, with a body of a known length or none.
  func begins(bodyLength: Int?) { (bodyLeft, isBodyWanted) = (bodyLength ?? 0, false) }

  /// Bytes of the request's body have come.
  func took(_ bytes: Int) { bodyLeft -= bytes }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if isOver { return }
    var bytes = unwrapInboundIn(data)
    guard held?.writeBuffer(&bytes) == nil else { return }
    held = bytes
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    if isOver {
      context.read()
      return
    }
    guard held != nil else {
      context.fireChannelReadComplete()
      return
    }
    // Who has asked for these bytes gets the first of them.
    isWanted = true
    if !isWaiting { give(context) }
  }

  func read(context: ChannelHandlerContext) {
    if isOver {
      // The connection asks by itself, too: when less than a record of TLS has come.
      context.read()
      return
    }
    isWanted = true
    guard !isGiving, !isWaiting else { return }
    guard held != nil else {
      ask(context)
      return
    }
    isWaiting = true
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    LoopPasses.of(context.eventLoop).next {
      let (reads, context) = bound.value
      reads.isWaiting = false
      reads.give(context)
    }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if held != nil, let event = event as? ChannelEvent, event == .inputClosed {
      // The decoder takes what it has then for all that comes.
      isEnding = true
    } else {
      context.fireUserInboundEventTriggered(event)
    }
  }

  func channelInactive(context: ChannelHandlerContext) {
    (held, isWanted, isEnding) = (nil, false, false)
    context.fireChannelInactive()
  }

  func triggerUserOutboundEvent(
    context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?
  ) {
    switch event {
    case is BodyWanted: isBodyWanted = true
    case is LastAnswer:
      isOver = true
      held = nil
      context.read()
    default:
      context.triggerUserOutboundEvent(event, promise: promise)
      return
    }
    promise?.succeed()
  }

  private func give(_ context: ChannelHandlerContext) {
    isGiving = true
    defer { isGiving = false }
    var size = Self.least
    while isWanted, var bytes = held {
      let portion = bytes.readSlice(
        length: min(isBodyWanted ? max(size, bodyLeft) : size, bytes.readableBytes))
      held = bytes.readableBytes > 0 ? bytes : nil
      isWanted = false
      if let portion { context.fireChannelRead(wrapInboundOut(portion)) }
      context.fireChannelReadComplete()
      // Those behind pass it on if they want more.
      context.pipeline.syncOperations.read()
      size *= Self.growth
    }
    guard held == nil else { return }
    if isEnding {
      isEnding = false
      context.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
    }
    if isWanted { ask(context) }
  }

  private func ask(_ context: ChannelHandlerContext) {
    isWanted = false
    context.read()
  }
}
#endif
