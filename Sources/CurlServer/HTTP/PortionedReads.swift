#if Server
internal import NIOCore

/// Gives the decoder what a connection has sent in portions, the next one when somebody wants it.
///
/// A decoder takes all that it is given: of a client that sends thousands of requests and reads no
/// answer it would make a hundred times their bytes, before anybody could say that there is no more
/// room. A long body isn't held back, since portions grow as long as they are wanted at once.
final class PortionedReads: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer
  typealias OutboundIn = Any
  typealias OutboundOut = Any

  /// Bytes of a first portion: a few requests.
  private static let least = 512
  /// Growth of a portion that is wanted as soon as the one before has been given; less costs bodies
  /// time.
  private static let growth = 8

  /// Bytes that nobody has wanted yet.
  private var held: ByteBuffer?
  /// Whether more is wanted than has been given.
  private var isWanted = false
  private var isGiving = false

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    var bytes = unwrapInboundIn(data)
    guard held?.writeBuffer(&bytes) == nil else { return }
    held = bytes
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    guard held != nil else {
      context.fireChannelReadComplete()
      return
    }
    // Who has asked for these bytes gets the first of them.
    isWanted = true
    give(context)
  }

  func read(context: ChannelHandlerContext) {
    isWanted = true
    if !isGiving { give(context) }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    // Nothing else comes.
    if let event = event as? ChannelEvent, event == .inputClosed { release(context) }
    context.fireUserInboundEventTriggered(event)
  }

  func handlerRemoved(context: ChannelHandlerContext) { release(context) }

  private func give(_ context: ChannelHandlerContext) {
    isGiving = true
    defer { isGiving = false }
    var size = Self.least
    while isWanted, var bytes = held {
      let portion = bytes.readSlice(length: min(size, bytes.readableBytes))
      held = bytes.readableBytes > 0 ? bytes : nil
      isWanted = false
      if let portion { context.fireChannelRead(wrapInboundOut(portion)) }
      context.fireChannelReadComplete()
      // Those behind pass it on if they want more.
      context.pipeline.syncOperations.read()
      size *= Self.growth
    }
    guard isWanted, held == nil else { return }
    isWanted = false
    context.read()
  }

  private func release(_ context: ChannelHandlerContext) {
    guard let bytes = held else { return }
    held = nil
    context.fireChannelRead(wrapInboundOut(bytes))
    context.fireChannelReadComplete()
  }
}
#endif
