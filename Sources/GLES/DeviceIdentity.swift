import Glibc

/// What tells a GPU from its neighbours.
///
/// Places in a list and CUDA's numbers begin at 0 again in every container; the PCI address and the
/// UUID stay.
package struct DeviceIdentity: Sendable, Equatable {
  /// Its place in EGL's list.
  package var index: Int
  /// The driver's name for it, where it has one.
  package var name: String?
  /// Its DRM nodes: render node, primary node.
  package var nodes: [String]
  /// Its PCI address, such as "0000:4e:00.0", where the system tells.
  package var pci: String?
  /// Its UUID, 32 hexadecimal digits, where the driver tells (EGL_EXT_device_persistent_id).
  package var uuid: String?
  /// CUDA's number for it (EGL_NV_device_cuda).
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

  /// What it can be named by, such as "pci 0000:4e:00.0, renderD130, cuda 2"; nil for nothing but
  /// its place.
  package var text: String? {
    var parts: [String] = []
    if let pci { parts.append("pci \(pci)") }
    parts += nodes.map { $0.split(separator: "/").last.map(String.init) ?? $0 }
    if let cuda { parts.append("cuda \(cuda)") }
    if let uuid { parts.append("uuid \(uuid)") }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }

  /// What the kernel knows of a DRM node that needn't be in EGL's list: the nodes of the same
  /// device, and its PCI address; `system` is the place of the kernel's folders.
  package init(ofNode path: String, system: String = "/sys") {
    let folder = Self.systemFolder(of: path, system)
    let siblings = folder.map { entries(of: "\($0)/drm") } ?? []
    self.init(
      index: -1,
      nodes: [path] + drmNodes(among: siblings).filter { $0 != path },
      pci: folder.flatMap { Self.pciAddress(inPath: $0) })
  }

  /// The kernel's name of the driver behind a DRM node, such as "amdgpu"; nil where it tells none.
  package static func kernelDriver(of node: String) -> String? {
    let driver = systemFolder(of: node).flatMap { resolved("\($0)/driver") }?
      .split(separator: "/").last.map(String.init)
    // The kernel hangs a virtio GPU's nodes on the bus that it's reached by.
    return driver.map { ["virtio-pci", "virtio-mmio"].contains($0) ? "virtio_gpu" : $0 }
  }

  /// The kernel's folder of the device behind a DRM node, links resolved; nil where it has none.
  static func systemFolder(of node: String, _ system: String = "/sys") -> String? {
    var status = stat()
    guard unsafe stat(node, &status) == 0 else {
      // A container may have the kernel's folders and not /dev/dri: there its name tells the device.
      let parts = node.split(separator: "/")
      guard node.hasPrefix("/"), parts.count == 3, parts.prefix(2) == ["dev", "dri"],
        let name = parts.last
      else { return nil }
      return resolved("\(system)/class/drm/\(name)/device")
    }
    guard status.st_mode & S_IFMT == S_IFCHR else { return nil }
    let device = UInt64(status.st_rdev)
    // As glibc's major() and minor(), which are macros.
    let major = (device >> 8 & 0xFFF) | (device >> 32 & ~0xFFF)
    let minor = (device & 0xFF) | (device >> 12 & ~0xFF)
    return resolved("\(system)/dev/char/\(major):\(minor)/device")
  }

  /// Where a path leads, links resolved; nil where nothing is.
  static func resolved(_ path: String) -> String? {
    guard let found = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(found) }
    return unsafe String(cString: found)
  }

  /// The PCI address in the path of the kernel's folder of a device; nil for devices that aren't on
  /// that bus themselves, such as a USB display behind a controller that is.
  package static func pciAddress(inPath path: String) -> String? {
    var parts = path.split(separator: "/").map(String.init)
    // A virtual machine's GPU is a virtio device on one of PCI.
    if parts.last?.hasPrefix("virtio") == true { parts.removeLast() }
    return parts.last.flatMap(DeviceChoice.pciAddress)
  }

  /// Whether both are the same GPU, as far as they tell: two drivers may each list it, and each of
  /// its nodes is a way to it.
  package func isSame(as other: DeviceIdentity) -> Bool {
    if index >= 0, index == other.index { return true }
    if let pci, let theirs = other.pci { return pci == theirs }
    if !nodes.isEmpty, !other.nodes.isEmpty { return nodes.contains(where: other.nodes.contains) }
    // Software may have one for all its devices: nodes tell more.
    return uuid != nil && uuid == other.uuid
  }
}

extension Capabilities {
  /// The device that it draws with; nil where that is Mesa's own choice, which it doesn't tell.
  package var device: DeviceIdentity? { identity ?? node.map { DeviceIdentity(ofNode: $0) } }
}
