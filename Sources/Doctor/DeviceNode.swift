internal import FoundationEssentials
internal import GLES
internal import Glibc

/// A device file and this user's access to it.
package struct DeviceNode: Sendable {
  package let path: String
  /// Permission bits, such as 0o660.
  package let mode: Int
  /// Names of owner and group; numbers if they have no names.
  package let owner: String
  package let group: String
  /// Number of the group.
  package let groupNumber: UInt32
  /// Kernel driver of a DRM node, such as "amdgpu"; nil if unknown.
  package let driver: String?
  /// Why the file can't be opened for reading and writing; nil if it can.
  package let obstacle: String?

  /// The existing nodes of DRM and of NVIDIA's driver, sorted by name.
  static func all() -> [DeviceNode] {
    func names(_ folder: String, _ isOne: (String) -> Bool) -> [String] {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      return names.filter(isOne).sorted().map { "\(folder)/\($0)" }
    }
    func isNumbered(_ name: String, _ prefix: String) -> Bool {
      name.hasPrefix(prefix) && Int(name.dropFirst(prefix.count)) != nil
    }
    let found =
      names("/dev/dri") { isNumbered($0, "card") || isNumbered($0, "renderD") }
      + names("/dev") { $0 == "nvidiactl" || isNumbered($0, "nvidia") }
    return found.compactMap(DeviceNode.init)
  }

  /// Permissions, as in "660 root:render".
  package var rights: String { "\(String(mode, radix: 8)) \(owner):\(group)" }

  /// Whether the group is outside this user namespace; the kernel reports such groups as 65534.
  var isOfForeignGroup: Bool { groupNumber == 65534 }
}

extension DeviceNode {
  /// The node at a path; nil if the path doesn't exist.
  init?(_ path: String) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    self.path = path
    mode = Int(status.st_mode) & 0o7777
    owner = User.name(of: status.st_uid)
    group = User.groupName(of: status.st_gid)
    groupNumber = status.st_gid
    driver = DeviceIdentity.kernelDriver(of: path)
    // Check access without opening: open() may wake a device, which can take seconds.
    obstacle =
      unsafe faccessat(AT_FDCWD, path, R_OK | W_OK, AT_EACCESS) == 0
      ? nil : unsafe String(cString: strerror(errno))
  }
}
