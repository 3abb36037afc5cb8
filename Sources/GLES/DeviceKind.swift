import Glibc

/// What kind of GPU a device is, as far as it or the kernel tells; the later, the better.
package enum DeviceKind: Int, Sendable, Comparable, CaseIterable {
  /// It says itself that it draws on the CPU.
  case software
  /// A virtual machine's, or one of which nothing is known.
  case virtual
  /// A part of the processor.
  case integrated
  /// One with memory of its own.
  case discrete

  /// Whether the first is the worse one.
  package static func < (a: DeviceKind, b: DeviceKind) -> Bool { a.rawValue < b.rawValue }
}

/// What the kernel tells of the device behind a DRM node.
package struct KernelFacts: Sendable, Equatable {
  /// The driver's name, or the device's own where it has no driver.
  package let driver: String
  /// Its PCI address; nil for what isn't on that bus.
  package let pci: String?
  /// Bytes of its video memory, which amdgpu alone tells.
  package let videoMemory: UInt64?

  /// Looks into the kernel's folder of a device, links resolved.
  package init(folder: String) {
    let driver = DeviceIdentity.resolved("\(folder)/driver") ?? folder
    self.driver = driver.split(separator: "/").last.map(String.init) ?? ""
    pci = DeviceIdentity.pciAddress(inPath: folder)
    videoMemory = number(in: "\(folder)/mem_info_vram_total")
  }

  /// Drivers of what shows pictures, or keeps buffers, and draws nothing.
  package static let drawsNothing: Set<String> = [
    "ast", "bochs", "bochs-drm", "cirrus", "cirrus-qemu", "faux_driver", "gm12u320", "hibmc-drm",
    "hyperv_drm", "mgag200", "qxl", "simple-framebuffer", "simpledrm", "udl", "vgem", "vkms",
  ]

  /// Drivers of GPUs that a virtual machine stands behind.
  private static let virtualDrivers: Set<String> = [
    "virtio_gpu", "virtio-pci", "virtio-mmio", "vmwgfx", "vboxvideo",
  ]

  /// A processor's graphics have 2 GiB of the memory at most, if nobody sets it otherwise.
  private static let largestShare: UInt64 = 2 << 30

  /// What kind of GPU it is.
  package var kind: DeviceKind {
    if Self.virtualDrivers.contains(driver) || Self.drawsNothing.contains(driver) {
      return .virtual
    }
    // It serves NVIDIA's own EGL, which is told otherwise; another vendor's would draw in software.
    if driver == "nvidia" { return .virtual }
    // AMD's integrated ones aren't on bus 0.
    if let videoMemory { return videoMemory > Self.largestShare ? .discrete : .integrated }
    // What isn't on PCI is a part of a system on a chip.
    guard let bus = pci?.split(separator: ":").dropFirst().first else { return .integrated }
    return bus == "00" ? .integrated : .discrete
  }
}

/// The number that a small file has as its text; nil where there is none.
private func number(in path: String) -> UInt64? {
  let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
  guard file >= 0 else { return nil }
  defer { close(file) }
  var bytes = [UInt8](repeating: 0, count: 64)
  let count = unsafe read(file, &bytes, bytes.count)
  return UInt64(String(decoding: bytes.prefix(max(0, count)).prefix { $0 > 32 }, as: UTF8.self))
}
