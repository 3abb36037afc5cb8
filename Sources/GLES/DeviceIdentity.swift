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

  /// What a link such as /dev/dri/by-path/…-render leads to; the path itself where it leads nowhere.
  static func resolved(_ path: String) -> String {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    guard let text = unsafe realpath(path, &buffer) else { return path }
    return unsafe String(cString: text)
  }

  /// The PCI address behind a DRM node, from the kernel; nil for devices that aren't on that bus.
  static func pciAddress(of node: String) -> String? {
    var status = stat()
    guard unsafe stat(node, &status) == 0, status.st_mode & S_IFMT == S_IFCHR else { return nil }
    let device = UInt64(status.st_rdev)
    // As glibc's major() and minor(), which are macros.
    let major = (device >> 8 & 0xFFF) | (device >> 32 & ~0xFFF)
    let minor = (device & 0xFF) | (device >> 12 & ~0xFF)
    var target = [CChar](repeating: 0, count: 1024)
    let length = unsafe readlink(
      "/sys/dev/char/\(major):\(minor)/device", &target, target.count - 1)
    guard length > 0 else { return nil }
    let path = String(
      decoding: target.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return path.split(separator: "/").last.flatMap { DeviceChoice.pciAddress(String($0)) }
  }
}
