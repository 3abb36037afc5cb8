internal import GLES
internal import PageCurl

extension DoctorReport {
  /// Advice if NVIDIA's kernel driver has no EGL, or EGL of another version.
  var nvidia: [DoctorAdvice] {
    let isThere =
      surroundings.nvidiaKernel != nil
      || surroundings.nodes.contains { $0.path.hasPrefix("/dev/nvidia") }
    guard isThere, accident == nil, let gl = diagnosis.gl else { return [] }
    guard let vendor = surroundings.vendors.first(where: \.isNVIDIA) else {
      // With such a variable, `vendors` doesn't show which files are installed.
      if !vendorVariables.isEmpty { return [] }
      return [
        DoctorAdvice(
          finding: "there is an NVIDIA GPU, but no vendor file names its EGL to libEGL",
          ways: installation + [
            "ls /usr/share/glvnd/egl_vendor.d/10_nvidia.json (part of NVIDIA's driver package)"
          ])
      ]
    }
    guard gl.problem == nil else { return [] }
    guard gl.drivers.contains(where: { $0.contains("libEGL_nvidia") }) else {
      let asked = value("NVIDIA_DRIVER_CAPABILITIES").map {
        ": NVIDIA_DRIVER_CAPABILITIES is '\($0)'"
      }
      return [
        DoctorAdvice(
          finding: "\(vendor.path) names \(vendor.library ?? ""), which wasn't loaded"
            + (asked ?? ""),
          ways: installation + [
            "ldconfig -p | grep libEGL_nvidia (part of NVIDIA's driver package)"
          ])
      ]
    }
    guard let kernel = surroundings.nvidiaKernel,
      let version = Surroundings.nvidiaLibrary(in: gl.drivers), version != kernel
    else { return [] }
    return [
      DoctorAdvice(
        finding: "NVIDIA's kernel driver is \(kernel), its EGL is \(version): they must be equal",
        ways: ["sudo reboot (an update needs it)", "reinstall the driver, library and kernel"])
    ]
  }

  /// Commands that install NVIDIA's EGL of the kernel driver's version.
  private var installation: [String] {
    let container = Self.nvidiaContainer + " (in a container: without graphics there is no EGL)"
    guard surroundings.container == nil else { return [container] }
    let series = surroundings.nvidiaKernel?.split(separator: ".").first
    let ubuntu = series.map {
      "sudo apt-get install libnvidia-gl-\($0) (Ubuntu; with -server behind it on a server's driver)"
    }
    let debian = "sudo apt-get install libegl-nvidia0 (Debian)"
    return [ubuntu, debian, container].compactMap(\.self)
  }

  /// Command that gives a container NVIDIA's GPUs and their EGL.
  static let nvidiaContainer =
    "docker run --gpus all -e NVIDIA_DRIVER_CAPABILITIES=graphics,compute,utility …"

  /// Advice for GPUs that are hidden from this process, if no GPU draws.
  var hidden: [DoctorAdvice] {
    guard let gl = diagnosis.gl, openGL != .hardware else { return [] }
    func trials(_ words: String) -> [Trial] {
      gl.trials.filter { $0.refusal?.contains(words) == true }
    }
    let grants = [
      "srun --gres=gpu:1 glcurl doctor (Slurm hides what a job doesn't ask for)",
      Self.nvidiaContainer + " (in a container)",
    ]
    let kept = trials("isn't accessible").map(\.what).joined(separator: "; ")
    if !kept.isEmpty {
      let service =
        "systemctl edit SERVICE, and there DeviceAllow=/dev/nvidiactl rw and "
        + "DeviceAllow=/dev/nvidia0 rw (in a service)"
      return [
        DoctorAdvice(
          finding: "there is a GPU, but a cgroup or a scheduler hides it: \(kept)",
          ways: grants + [service])
      ]
    }
    // `nvidia` and `permissions` advise on problems with the driver and with permissions.
    guard !trials("no EGL device belongs to it").isEmpty, nvidia.isEmpty,
      gl.drivers.contains(where: { $0.contains("libEGL_nvidia") }),
      !surroundings.nodes.contains(where: {
        $0.path.hasPrefix("/dev/nvidia") && $0.obstacle != nil
      })
    else { return [] }
    return [
      DoctorAdvice(
        finding: "NVIDIA's EGL lists no GPU: it is hidden from this process, or a MIG slice",
        ways: ["nvidia-smi -L (lists this process's GPUs; a MIG slice may have no graphics)"]
          + grants + ["sudo nvidia-smi -i 0 -mig 0 (the owner of GPU 0 makes it whole again)"])
    ]
  }
}
