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

  /// Nodes that are there and closed to this user.
  private var permissions: [DoctorAdvice] {
    var reasons: [String: String] = [:]
    for node in surroundings.nodes { reasons[node.path] = node.obstacle }
    for trial in diagnosis.gl?.trials ?? [] {
      guard case .refused(let words) = trial.outcome else { continue }
      let path = (trial.what + " " + words).split { " (),:".contains($0) }.map(String.init)
        .first { $0.hasPrefix("/dev/") }
      // Rights may be there, and opening be denied all the same.
      if let path, words.contains("Permission denied") || words.contains("not permitted") {
        reasons[path] = words
      }
    }
    return reasons.sorted { $0.key < $1.key }.compactMap { path, words in
      guard let node = surroundings.nodes.first(where: { $0.path == path }) ?? DeviceNode(path)
      else { return nil }
      return DoctorAdvice(closed: node, words, to: surroundings.user.name)
    }
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

extension DoctorAdvice {
  /// How a user comes to open a node; nil where something else than rights is in the way.
  init?(closed node: DeviceNode, _ words: String, to user: String) {
    let (path, mode, group) = (node.path, node.mode, node.group)
    if words.contains("Operation not permitted") {
      self.init(
        finding: "\(path) (\(node.rights)) is there, but this container or service is denied it",
        ways: [
          "docker run --device \(path) … (in a container)",
          "systemctl edit SERVICE, and there DeviceAllow=\(path) rw (in a service)",
        ])
      return
    }
    guard words.contains("Permission denied") else { return nil }
    let container =
      "docker run --device \(path) --group-add \"$(stat -c %g \(path))\" … (in a container)"
    let finding = "\(path) (\(node.rights)) is there, but \(user) may not open it"
    // Who has a number alone, as in a container, can't be put into a group.
    guard Int(user) == nil else {
      self.init(finding: finding, ways: [container])
      return
    }
    // Rights come from a group; root's own, or one without rights, is no use to be in.
    let join: String
    if mode & 0o060 != 0o060 || group == "root" {
      join =
        "sudo chgrp render \(path) && sudo chmod 660 \(path) && sudo usermod -aG render \(user) "
        + "(a udev rule keeps the first two over a reboot)"
    } else if Int(group) != nil {
      join =
        "sudo groupadd -g \(group) glcurl-\(group) && sudo usermod -aG glcurl-\(group) \(user)"
    } else {
      join = "sudo usermod -aG \(group) \(user)"
    }
    self.init(
      finding: finding,
      ways: [join + " (then log in again, or restart the service)", container])
  }
}
