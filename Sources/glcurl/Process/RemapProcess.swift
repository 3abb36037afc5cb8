internal import CurlBench
internal import PageCurl

/// OpenCV's remap in a child process, driven by pipes; Tests/Bench/remap.py defines the protocol.
///
/// Only one task may use it.
final class RemapProcess: RemapProgram {
  let title: String
  private let process: LineProcess
  private let failure: (String) -> CommandError

  /// Starts a shell command line and waits for its greeting; Python's start takes long.
  init(_ command: String) throws(CommandError) {
    func failure(_ what: String) -> CommandError {
      CommandError(
        .unavailable,
        "--remap '\(command)' \(what): it needs Python with NumPy and OpenCV (pip install "
          + "opencv-python-headless) and glcurl's Tests/Bench/remap.py")
    }
    self.failure = failure
    process = try LineProcess("/bin/sh", ["-c", command], failure: failure)
    title = try process.line()
    guard title.hasPrefix("OpenCV") else { throw failure("greeted with '\(title)'") }
  }

  /// Ends the process; may be called twice.
  func end() { process.end() }

  func begin(_ picture: Pixmap) throws {
    try process.send(
      Array("picture \(picture.width) \(picture.height)\n".utf8) + picture.rgba8)
  }

  func add(_ map: [SIMD2<Float>], width: Int, height: Int) throws {
    try process.send(Array("map \(width) \(height)\n".utf8))
    try process.send(map)
  }

  func remap(_ index: Int) throws -> Lap { try lap("remap \(index)") }

  func beginArea(_ picture: Pixmap, width: Int, height: Int) throws {
    try process.send(
      Array("large \(picture.width) \(picture.height) \(width) \(height)\n".utf8) + picture.rgba8)
  }

  func area() throws -> Lap { try lap("area") }

  /// Sends a question and returns the times in its answer.
  private func lap(_ question: String) throws -> Lap {
    try process.send(Array("\(question)\n".utf8))
    let words = try process.line()
    let values = words.split(separator: " ").compactMap { Double($0) }
    guard values.count == 2 else { throw failure("answered '\(words)'") }
    return Lap(wall: values[0] / 1e6, cpu: values[1] / 1e6)
  }
}
