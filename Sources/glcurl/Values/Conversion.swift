internal import ArgumentParser

/// Where a film's frames become planes of Y′CbCr.
enum Conversion: String, CaseIterable, Sendable, ExpressibleByArgument {
  /// Wherever it is faster, as a short calibration tells.
  case auto
  /// By OpenGL, before they are read.
  case gpu
  /// By the processor, while the next ones are drawn.
  case cpu
}
