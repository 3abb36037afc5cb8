internal import GLES
internal import PageCurl

/// A finding that somebody can do something about, and what.
struct DoctorAdvice {
  /// What is the matter.
  let finding: String
  /// Commands and sentences, one each.
  let ways: [String]
}

extension DoctorReport {
  /// What to do next, the most pressing first.
  var advice: [DoctorAdvice] {
    accidents + pictures + libraries + permissions + drivers
  }

  private var accidents: [DoctorAdvice] {
    guard let accident else { return [] }
    return [
      DoctorAdvice(
        finding: "examining OpenGL \(accident.end) at: \(accident.steps.last ?? "its start")",
        ways: [
          "glcurl render … --backend cpu (needs no driver)",
          "EGL_LOG_LEVEL=debug glcurl doctor (the driver's own last words)",
          "__EGL_VENDOR_LIBRARY_FILENAMES=/usr/share/glvnd/egl_vendor.d/50_mesa.json glcurl doctor "
            + "(keeps every other vendor's driver out)",
        ])
    ]
  }

  private var pictures: [DoctorAdvice] {
    diagnosis.pictures.filter { !$0.isRight }.map { picture in
      picture.renderer.backend == .cpu
        ? DoctorAdvice(
          finding: "the CPU path draws wrong, which no machine may make it do",
          ways: [
            "glcurl doctor --json > doctor.json, and report it: this build is not to be trusted"
          ])
        : DoctorAdvice(
          finding: "OpenGL draws wrong on \(picture.renderer.name)",
          ways: [
            "glcurl render … --backend cpu (the same picture without this driver)",
            "update the driver, then glcurl doctor again",
          ])
    }
  }

  private var libraries: [DoctorAdvice] {
    guard let gl = diagnosis.gl else { return [] }
    var advice: [DoctorAdvice] = []
    for library in gl.libraries where library.path == nil {
      let isNeeded = library.package != "libgbm1"
      if !isNeeded && openGL == .hardware { continue }
      let purpose = isNeeded ? "--backend gpu needs it" : "only the GBM platform needs it"
      var ways = [
        library.isMissing
          ? "apt-get install \(library.package)" : "apt-get install --reinstall \(library.package)"
      ]
      if !library.isMissing, value("LD_LIBRARY_PATH") != nil {
        ways.append("env -u LD_LIBRARY_PATH glcurl doctor (a broken copy may stand in front)")
      }
      advice.append(
        DoctorAdvice(
          finding: "\(library.name) is \(library.isMissing ? "missing" : "broken"); \(purpose)",
          ways: ways))
    }
    if advice.isEmpty, let problem = gl.problem {
      advice.append(
        DoctorAdvice(
          finding: "EGL can't be used: \(problem)",
          ways: ["apt-get install --reinstall libegl1 libgles2"]))
    }
    return advice
  }

  /// Nodes that are there and closed to this user.
  private var permissions: [DoctorAdvice] {
    let refused =
      diagnosis.gl?.trials.compactMap { trial -> String? in
        guard case .refused(let words) = trial.outcome, words.contains("Permission denied") else {
          return nil
        }
        return (trial.what + " " + words).split { " (),:".contains($0) }.map(String.init)
          .first { $0.hasPrefix("/dev/") }
      } ?? []
    return Set(refused).sorted().map { node in
      DoctorAdvice(
        finding: "\(node) is there, but this user may not open it",
        ways: [
          "sudo usermod -aG \"$(stat -c %G \(node))\" \"$USER\" (then log in again)",
          "docker run --device \(node) --group-add \"$(stat -c %g \(node))\" … (in a container)",
        ])
    }
  }

  /// No driver at all, or software alone.
  private var drivers: [DoctorAdvice] {
    guard let gl = diagnosis.gl, gl.problem == nil, openGL != .hardware else { return [] }
    var ways = ["__EGL_VENDOR_LIBRARY_FILENAMES", "__EGL_VENDOR_LIBRARY_DIRS"]
      .filter { openGL == .none && value($0) != nil }
      .map { "env -u \($0) glcurl doctor (it decides which drivers EGL sees)" }
    if openGL == .software, value("LIBGL_ALWAYS_SOFTWARE") != nil {
      ways.append("env -u LIBGL_ALWAYS_SOFTWARE glcurl doctor (it demands software)")
    }
    ways.append(
      openGL == .none
        ? "apt-get install libegl-mesa0 libgl1-mesa-dri (Mesa: AMD, Intel, and software)"
        : "ls -l /dev/dri (an AMD or Intel GPU has a node there)")
    ways += [
      "docker run --device /dev/dri … (AMD or Intel, in a container)",
      "docker run --gpus all -e NVIDIA_DRIVER_CAPABILITIES=graphics,compute,utility … (NVIDIA)",
    ]
    let finding =
      openGL == .none
      ? "EGL is there, and no driver gives it a context" : "OpenGL is software: no GPU was found"
    return [DoctorAdvice(finding: finding, ways: ways)]
  }

  private func value(_ variable: String) -> String? {
    machine.environment.first { $0.name == variable }?.value
  }
}
