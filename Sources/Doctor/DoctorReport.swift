package import CurlSystem
internal import GLES
internal import PageCurl

/// The complete report of `doctor`: the machine, the diagnosis, the verdict.
package struct DoctorReport: Sendable {
  /// Failure of the process that examined OpenGL: it ended without a report.
  package struct Accident: Sendable {
    /// How the process ended, such as "crashed: signal 11 (Segmentation fault)".
    package let end: String
    /// The steps that the process noted; it ended during the last one.
    package let steps: [String]

    package init(end: String, steps: [String]) {
      self.end = end
      self.steps = steps
    }
  }

  package let machine: Machine
  package let surroundings: Surroundings
  package let diagnosis: Diagnosis
  /// Failure of the process that examined OpenGL; nil if it reported.
  package let accident: Accident?
  /// Whether the user requires a hardware GPU (`--require-gpu`).
  package let requireGPU: Bool
  /// The requested device or platform, as the user wrote it; nil for any.
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

  /// The renderer of a backend; nil after an error.
  func choice(_ backend: Renderer.Backend) -> Renderer.Info? {
    diagnosis.choices.first { $0.backend == backend }?.info
  }

  /// Availability of OpenGL with the `gpu` backend.
  package var openGL: OpenGLState {
    guard accident == nil else { return .unknown }
    guard let gpu = choice(.gpu) else { return .none }
    return gpu.isSoftware ? .software : .hardware
  }

  /// Whether the CPU path drew its picture, and all pictures are correct.
  var picturesAreRight: Bool {
    diagnosis.pictures.contains { $0.renderer.backend == .cpu }
      && diagnosis.pictures.allSatisfy(\.isRight)
  }

  /// Whether no driver crashed and every picture is correct.
  package var isRight: Bool { accident == nil && picturesAreRight }

  /// Whether `requireGPU` or `demand` isn't met.
  package var isMissing: Bool {
    requireGPU ? openGL != .hardware : demand != nil && openGL == .none
  }

  /// The report in one sentence.
  package var verdict: String {
    if let accident {
      return "a graphics driver \(accident.end); the CPU path draws "
        + (picturesAreRight ? "correctly" : "INCORRECTLY too")
    }
    guard picturesAreRight else {
      let wrong = diagnosis.pictures.filter { !$0.isRight }.map(\.renderer.name)
      return "the test picture is wrong, or can't be drawn: \(wrong.joined(separator: "; "))"
    }
    let drawn =
      switch openGL {
      case .none, .unknown:
        "the CPU path draws correctly; there is no OpenGL, so --backend gpu is unavailable"
      case .software: "the CPU path and OpenGL draw correctly, but OpenGL is SOFTWARE ONLY: no GPU"
      case .hardware:
        diagnosis.pictures.count > 2
          ? "the CPU path and \(diagnosis.pictures.count - 1) devices draw correctly"
          : "the GPU and the CPU path draw correctly"
      }
    guard isMissing else { return drawn }
    return drawn
      + (requireGPU
        ? "; --require-gpu needs a real GPU" : "; \(demand ?? "") can't draw here")
  }
}

/// Availability of OpenGL.
package enum OpenGLState: String, Sendable {
  case none, software, hardware
  /// The process that examined OpenGL ended without a report.
  case unknown
}
