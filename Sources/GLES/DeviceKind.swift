import Glibc

/// Kind of a GPU, as far as it or the kernel reports it, worst first.
package enum DeviceKind: Int, Sendable, Comparable, CaseIterable {
  /// Draws on the CPU, by its own account.
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
  /// Name of the driver, or of the device if it has no driver.
  package let driver: String
  /// PCI address; nil for a device on another bus.
  package let pci: String?
  /// Video memory, bytes, which only amdgpu reports.
  package let videoMemory: UInt64?

  /// Reads the kernel's folder of a device, links resolved.
  package init(folder: String) {
    let driver = DeviceIdentity.resolved("\(folder)/driver") ?? folder
    self.driver = driver.split(separator: "/").last.map(String.init) ?? ""
    pci = DeviceIdentity.pciAddress(inPath: folder)
    videoMemory = number(in: "\(folder)/mem_info_vram_total")
  }

  /// Drivers of devices that display pictures or keep buffers and draw nothing.
  package static let drawsNothing: Set<String> = [
    "ast", "bochs", "bochs-drm", "cirrus", "cirrus-qemu", "faux_driver", "gm12u320", "hibmc-drm",
    "hyperv_drm", "mgag200", "qxl", "simple-framebuffer", "simpledrm", "udl", "vgem", "vkms",
  ]

  /// Drivers of virtual machines' GPUs.
  private static let virtualDrivers: Set<String> = [
    "virtio_gpu", "virtio-pci", "virtio-mmio", "vmwgfx", "vboxvideo",
  ]

  /// Most memory of integrated graphics by default: 2 GiB.
  private static let largestShare: UInt64 = 2 << 30

  /// Kind of the GPU.
  package var kind: DeviceKind {
    if Self.virtualDrivers.contains(driver) || Self.drawsNothing.contains(driver) {
      return .virtual
    }
    // This driver serves NVIDIA's EGL, whose devices have another mark; another vendor's EGL would
    // draw in software.
    if driver == "nvidia" { return .virtual }
    // AMD's integrated GPUs aren't on bus 0.
    if let videoMemory { return videoMemory > Self.largestShare ? .discrete : .integrated }
    // A device that isn't on PCI is part of a system on a chip.
    guard let bus = pci?.split(separator: ":").dropFirst().first else { return .integrated }
    return bus == "00" ? .integrated : .discrete
  }
}

/// The number in a small file; nil if there is none.
private func number(in path: String) -> UInt64? {
  let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
  guard file >= 0 else { return nil }
  defer { close(file) }
  var bytes = [UInt8](repeating: 0, count: 64)
  let count = unsafe read(file, &bytes, bytes.count)
  return UInt64(String(decoding: bytes.prefix(max(0, count)).prefix { $0 > 32 }, as: UTF8.self))
}
