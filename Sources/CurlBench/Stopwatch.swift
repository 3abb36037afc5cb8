internal import Glibc

/// Clock time and processor time of a piece of work.
package struct Lap: Sendable, Equatable {
  /// Clock time, milliseconds.
  package var wall: Double
  /// Processor time of all threads of this process, user and system, milliseconds.
  package var cpu: Double

  /// A lap with its times.
  package init(wall: Double, cpu: Double) {
    self.wall = wall
    self.cpu = cpu
  }
}

/// Clock time and processor time relative to those of other work.
package struct LapRatio: Sendable, Equatable {
  /// Ratio of clock times.
  package let wall: Double
  /// Ratio of processor times.
  package let cpu: Double
}

/// Measures work; nothing else in the process should run meanwhile.
package struct Stopwatch {
  private let start = ContinuousClock.now
  // Processor time of the whole process in microseconds (POSIX fixes CLOCKS_PER_SEC), from the same
  // counter as getrusage(RUSAGE_SELF): it includes the threads of software OpenGL.
  private let cpuStart = clock()

  /// Starts the measurement.
  package init() {}

  /// Time since the start.
  package var lap: Lap {
    let cpu = clock() - cpuStart
    return Lap(wall: (ContinuousClock.now - start).milliseconds, cpu: Double(cpu) / 1000)
  }
}

extension Duration {
  var milliseconds: Double { self / .milliseconds(1) }
}
