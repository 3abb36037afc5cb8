import Glibc

/// Kind of a GPU, as far as its driver or the kernel reports it, worst first.
package enum DeviceKind: Int, Sendable, Comparable, CaseIterable {
  /// Draws on the CPU, as its driver reports.
  case software
  /// A virtual machine's GPU, or an unknown one.
  case virtual
  /// Part of the processor.
  case integrated
  /// With memory of its own.
  case discrete

  /// Whether the first kind is worse.
  package static func < (a: DeviceKind, b: DeviceKind) -> Bool { a.rawValue < b.rawValue }
}

/// The kernel's properties of a DRM node's device.
package struct KernelFacts: Sendable, Equatable {
  /// Name of the kernel driver, or of the device if it has no driver.
  package let driver: String
  /// PCI address; nil for a device on another bus.
  package let pci: String?
  /// Video memory, bytes; nil if unknown, because only amdgpu reports it.
  package let videoMemory: UInt64?

  /// Reads the kernel's folder of a device; `folder` has its links resolved.
  package init(folder: String) {
    let driver = DeviceIdentity.resolved("\(folder)/driver") ?? folder
    self.driver = driver.split(separator: "/").last.map(String.init) ?? ""
    pci = DeviceIdentity.pciAddress(inPath: folder)
    videoMemory = number(in: "\(folder)/mem_info_vram_total")
  }

  /// Kernel drivers of devices that only display pictures or hold buffers, and can't draw.
  package static let drawsNothing: Set<String> = [
    "ast", "bochs", "bochs-drm", "cirrus", "cirrus-qemu", "faux_driver", "gm12u320", "hibmc-drm",
    "hyperv_drm", "mgag200", "qxl", "simple-framebuffer", "simpledrm", "udl", "vgem", "vkms",
  ]

  /// Kernel drivers of virtual machines' GPUs.
  private static let virtualDrivers: Set<String> = [
    "virtio_gpu", "virtio-pci", "virtio-mmio", "vmwgfx", "vboxvideo",
  ]

  /// Largest default memory of integrated graphics, bytes: 2 GiB.
  private static let largestShare: UInt64 = 2 << 30

  /// Kind of the GPU, from its driver, video memory and bus.
  package var kind: DeviceKind {
    if Self.virtualDrivers.contains(driver) || Self.drawsNothing.contains(driver) {
      return .virtual
    }
    // NVIDIA's EGL identifies its devices by an extension. Another vendor's EGL would draw on this
    // device in software.
    if driver == "nvidia" { return .virtual }
    // AMD's integrated GPUs aren't on bus 0.
    if let videoMemory { return videoMemory > Self.largestShare ? .discrete : .integrated }
    // A device outside PCI is part of a system on a chip.
    guard let bus = pci?.split(separator: ":").dropFirst().first else { return .integrated }
    return bus == "00" ? .integrated : .discrete
  }
}

/// Reads the number at the start of a small file; nil if the file or the number is missing.
private func number(in path: String) -> UInt64? {
  let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
  guard file >= 0 else { return nil }
  defer { close(file) }
  var bytes = [UInt8](repeating: 0, count: 64)
  let count = unsafe read(file, &bytes, bytes.count)
  return UInt64(String(decoding: bytes.prefix(max(0, count)).prefix { $0 > 32 }, as: UTF8.self))
}
