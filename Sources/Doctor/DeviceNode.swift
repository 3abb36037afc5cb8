internal import FoundationEssentials
internal import GLES
internal import Glibc

/// A device's file, as far as this user may open it.
package struct DeviceNode: Sendable {
  package let path: String
  /// Permission bits, such as 0o660.
  package let mode: Int
  /// Names, or numbers where they have none.
  package let owner: String
  package let group: String
  /// The group's number.
  package let groupNumber: UInt32
  /// The kernel's driver behind a DRM node, such as "amdgpu"; nil where the kernel doesn't tell.
  package let driver: String?
  /// Why it can't be opened to be read and written; nil if nothing is in the way.
  package let obstacle: String?

  /// DRM nodes, and those of NVIDIA's driver, that are there; by name.
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

  /// Its rights, as in "660 root:render".
  package var rights: String { "\(String(mode, radix: 8)) \(owner):\(group)" }

  /// Whether its group is none of this user namespace, which the kernel shows as 65534, whatever
  /// that is called.
  var isOfForeignGroup: Bool { groupNumber == 65534 }
}

extension DeviceNode {
  /// The one at a path; nil where there is none.
  init?(_ path: String) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    self.path = path
    mode = Int(status.st_mode) & 0o7777
    owner = User.name(of: status.st_uid)
    group = User.groupName(of: status.st_gid)
    groupNumber = status.st_gid
    driver = DeviceIdentity.kernelDriver(of: path)
    // Asked, not tried: opening may wake a device, and some answer for seconds.
    obstacle =
      unsafe faccessat(AT_FDCWD, path, R_OK | W_OK, AT_EACCESS) == 0
      ? nil : unsafe String(cString: strerror(errno))
  }
}
