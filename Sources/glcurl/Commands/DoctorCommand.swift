internal import ArgumentParser
internal import CurlSystem
internal import Doctor
internal import PageCurl
internal import PageFilm

/// `glcurl doctor`: the renderers of this machine, and whether they draw correctly.
struct DoctorCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Report what can draw on this machine, and check test pictures.",
    discussion: """
      Reports the device files and their permissions, the loaded libraries and drivers with their \
      paths, every EGL device, every way to OpenGL with its result, and the choice of each \
      --backend with its reason. Draws a test picture with the CPU path, with the device of \
      --backend gpu and with every other device that opens. The picture is checked pixel by pixel \
      against a closed form, and a GPU's also against the CPU path's. The report ends with advice.

      OpenGL is examined in a separate process: the report names a driver that crashes or hangs.

      The exit status is 0 if every picture is correct, even without OpenGL; 1 if one is wrong, or \
      if a driver crashed or hung; 69 if --require-gpu finds no real GPU, or if the device of --gpu \
      or the way of --egl doesn't draw.

      With --json the report is one object: ok, status, verdict, openGL (none, software, \
      hardware, unknown), glcurl, machine, surroundings (user, groups, container, nvidiaKernel, \
      nodes, vendors), accident, libraries, drivers, egl (problem, clientExtensions, devices), \
      trials (what, refused, opened), choices (auto, gpu, cpu), pictures (renderer, ok, failure, \
      checks), advice (finding, ways). Keys are only ever added.

      EXAMPLES
        glcurl doctor
        glcurl doctor --require-gpu && glcurl demo
        glcurl doctor --json > doctor.json
      """)

  @Flag(help: "Print a JSON object instead of text.")
  var json = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Time limit for drivers, 1 to 3600 s. (default: 60)", valueName: "seconds"),
    transform: Value.count(1...3600))
  var deadline = 60

  @OptionGroup(title: "Renderer")
  var device: DeviceOptions

  /// Set in the separate process.
  @Flag(name: .customLong("apart"), help: .hidden)
  var isSubprocess = false

  func run() async throws {
    // Report an invalid choice here, not in the separate process.
    _ = try device.gpu.device()
    if isSubprocess {
      GuardedProcess.end(after: deadline + Self.grace)
      let diagnosis = await Diagnosis.make(
        threads: device.threads, device: try device.gpu.device(), note: GuardedProcess.note)
      return try tell(diagnosis, accident: nil)
    }
    guard let result = try await GuardedProcess.run(arguments, deadline: .seconds(deadline)) else {
      // The system can't start a process, for example without /proc: examine without the guard.
      return try tell(
        await Diagnosis.make(threads: device.threads, device: try device.gpu.device()) { _ in },
        accident: nil)
    }
    if case .exited(let code) = result.end, let status = ExitStatus(rawValue: code),
      !result.report.isEmpty
    {
      try Console.write(result.report)
      // The process has reported its errors itself.
      if status != .success { throw CommandError(status, "") }
      return
    }
    let steps = String(decoding: result.notes, as: UTF8.self).split(separator: "\n")
    try tell(
      await Diagnosis.withoutGL(threads: device.threads),
      accident: DoctorReport.Accident(
        end: result.end.sentence(deadline: deadline), steps: steps.map(String.init)))
  }

  /// Delay after the deadline, seconds, after which the separate process ends itself if no other
  /// process has ended it.
  private static let grace = 5

  /// The command line of the separate process.
  private var arguments: [String] {
    var arguments = ["doctor", "--apart", "--deadline", String(deadline)]
    if json { arguments.append("--json") }
    if device.requireGPU { arguments.append("--require-gpu") }
    if let threads = device.threads { arguments += ["--threads", String(threads)] }
    return arguments + device.gpu.arguments
  }

  private func tell(_ diagnosis: Diagnosis, accident: DoctorReport.Accident?) throws {
    let report = DoctorReport(
      machine: .own, surroundings: .own, diagnosis: diagnosis, accident: accident,
      requireGPU: device.requireGPU, demand: try device.gpu.demand())
    let text = json ? report.json.text + "\n" : report.text
    if isSubprocess { GuardedProcess.report(text) } else { try Console.write(text) }
    if report.status != .success { throw CommandError(report.status, "doctor: \(report.verdict)") }
  }
}

extension GuardedProcess.End {
  /// The end of the process, as the rest of a sentence.
  fileprivate func sentence(deadline: Int) -> String {
    switch self {
    case .exited(let status): "ended the process with status \(status)"
    case .signaled(let number): "crashed: signal \(number) (\(Console.signalText(number)))"
    case .late: "hung: no answer within \(deadline) s"
    }
  }
}
