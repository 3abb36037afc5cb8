internal import GLES
internal import PageCurl

extension DoctorReport {
  /// Advice if there is no OpenGL driver, or only a software driver.
  var drivers: [DoctorAdvice] {
    guard let gl = diagnosis.gl, gl.problem == nil, openGL != .hardware else { return [] }
    let silent = openGL == .software && !demandsSoftware ? gl.further(than: []) : []
    let found = silent.compactMap(softened)
    if openGL == .none || !found.isEmpty, let advice = withoutVariables { return [advice] }
    guard found.isEmpty else {
      return found.enumerated().map { index, advice in
        index > 0 ? advice : DoctorAdvice(finding: advice.finding, ways: unsetting + advice.ways)
      }
    }
    var ways = unsetting
    if openGL == .none {
      ways.append("apt-get install libegl-mesa0 libgl1-mesa-dri (Mesa: AMD, Intel, and software)")
    }
    if !surroundings.nodes.contains(where: { $0.path.hasPrefix("/dev/dri/") }) {
      if openGL == .software {
        ways.append("ls -l /dev/dri (an AMD or Intel GPU has a node)")
      }
      ways.append("docker run --device /dev/dri … (AMD or Intel, in a container)")
    }
    ways.append(Self.nvidiaContainer + " (NVIDIA)")
    let finding =
      openGL == .none
      ? "EGL is installed, but no driver gives it a context"
      : "OpenGL is software: no GPU was found"
    return [DoctorAdvice(finding: finding, ways: ways)]
  }

  /// Advice for a GPU whose node opened but draws in software.
  ///
  /// Nil for hardware, for devices without a DRM node or with a render node that can't be opened,
  /// and for GPUs that Mesa doesn't support.
  private func softened(_ opened: Capabilities) -> DoctorAdvice? {
    let nodes = (opened.device?.nodes ?? []).compactMap { path in
      surroundings.nodes.first { $0.path == path }
    }
    guard opened.isSoftware, let node = nodes.first,
      !nodes.contains(where: { $0.obstacle != nil && $0.path.hasPrefix("/dev/dri/renderD") })
    else { return nil }
    // NVIDIA's GPUs need NVIDIA's driver; the other excluded devices can't draw or are unknown.
    guard let driver = node.driver, driver != "nvidia", !KernelFacts.drawsNothing.contains(driver)
    else { return nil }
    let ways: [String]
    switch driver {
    case "virtio_gpu":
      ways = [
        "qemu-system-x86_64 -device virtio-vga-gl -display egl-headless … (on the host; without "
          + "VGA -device virtio-gpu-gl-pci, in libvirt <acceleration accel3d='yes'/>)"
      ]
    case "vmwgfx", "vboxvideo":
      ways = ["switch 3D acceleration on in the virtual machine's settings, on the host"]
    default:
      ways = [
        "sudo apt-get install -t bookworm-backports libgl1-mesa-dri libegl-mesa0 (Debian 12; "
          + "elsewhere any Mesa that is newer than the GPU)",
        "sudo dmesg | grep -i firmware (without its firmware a GPU has no 3D: "
          + "firmware-amd-graphics, firmware-misc-nonfree)",
      ]
    }
    return DoctorAdvice(
      finding: "\(node.path) opened and drew in software; its kernel driver is \(driver)",
      ways: ways)
  }

  /// Whether LIBGL_ALWAYS_SOFTWARE is set to a value that Mesa treats as true.
  private var demandsSoftware: Bool {
    ["1", "true", "t", "yes", "y"].contains(value("LIBGL_ALWAYS_SOFTWARE")?.lowercased())
  }

  /// The set variables that select which vendors' drivers libEGL sees.
  var vendorVariables: [String] {
    ["__EGL_VENDOR_LIBRARY_FILENAMES", "__EGL_VENDOR_LIBRARY_DIRS"].filter { value($0) != nil }
  }

  /// Advice if set variables can hide drivers; then nothing may need to be installed.
  private var withoutVariables: DoctorAdvice? {
    let names = driverVariables.map(\.name)
    guard !names.isEmpty else { return nil }
    let told = names.map { "\($0)='\(value($0) ?? "")'" }.joined(separator: " and ")
    var ways = unsetting
    let all = vendorVariables + names
    if all.count > 1 {
      let words = all.map { "-u \($0)" }.joined(separator: " ")
      ways.append("env \(words) glcurl doctor (more than one may be wrong)")
    }
    ways.append("unset \(names.joined(separator: " ")) (or correct it where it is set)")
    return DoctorAdvice(
      finding: "a driver may be installed, but \(told) may hide it from EGL", ways: ways)
  }

  /// The set variables that can hide drivers.
  private var driverVariables: [(name: String, reason: String)] {
    var variables = [
      ("MESA_LOADER_DRIVER_OVERRIDE", "it decides which of its drivers Mesa takes"),
      ("GALLIUM_DRIVER", "it decides which of its drivers Mesa takes"),
      ("LIBGL_DRIVERS_PATH", "it decides where Mesa looks for its drivers"),
    ]
    // Any value but a version ≥ 3.0 prevents a context.
    if let version = value("MESA_GLES_VERSION_OVERRIDE"), !(Double(version) ?? 0 >= 3) {
      variables.append(
        ("MESA_GLES_VERSION_OVERRIDE", "it decides the version of OpenGL ES: 3.0 is needed"))
    }
    return variables.filter { value($0.0) != nil }
  }

  /// Commands that unset the variables that can hide a GPU.
  private var unsetting: [String] {
    var reasons = vendorVariables.map { ($0, "it decides which drivers EGL sees") }
    if demandsSoftware { reasons.append(("LIBGL_ALWAYS_SOFTWARE", "it demands software")) }
    reasons += driverVariables.map { ($0.name, $0.reason) }
    reasons += [
      ("GBM_BACKEND", "it decides which of its backends GBM takes"),
      ("GBM_BACKENDS_PATH", "it decides where GBM looks for its backends"),
    ].filter { value($0.0) != nil }
    return reasons.map { "env -u \($0) glcurl doctor (\($1))" }
  }
}
