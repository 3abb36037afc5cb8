extension RenderThread {
  /// The `unownedExecutor` of an actor on this thread; the actor must keep the thread alive.
  @safe
  package var executor: UnownedSerialExecutor { unsafe asUnownedSerialExecutor() }
}
