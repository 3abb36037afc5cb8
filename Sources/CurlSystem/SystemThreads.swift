internal import Glibc
internal import Synchronization

/// Starts threads of the system.
package enum SystemThreads {
  /// Number of further threads with the default stack that can be started, at most `wanted`, while
  /// `bytes` of addresses stay free.
  ///
  /// Starts the threads, which wait for a lock and then end. Call it before using a library that
  /// hangs if it can't start its threads.
  package static func available(_ wanted: Int, beside bytes: Int = 0) -> Int {
    let free = unsafe bytes > 0 ? malloc(bytes) : nil
    if unsafe free == nil && bytes > 0 { return 0 }
    defer { unsafe Glibc.free(free) }
    var gate = unsafe pthread_mutex_t()
    unsafe pthread_mutex_init(&gate, nil)
    defer { unsafe pthread_mutex_destroy(&gate) }
    return unsafe withUnsafeMutablePointer(to: &gate) { gate in
      unsafe pthread_mutex_lock(gate)
      var threads: [pthread_t] = []
      for _ in 0..<wanted {
        var thread = pthread_t()
        let code = unsafe pthread_create(
          &thread, nil,
          { gate in
            guard let gate = unsafe gate?.assumingMemoryBound(to: pthread_mutex_t.self) else {
              return nil
            }
            unsafe pthread_mutex_lock(gate)
            unsafe pthread_mutex_unlock(gate)
            return nil
          }, gate)
        guard code == 0 else { break }
        threads.append(thread)
      }
      unsafe pthread_mutex_unlock(gate)
      for thread in threads { pthread_join(thread, nil) }
      return threads.count
    }
  }

  /// Starts a thread that runs `body`; returns false if the system has no thread left.
  package static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    let box = unsafe Unmanaged.passRetained(Body(body))
    var thread = pthread_t()
    let code = unsafe pthread_create(
      &thread, nil,
      { argument in
        guard let argument = unsafe argument else { return nil }
        unsafe Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
        return nil
      }, box.toOpaque())
    guard code == 0 else {
      unsafe box.release()
      return false
    }
    pthread_detach(thread)
    return true
  }

  private final class Body: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }
}
