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
    accidents + pictures + libraries + permissions + nvidia + drivers
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
          finding: picture.failure.map { "OpenGL failed on \(picture.renderer.name): \($0)" }
            ?? "OpenGL draws wrong on \(picture.renderer.name)",
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

  /// NVIDIA's kernel driver without its EGL, or with that of another version.
  private var nvidia: [DoctorAdvice] {
    let isThere =
      surroundings.nvidiaKernel != nil
      || surroundings.nodes.contains { $0.path.hasPrefix("/dev/nvidia") }
    guard isThere, accident == nil, let gl = diagnosis.gl, gl.problem == nil else { return [] }
    let container =
      "docker run --gpus all -e NVIDIA_DRIVER_CAPABILITIES=graphics,compute,utility … (in a "
      + "container: without graphics there is CUDA and no EGL)"
    guard let vendor = surroundings.vendors.first(where: \.isNVIDIA) else {
      return [
        DoctorAdvice(
          finding: "an NVIDIA GPU is there, and no vendor's file names its EGL to libEGL",
          ways: [
            container,
            "ls /usr/share/glvnd/egl_vendor.d/10_nvidia.json (part of NVIDIA's driver package)",
          ])
      ]
    }
    let library = vendor.library ?? ""
    guard gl.drivers.contains(where: { $0.contains("libEGL_nvidia") }) else {
      let asked = value("NVIDIA_DRIVER_CAPABILITIES").map {
        ": NVIDIA_DRIVER_CAPABILITIES is '\($0)'"
      }
      return [
        DoctorAdvice(
          finding: "\(vendor.path) names \(library), which wasn't loaded" + (asked ?? ""),
          ways: [container, "ldconfig -p | grep libEGL_nvidia (part of NVIDIA's driver package)"])
      ]
    }
    guard let kernel = surroundings.nvidiaKernel,
      let version = Surroundings.nvidiaLibrary(in: gl.drivers), version != kernel
    else { return [] }
    return [
      DoctorAdvice(
        finding: "NVIDIA's kernel driver is \(kernel), its EGL is \(version): they must be one",
        ways: ["sudo reboot (an update waits for it)", "reinstall the driver, library and kernel"])
    ]
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
