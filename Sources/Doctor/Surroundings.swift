internal import CurlSystem
internal import FoundationEssentials

/// Conditions, apart from libraries, for a driver's access to a GPU: device files, permissions,
/// vendor files, the container.
package struct Surroundings: Sendable {
  package let user: User
  package let nodes: [DeviceNode]
  package let vendors: [VendorFile]
  /// Evidence that the process runs in a container; nil if none was found.
  package let container: String?
  /// Version of NVIDIA's kernel driver; nil if it isn't loaded.
  package let nvidiaKernel: String?

  /// The surroundings of this process.
  package static var own: Surroundings {
    Surroundings(
      user: User.own, nodes: DeviceNode.all(), vendors: VendorFile.all(),
      container: containerSign, nvidiaKernel: nvidiaVersion)
  }

  private static var containerSign: String? {
    for file in ["/.dockerenv", "/run/.containerenv"]
    where FileManager.default.fileExists(atPath: file) {
      return file
    }
    return Environment.value("container").map { "container=\($0)" }
      ?? Environment.value("KUBERNETES_SERVICE_HOST").map { _ in "KUBERNETES_SERVICE_HOST" }
  }

  /// The first version number in /proc/driver/nvidia/version; nil if none.
  private static var nvidiaVersion: String? {
    let text = try? String(contentsOfFile: "/proc/driver/nvidia/version", encoding: .utf8)
    return text?.split { " \n\t".contains($0) }.map(String.init).first { isVersion($0) }
  }

  /// Whether a word consists of numbers separated by dots.
  private static func isVersion(_ word: String) -> Bool {
    let parts = word.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count > 1 && parts.allSatisfy { Int($0) != nil }
  }

  /// Version of NVIDIA's EGL among a process's libraries, such as 550.54.14; nil if none.
  static func nvidiaLibrary(in paths: [String]) -> String? {
    let name = "libEGL_nvidia.so."
    return paths.compactMap { path -> String? in
      guard let file = path.split(separator: "/").last, file.hasPrefix(name) else { return nil }
      let version = String(file.dropFirst(name.count))
      return isVersion(version) ? version : nil
    }.first
  }
}
