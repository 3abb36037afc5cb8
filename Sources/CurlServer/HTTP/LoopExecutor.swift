#if Server
internal import HummingbirdCore
internal import Logging
internal import NIOCore
internal import NIOHTTP1

/// Runs tasks on the thread of an event loop.
///
/// To wake another thread takes longer than most steps of a small picture's request, and a request has
/// a dozen of them.
final class LoopExecutor: TaskExecutor {
  private let loop: any EventLoop

  init(_ loop: any EventLoop) { self.loop = loop }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    // The closure holds the executor as long as the job runs.
    loop.execute { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

/// Connections whose requests are answered on the loop that reads and writes them.
struct LoopChannel<Base: ServerChildChannel>: ServerChildChannel {
  let base: Base

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Base.Value> {
    do {
      let (pipeline, reads) = (channel.pipeline.syncOperations, PortionedReads())
      try pipeline.addHandler(reads)
      // Of a body that nobody wants, no more than one buffer is read.
      try channel.syncOptions?.setOption(.maxMessagesPerRead, value: 1)
      let value = base.setup(channel: channel, logger: logger)
      let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
      try pipeline.addHandler(RequestWatch(reads), position: .after(decoder))
      return value
    } catch {
      return channel.eventLoop.makeFailedFuture(error)
    }
  }

  func handle(value: Base.Value, logger: Logger) async {
    await withTaskExecutorPreference(LoopExecutor(value.channel.eventLoop)) {
      await base.handle(value: value, logger: logger)
    }
  }
}
#endif
