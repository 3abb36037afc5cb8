internal import Glibc

/// Properties of this machine that matter to drawing.
package struct Machine: Sendable {
  /// Name of the processor, as the system reports it.
  package let processor: String
  /// Kernel and release, such as "Linux 6.1.0-18-amd64".
  package let kernel: String
  /// Architecture, such as "x86_64".
  package let architecture: String
  /// Number of online processors.
  package let processors: Int
  /// Environment variables that loaders and drivers read, if set; in a fixed order.
  package let environment: [(name: String, value: String)]

  package init(
    processor: String, kernel: String, architecture: String, processors: Int,
    environment: [(name: String, value: String)]
  ) {
    self.processor = processor
    self.kernel = kernel
    self.architecture = architecture
    self.processors = processors
    self.environment = environment
  }

  /// The machine that this process runs on.
  package static var own: Machine {
    var name = utsname()
    let isKnown = unsafe uname(&name) == 0
    func text<Field>(_ field: Field) -> String {
      unsafe withUnsafeBytes(of: field) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
    }
    return Machine(
      processor: field("model name", of: "/proc/cpuinfo") ?? "unknown processor",
      kernel: isKnown ? "\(text(name.sysname)) \(text(name.release))" : "unknown",
      architecture: isKnown ? text(name.machine) : "unknown",
      processors: processorsOnline,
      environment: variables.compactMap { name in
        Environment.given(name).map { (name, $0) }
      })
  }

  /// Number of this machine's online processors.
  package static var processorsOnline: Int { sysconf(Int32(_SC_NPROCESSORS_ONLN)) }

  /// Processor and system; compare times only if these are equal.
  package var text: String {
    "\(processor), \(processors) processor\(processors == 1 ? "" : "s"), \(kernel)"
  }

  /// The value of the first line `name : value` of a file.
  private static func field(_ name: String, of path: String) -> String? {
    guard let text = KernelFile.text(path),
      let line = text.split(separator: "\n").first(where: { $0.hasPrefix(name) }),
      let colon = line.firstIndex(of: ":")
    else { return nil }
    let value = line[line.index(after: colon)...].drop { $0.isWhitespace }
    return value.isEmpty ? nil : String(value)
  }

  private static let variables = [
    "LD_LIBRARY_PATH", "LD_PRELOAD", "__EGL_VENDOR_LIBRARY_FILENAMES", "__EGL_VENDOR_LIBRARY_DIRS",
    "LIBGL_ALWAYS_SOFTWARE", "LIBGL_DRIVERS_PATH", "GALLIUM_DRIVER", "MESA_LOADER_DRIVER_OVERRIDE",
    "MESA_GLES_VERSION_OVERRIDE",
    "GBM_BACKEND", "GBM_BACKENDS_PATH", "DRI_PRIME", "LP_NUM_THREADS", "NVIDIA_VISIBLE_DEVICES",
    "NVIDIA_DRIVER_CAPABILITIES", "CUDA_VISIBLE_DEVICES", "GLCURL_GPU", "GLCURL_EGL",
    "GLCURL_FRAME_DEADLINE",
  ]
}
