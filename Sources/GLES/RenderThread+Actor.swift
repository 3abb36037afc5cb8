extension RenderThread {
  /// The value of `unownedExecutor` for an actor on this thread; the actor keeps the thread alive.
  @safe
  package var executor: UnownedSerialExecutor { unsafe asUnownedSerialExecutor() }
}
