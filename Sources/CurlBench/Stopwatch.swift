internal import Glibc

/// What a piece of work took, on the clock and of the processors.
package struct Lap: Sendable, Equatable {
  /// Milliseconds on the clock.
  package var wall: Double
  /// Milliseconds of processor time, user and system, of all threads of this process.
  package var cpu: Double

  /// A lap from its milliseconds.
  package init(wall: Double, cpu: Double) {
    self.wall = wall
    self.cpu = cpu
  }
}

/// Measures pieces of work; nothing else of the process should run meanwhile.
package struct Stopwatch {
  private let start = ContinuousClock.now
  // Processor time of the whole process in microseconds (POSIX fixes CLOCKS_PER_SEC), from the
  // same counter as getrusage(RUSAGE_SELF): the threads of software OpenGL count too.
  private let cpuStart = clock()

  /// Begins to measure.
  package init() {}

  /// What went by since it was made.
  package var lap: Lap {
    let cpu = clock() - cpuStart
    return Lap(wall: (ContinuousClock.now - start).milliseconds, cpu: Double(cpu) / 1000)
  }
}

extension Duration {
  var milliseconds: Double { self / .milliseconds(1) }
}
