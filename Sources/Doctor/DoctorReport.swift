package import CurlSystem
internal import GLES
internal import PageCurl

/// All that `doctor` tells: the machine, the diagnosis, what to make of it.
package struct DoctorReport: Sendable {
  /// The end of the process that examined OpenGL, where it ended without a report.
  package struct Accident: Sendable {
    /// How it ended, such as "crashed: signal 11 (Segmentation fault)".
    package let end: String
    /// What it had noted; it ended in the last of them.
    package let steps: [String]

    package init(end: String, steps: [String]) {
      self.end = end
      self.steps = steps
    }
  }

  package let machine: Machine
  package let surroundings: Surroundings
  package let diagnosis: Diagnosis
  /// What happened to the process that examined OpenGL; nil if it reported.
  package let accident: Accident?
  /// Whether a real GPU was demanded.
  package let requireGPU: Bool
  /// The device or way that was asked for, as it was said; nil where anything would do.
  package let demand: String?

  package init(
    machine: Machine, surroundings: Surroundings, diagnosis: Diagnosis, accident: Accident?,
    requireGPU: Bool, demand: String?
  ) {
    self.machine = machine
    self.surroundings = surroundings
    self.diagnosis = diagnosis
    self.accident = accident
    self.requireGPU = requireGPU
    self.demand = demand
  }

  /// What asking for a backend gives, if anything.
  func choice(_ backend: Renderer.Backend) -> Renderer.Info? {
    diagnosis.choices.first { $0.backend == backend }?.info
  }

  /// What OpenGL is to be had.
  package var openGL: OpenGLState {
    guard accident == nil else { return .unknown }
    guard let gpu = choice(.gpu) else { return .none }
    return gpu.isSoftware ? .software : .hardware
  }

  /// Whether a picture of the CPU path was drawn and right, and no other was wrong.
  var picturesAreRight: Bool {
    diagnosis.pictures.contains { $0.renderer.backend == .cpu }
      && diagnosis.pictures.allSatisfy(\.isRight)
  }

  /// Whether no driver failed and every picture is right.
  package var isRight: Bool { accident == nil && picturesAreRight }

  /// Whether what was demanded isn't there.
  package var isMissing: Bool {
    requireGPU ? openGL != .hardware : demand != nil && openGL == .none
  }

  /// All of it in a sentence.
  package var verdict: String {
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
    guard isMissing else { return drawn }
    return drawn
      + (requireGPU
        ? "; --require-gpu demands a real GPU" : "; \(demand ?? "") is nothing that draws here")
  }
}

/// What OpenGL is to be had.
package enum OpenGLState: String, Sendable {
  case none, software, hardware
  /// A driver took the process that was to find out.
  case unknown
}
