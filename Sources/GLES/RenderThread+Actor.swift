extension RenderThread {
  /// What an actor on this thread returns as its `unownedExecutor`; the actor keeps the thread
  /// alive.
  @safe
  package var executor: UnownedSerialExecutor { unsafe asUnownedSerialExecutor() }
}
