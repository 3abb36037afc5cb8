import Testing

@testable import Doctor
@testable import GLES
@testable import PageCurl

extension DoctorAdviceTests {
  @Test(
    "A GPU that opened and drew in software is told with its driver and what gives it 3D",
    arguments: [
      ("amdgpu", ["-t bookworm-backports libgl1-mesa-dri libegl-mesa0", "grep -i firmware"]),
      ("virtio_gpu", ["-device virtio-vga-gl", "-device virtio-gpu-gl-pci"]),
      ("vmwgfx", ["3D acceleration"]),
    ])
  func silentSoftware(driver: String, ways: [String]) {
    let nodes = ["card0", "renderD128"].map { DeviceNode.sample("/dev/dri/\($0)", driver: driver) }
    let trials = [Trial.sample([nodes[1].path, nodes[0].path], isSoftware: true)]
    let told = DoctorReport.sample(.software, trials: trials, nodes: nodes).told
    #expect(told.contains("/dev/dri/renderD128 opened and drew in software"), "\(told)")
    #expect(told.contains("its kernel driver is \(driver)\n"), "\(told)")
    for way in ways { #expect(told.contains(way), "\(told)") }
    for wrong in ["no GPU was found", "ls -l /dev/dri", "docker run --device /dev/dri"] {
      #expect(!told.contains(wrong), "\(told)")
    }
    // Behind a closed render node a card node tells nothing of the driver.
    let closed = DeviceNode.sample(nodes[1].path, driver: driver, obstacle: "Permission denied")
    let half = DoctorReport.sample(.software, trials: trials, nodes: [nodes[0], closed]).told
    #expect(half.contains("usermod") && !half.contains("drew in software"), "\(half)")
    // Who demands software gets it from every GPU.
    let demanded = DoctorReport.sample(
      .software, trials: trials, nodes: nodes, environment: [("LIBGL_ALWAYS_SOFTWARE", "1")]
    ).told
    #expect(demanded.contains("env -u LIBGL_ALWAYS_SOFTWARE"), "\(demanded)")
    #expect(!demanded.contains("drew in software"), "\(demanded)")
  }

  @Test(
    "What shows pictures and draws none is no GPU, and its node is there already",
    arguments: ["ast", "cirrus-qemu", "vgem", nil])
  func displayOnly(driver: String?) {
    let node = DeviceNode.sample("/dev/dri/card0", driver: driver)
    let told = DoctorReport.sample(
      .software, trials: [.sample([node.path], isSoftware: true)], nodes: [node]
    ).told
    #expect(told.contains("OpenGL is software: no GPU was found"), "\(told)")
    #expect(!told.contains("backports") && !told.contains("/dev/dri"), "\(told)")
    let bare = DoctorReport.sample(.software).told
    #expect(bare.contains("ls -l /dev/dri") && bare.contains("--device /dev/dri"), "\(bare)")
  }

  @Test(
    "Variables that can keep a GPU away are tried without, be there software or nothing",
    arguments: [
      "__EGL_VENDOR_LIBRARY_FILENAMES", "__EGL_VENDOR_LIBRARY_DIRS", "MESA_LOADER_DRIVER_OVERRIDE",
      "LIBGL_DRIVERS_PATH", "GBM_BACKEND", "GBM_BACKENDS_PATH", "GALLIUM_DRIVER",
      "MESA_GLES_VERSION_OVERRIDE",
    ], [OpenGLState.none, .software, .hardware])
  func variables(name: String, openGL: OpenGLState) {
    let ways = DoctorReport.sample(openGL, environment: [(name, "/some/where")])
      .advice.flatMap(\.ways)
    let isOffered = ways.contains { $0.hasPrefix("env -u \(name) glcurl doctor (") }
    #expect(isOffered == (openGL != .hardware), "\(ways)")
  }

  @Test(
    "A variable that keeps Mesa from its drivers is the cause, and nothing needs to be installed",
    arguments: [
      ("MESA_LOADER_DRIVER_OVERRIDE", "nonsense"), ("GALLIUM_DRIVER", "nonsense"),
      ("GALLIUM_DRIVER", ""), ("LIBGL_DRIVERS_PATH", "/nowhere"),
      ("MESA_GLES_VERSION_OVERRIDE", "2.0"), ("MESA_GLES_VERSION_OVERRIDE", "?"),
    ])
  func cause(name: String, value: String) {
    let node = DeviceNode.sample("/dev/dri/renderD128", driver: "amdgpu")
    let reports = [
      DoctorReport.sample(environment: [(name, value)]),
      // A GPU that opened, and drew in software.
      DoctorReport.sample(
        .software, trials: [.sample([node.path], isSoftware: true)], nodes: [node],
        environment: [(name, value)]),
    ]
    for told in reports.map(\.told) {
      #expect(told.contains("\(name)='\(value)' may hide it from EGL\n"), "\(told)")
      #expect(told.contains("env -u \(name) glcurl doctor ("), "\(told)")
      #expect(told.contains("unset \(name) ("), "\(told)")
      #expect(!told.contains("apt-get") && !told.contains("docker"), "\(told)")
    }
    // What draws isn't kept from anything.
    #expect(DoctorReport.sample(.hardware, environment: [(name, value)]).told.isEmpty)
  }

  @Test("Where several variables are set all are unset at once, and a harmless one isn't told")
  func severalCauses() {
    let told = DoctorReport.sample(
      environment: [("GALLIUM_DRIVER", "x"), ("LIBGL_DRIVERS_PATH", "y")]
    ).told
    #expect(told.contains("env -u GALLIUM_DRIVER -u LIBGL_DRIVERS_PATH glcurl doctor"), "\(told)")
    for version in ["3.0", "3.2"] {
      let told = DoctorReport.sample(environment: [("MESA_GLES_VERSION_OVERRIDE", version)]).told
      #expect(told.contains("apt-get") && !told.contains("MESA_GLES"), "\(told)")
    }
  }

  @Test("Vendors' files that leave NVIDIA's out are the reason, and not what is installed")
  func otherVendors() {
    let told = DoctorReport.sample(
      .software, vendors: ["libEGL_mesa.so.0"], kernel: "550.54.14",
      environment: [("__EGL_VENDOR_LIBRARY_FILENAMES", "50_mesa.json")]
    ).told
    #expect(told.contains("env -u __EGL_VENDOR_LIBRARY_FILENAMES"), "\(told)")
    #expect(!told.contains("apt-get") && !told.contains("no vendor file"), "\(told)")
  }

  @Test("LIBGL_ALWAYS_SOFTWARE demands software where Mesa takes it for yes")
  func demand() {
    for (value, demands) in [
      ("1", true), ("true", true), ("YES", true), ("0", false), ("false", false), ("no", false),
      ("n", false), ("", false),
    ] {
      let told = DoctorReport.sample(
        .software, environment: [("LIBGL_ALWAYS_SOFTWARE", value)]
      ).told
      #expect(told.contains("LIBGL_ALWAYS_SOFTWARE") == demands, "'\(value)': \(told)")
    }
  }

  @Test("A machine with NVIDIA's kernel driver alone is told which package its EGL is in")
  func nvidiaPackages() {
    for vendors in [[], ["libEGL_nvidia.so.0"]] {
      let host = DoctorReport.sample(vendors: vendors, kernel: "550.54.14").advice[0].ways
      #expect(host[0].hasPrefix("sudo apt-get install libnvidia-gl-550 "), "\(host)")
      #expect(host[1].hasPrefix("sudo apt-get install libegl-nvidia0 "), "\(host)")
      let container = DoctorReport.sample(
        vendors: vendors, container: "/.dockerenv", kernel: "550.54.14"
      ).advice[0].ways
      #expect(container[0].hasPrefix("docker run --gpus all"), "\(container)")
      #expect(!container.contains { $0.contains("apt-get") }, "\(container)")
    }
    // Of a version that isn't known no package can be named.
    let unknown = DoctorReport.sample(nodes: [.sample("/dev/nvidia0")]).advice[0].ways
    #expect(unknown[0].hasPrefix("sudo apt-get install libegl-nvidia0 "), "\(unknown)")
  }

  @Test("A GPU that is hidden from the process is asked for, where no other one draws")
  func hidden() {
    let kept = Trial(
      what: "device platform, device 1",
      outcome: .refused("exists but isn't accessible: EGL_BAD_DEVICE_EXT"))
    let told = DoctorReport.sample(.software, trials: [kept]).told
    #expect(told.contains("hides it: device platform, device 1\n"), "\(told)")
    #expect(told.contains("srun --gres=gpu:1"), "\(told)")
    #expect(!DoctorReport.sample(.hardware, trials: [kept]).told.contains("srun"))
  }

  @Test("A MIG slice is told from a driver that lacks its EGL, and from a closed node")
  func slice() {
    func told(_ drivers: [String], _ obstacle: String? = nil) -> String {
      let lonely = Trial(
        what: "/dev/nvidiactl",
        outcome: .refused("exists, but no EGL device belongs to it: a MIG slice may have none"))
      return DoctorReport.sample(
        .software, trials: [lonely], nodes: [.sample("/dev/nvidia0", obstacle: obstacle)],
        vendors: ["libEGL_nvidia.so.0"], drivers: drivers, kernel: "550.54.14"
      ).told
    }
    let library = "/usr/lib/libEGL_nvidia.so.550.54.14"
    #expect(told([library]).contains("nvidia-smi -L") && told([library]).contains("srun"))
    #expect(!told([]).contains("nvidia-smi"))
    #expect(!told([library], "Permission denied").contains("nvidia-smi"))
  }

  @Test("The rights of NVIDIA's nodes come from its kernel module, where their group has none")
  func nvidiaNode() throws {
    for name in ["nvidia0", "nvidiactl"] {
      let node = DeviceNode.sample("/dev/\(name)", mode: 0o600, group: "root")
      let way = try #require(DoctorAdvice(closed: node, "Permission denied", to: "me")).ways[0]
      #expect(way.contains("options nvidia NVreg_DeviceFileGID="), "\(way)")
      #expect(way.contains("NVreg_DeviceFileMode=0660"), "\(way)")
      #expect(way.contains("/etc/modprobe.d/nvidia.conf"), "\(way)")
      #expect(!way.contains("chgrp") && !way.contains("udev"), "\(way)")
    }
    let node = DeviceNode.sample("/dev/nvidia0", group: "video")
    let way = try #require(DoctorAdvice(closed: node, "Permission denied", to: "me")).ways[0]
    #expect(way.hasPrefix("sudo usermod -aG video me "), "\(way)")
  }
}
