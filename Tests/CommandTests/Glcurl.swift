import Foundation
import Testing

/// The built program, run as a user would.
struct Glcurl {
  /// What a run left behind.
  struct Run {
    let status: Int32
    let output: Data
    let errors: String

    /// Standard output as text.
    var text: String { String(decoding: output, as: UTF8.self) }

    /// Standard output as a JSON object.
    func object(_ location: SourceLocation = #_sourceLocation) throws -> [String: Any] {
      let value = try JSONSerialization.jsonObject(with: output)
      return try #require(value as? [String: Any], sourceLocation: location)
    }
  }

  /// A program that is running.
  struct Running {
    let process: Process
    private let ended: AsyncStream<Void>

    fileprivate init(_ process: Process) throws {
      self.process = process
      let (stream, continuation) = AsyncStream<Void>.makeStream()
      ended = stream
      process.terminationHandler = { _ in continuation.finish() }
      try process.run()
    }

    /// Presses Ctrl-C once `isTime`, or after a minute; whether it was time while the program ran.
    ///
    /// It's asked on a thread of its own: other tests may hold the pool's for longer than that.
    func interrupt(when isTime: @escaping @Sendable () -> Bool) async -> Bool {
      await withCheckedContinuation { (asked: CheckedContinuation<Bool, Never>) in
        Thread.detachNewThread { [process] in
          let deadline = ContinuousClock.now + .seconds(60)
          var wasTime = false
          while process.isRunning && !wasTime && ContinuousClock.now < deadline {
            wasTime = isTime()
            if !wasTime { Thread.sleep(forTimeInterval: 0.005) }
          }
          process.interrupt()
          asked.resume(returning: wasTime)
        }
      }
    }

    /// Waits for its end and returns its exit status; −1 after a crash.
    func status() async -> Int32 {
      for await _ in ended {}
      return process.terminationReason == .exit ? process.terminationStatus : -1
    }
  }

  /// The tests' own program.
  static let tests = URL(
    fileURLWithPath: (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
      ?? "")
  /// Beside it, where the build puts both.
  static let path = tests.deletingLastPathComponent().appending(path: "glcurl")

  /// An environment without OpenGL, whatever the machine has.
  ///
  /// EGL's loader heeds the first of these, where both are set.
  static let withoutOpenGL = [
    "__EGL_VENDOR_LIBRARY_FILENAMES": "/nowhere.json", "__EGL_VENDOR_LIBRARY_DIRS": "/nowhere",
  ]

  /// Starts the program, or another one, in `folder`; what it prints goes to files outside of it.
  static func start(
    _ words: [String], in folder: Folder, environment: [String: String] = [:], program: URL = path,
    output: FileHandle = .nullDevice, errors: FileHandle = .nullDevice
  ) throws -> Running {
    let process = Process()
    process.executableURL = program
    process.arguments = words
    process.currentDirectoryURL = folder.url
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = errors
    return try Running(process)
  }

  /// Runs the program, or another one, in `folder` to its end.
  static func run(
    _ words: [String], in folder: Folder, environment: [String: String] = [:], program: URL = path
  ) async throws -> Run {
    let prints = try Folder()
    let (output, errors) = (prints.url("output"), prints.url("errors"))
    for url in [output, errors] { try Data().write(to: url) }
    let running = try start(
      words, in: folder, environment: environment, program: program,
      output: FileHandle(forWritingTo: output), errors: FileHandle(forWritingTo: errors))
    let status = await running.status()
    return Run(
      status: status, output: try Data(contentsOf: output),
      errors: String(decoding: try Data(contentsOf: errors), as: UTF8.self))
  }
}
