internal import GLES
internal import PageCurl

/// All that `doctor` tells: the machine, the diagnosis, what to make of it.
struct DoctorReport {
  /// The end of the process that examined OpenGL, where it ended without a report.
  struct Accident {
    /// How it ended, such as "crashed: signal 11 (Segmentation fault)".
    let end: String
    /// What it had noted; it ended in the last of them.
    let steps: [String]
  }

  let machine: Machine
  let surroundings: Surroundings
  let diagnosis: Diagnosis
  /// What happened to the process that examined OpenGL; nil if it reported.
  let accident: Accident?
  /// Whether a real GPU was demanded.
  let requireGPU: Bool
  /// The device or way that was asked for, as it was said; nil where anything would do.
  let demand: String?

  /// What asking for a backend gives, if anything.
  func choice(_ backend: Renderer.Backend) -> Renderer.Info? {
    diagnosis.choices.first { $0.backend == backend }?.info
  }

  /// What OpenGL is to be had.
  var openGL: OpenGLState {
    guard accident == nil else { return .unknown }
    guard let gpu = choice(.gpu) else { return .none }
    return gpu.isSoftware ? .software : .hardware
  }

  /// Whether a picture of the CPU path was drawn and right, and no other was wrong.
  var picturesAreRight: Bool {
    diagnosis.pictures.contains { $0.renderer.backend == .cpu }
      && diagnosis.pictures.allSatisfy(\.isRight)
  }

  /// What the program ends with.
  var status: ExitStatus {
    if accident != nil || !picturesAreRight { return .checkFailed }
    let isMissing = requireGPU ? openGL != .hardware : demand != nil && openGL == .none
    return isMissing ? .unavailable : .success
  }

  /// All of it in a sentence.
  var verdict: String {
    if let accident {
      return "a graphics driver \(accident.end); the CPU path draws "
        + (picturesAreRight ? "right" : "WRONG too")
    }
    guard picturesAreRight else {
      let wrong = diagnosis.pictures.filter { !$0.isRight }.map(\.renderer.name)
      return "the test picture is wrong, or can't be drawn: \(wrong.joined(separator: "; "))"
    }
    let drawn =
      switch openGL {
      case .none, .unknown:
        "the CPU path draws right; there is no OpenGL, so --backend gpu is unavailable"
      case .software: "the CPU path and OpenGL draw right, but OpenGL is SOFTWARE ONLY: no GPU"
      case .hardware:
        diagnosis.pictures.count > 2
          ? "the CPU path and \(diagnosis.pictures.count - 1) devices draw right"
          : "the GPU and the CPU path draw right"
      }
    guard status == .unavailable else { return drawn }
    return drawn
      + (requireGPU
        ? "; --require-gpu demands a real GPU" : "; \(demand ?? "") is nothing that draws here")
  }
}

/// What OpenGL is to be had.
enum OpenGLState: String {
  case none, software, hardware
  /// A driver took the process that was to find out.
  case unknown
}
