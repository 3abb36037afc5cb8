import Glibc

/// Names that identify a GPU among the GPUs of the machine.
///
/// Indices and CUDA numbers start at 0 in every container; the PCI address and the UUID are stable.
package struct DeviceIdentity: Sendable, Equatable {
  /// Index in EGL's list; −1 if the device isn't in the list.
  package var index: Int
  /// The driver's name of the device; nil if it has none.
  package var name: String?
  /// DRM nodes: render node, primary node.
  package var nodes: [String]
  /// PCI address, such as "0000:4e:00.0"; nil if unknown.
  package var pci: String?
  /// UUID, 32 hexadecimal digits; nil if unknown (EGL_EXT_device_persistent_id).
  package var uuid: String?
  /// CUDA number; nil if unknown (EGL_NV_device_cuda).
  package var cuda: Int?

  package init(
    index: Int, name: String? = nil, nodes: [String] = [], pci: String? = nil,
    uuid: String? = nil, cuda: Int? = nil
  ) {
    self.index = index
    self.name = name
    self.nodes = nodes
    self.pci = pci
    self.uuid = uuid
    self.cuda = cuda
  }

  /// Names of the device, such as "pci 0000:4e:00.0, renderD130, cuda 2"; nil if it has only an
  /// index.
  package var text: String? {
    var parts: [String] = []
    if let pci { parts.append("pci \(pci)") }
    parts += nodes.map { $0.split(separator: "/").last.map(String.init) ?? $0 }
    if let cuda { parts.append("cuda \(cuda)") }
    if let uuid { parts.append("uuid \(uuid)") }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }

  /// The device of a DRM node as the kernel reports it: its nodes and its PCI address.
  ///
  /// The device needn't be in EGL's list. `system` is the folder of the kernel's files.
  package init(ofNode path: String, system: String = "/sys") {
    let folder = Self.systemFolder(of: path, system)
    let siblings = folder.map { entries(of: "\($0)/drm") } ?? []
    self.init(
      index: -1,
      nodes: [path] + drmNodes(among: siblings).filter { $0 != path },
      pci: folder.flatMap { Self.pciAddress(inPath: $0) })
  }

  /// Name of the kernel driver of a DRM node, such as "amdgpu"; nil if unknown.
  package static func kernelDriver(of node: String) -> String? {
    let driver = systemFolder(of: node).flatMap { resolved("\($0)/driver") }?
      .split(separator: "/").last.map(String.init)
    // The kernel reports the bus of a virtio GPU as its driver.
    return driver.map { ["virtio-pci", "virtio-mmio"].contains($0) ? "virtio_gpu" : $0 }
  }

  /// The kernel's folder of a DRM node's device, links resolved; nil if the node has none.
  static func systemFolder(of node: String, _ system: String = "/sys") -> String? {
    var status = stat()
    guard unsafe stat(node, &status) == 0 else {
      // A container may have the kernel's folders but no /dev/dri. Then use the node's name.
      let parts = node.split(separator: "/")
      guard node.hasPrefix("/"), parts.count == 3, parts.prefix(2) == ["dev", "dri"],
        let name = parts.last
      else { return nil }
      return resolved("\(system)/class/drm/\(name)/device")
    }
    guard status.st_mode & S_IFMT == S_IFCHR else { return nil }
    let device = UInt64(status.st_rdev)
    // Same as glibc's major() and minor(), macros that Swift can't call.
    let major = (device >> 8 & 0xFFF) | (device >> 32 & ~0xFFF)
    let minor = (device & 0xFF) | (device >> 12 & ~0xFF)
    return resolved("\(system)/dev/char/\(major):\(minor)/device")
  }

  /// A path with links resolved; nil if the path doesn't exist.
  static func resolved(_ path: String) -> String? {
    guard let found = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(found) }
    return unsafe String(cString: found)
  }

  /// The PCI address in the path of a device's folder; nil if the device isn't itself on PCI, such
  /// as a USB display behind a PCI device.
  package static func pciAddress(inPath path: String) -> String? {
    var parts = path.split(separator: "/").map(String.init)
    // A virtual machine's GPU is a virtio device on a PCI device.
    if parts.last?.hasPrefix("virtio") == true { parts.removeLast() }
    return parts.last.flatMap(DeviceChoice.pciAddress)
  }

  /// Whether both identities are known to mean the same GPU.
  ///
  /// Two drivers may each list one GPU, and a GPU may have several nodes.
  package func isSame(as other: DeviceIdentity) -> Bool {
    if index >= 0, index == other.index { return true }
    if let pci, let theirs = other.pci { return pci == theirs }
    if !nodes.isEmpty, !other.nodes.isEmpty { return nodes.contains(where: other.nodes.contains) }
    // Compare UUIDs last: software may use one UUID for all its devices.
    return uuid != nil && uuid == other.uuid
  }
}

extension Capabilities {
  /// Identity of the device that draws; nil if Mesa chose the device, because Mesa doesn't report
  /// its choice.
  package var device: DeviceIdentity? { identity ?? node.map { DeviceIdentity(ofNode: $0) } }
}
