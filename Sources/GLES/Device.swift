import CGLES
import Glibc

/// An enumerated EGL device and its properties (EGLDeviceEXT).
@safe
struct Device: @unchecked Sendable {
  /// EGL's own pointer, constant for the life of the process.
  let raw: EGLDeviceEXT
  /// Index in EGL's list.
  let index: Int
  let extensions: Set<String>
  /// DRM node: the render node, else the primary node; nil without nodes.
  let node: String?
  /// Primary DRM node; nil if the device has none.
  let primaryNode: String?
  /// The driver's name of the device; nil if it has none.
  let name: String?
  /// EGL_DEVICE_TYPE_EXT; nil if unknown.
  let type: Int32?
  /// The kernel's properties of the device; nil without a known node.
  let kernel: KernelFacts?
  /// Identity among the machine's devices.
  let identity: DeviceIdentity

  /// Signs of software that are visible before opening.
  var softwareSigns: [SoftwareSign] { SoftwareSign.signs(ofDevice: extensions, type: type) }

  /// Kind of the device; the default order prefers discrete devices.
  var kind: DeviceKind {
    if !softwareSigns.isEmpty { return .software }
    if type == CGLES_DEVICE_TYPE_DISCRETE || isNVIDIA { return .discrete }
    if type == CGLES_DEVICE_TYPE_INTEGRATED { return .integrated }
    // Mesa's drivers don't report EGL_DEVICE_TYPE_EXT.
    return kernel?.kind ?? .virtual
  }

  /// Whether the device belongs to NVIDIA's driver, which needs no DRM node.
  var isNVIDIA: Bool { extensions.contains("EGL_NV_device_cuda") }

  /// Why the device can't be opened; nil if it can.
  ///
  /// Opening it nevertheless would end in software or a warning.
  var obstacle: String? {
    guard softwareSigns.isEmpty, !isNVIDIA, let node, unsafe access(node, R_OK | W_OK) != 0 else {
      return nil
    }
    return "\(node) can't be opened: \(systemError(errno))"
  }

  /// Name of the device, for the trail.
  var title: String {
    let name = name ?? node ?? (softwareSigns.isEmpty ? "unnamed" : "software")
    let address = identity.pci.map { ", pci \($0)" } ?? ""
    return "device platform, device \(index) (\(name)\(address))"
  }

  /// All devices, in EGL's order; skipped ones are added to the trail.
  static func all(_ client: Library.Client, _ trail: inout [Attempt]) -> [Device] {
    let what = "device platform"
    guard client.has("EGL_EXT_platform_device"),
      client.has("EGL_EXT_device_base")
        || client.has("EGL_EXT_device_enumeration") && client.has("EGL_EXT_device_query")
    else {
      trail.append(Attempt(what, "EGL lists no EGL_EXT_platform_device or no enumeration"))
      return []
    }
    // Discard messages about earlier calls.
    _ = takeEGLMessage()
    var count: EGLint = 0
    guard unsafe cgles_eglQueryDevicesEXT(0, nil, &count) != EGL.no else {
      trail.append(Attempt(what, "eglQueryDevicesEXT: \(lastEGLError())"))
      return []
    }
    // One vendor's EGL may fail while another's lists devices. Take the message, or the next
    // failing call would report it as its own.
    let complaint = takeEGLMessage()
    if count > 0, !complaint.isEmpty {
      trail.append(Attempt(what, "EGL lists devices, and says: \(complaint)"))
    }
    // The array must hold all devices: a short one would omit Mesa's software device, the last.
    var pointers = unsafe [EGLDeviceEXT?](repeating: nil, count: Int(count))
    guard count > 0, unsafe cgles_eglQueryDevicesEXT(count, &pointers, &count) != EGL.no else {
      // A vendor's EGL that fails to initialise leaves an empty list and its reason.
      let reasons = [complaint, lastEGLError()].filter { !$0.isEmpty && $0 != "EGL_SUCCESS" }
      trail.append(
        Attempt(what, (["EGL lists no device"] + reasons).joined(separator: ": ")))
      return []
    }
    _ = takeEGLMessage()
    var devices: [Device] = []
    for index in 0..<Int(count) {
      guard let raw = unsafe pointers[index] else { continue }
      // Query extensions first: on a device hidden from this process, other queries have crashed
      // drivers.
      guard let list = unsafe cgles_eglQueryDeviceStringEXT(raw, EGL_EXTENSIONS) else {
        let error = lastEGLError()
        trail.append(Attempt("\(what), device \(index)", "exists but isn't accessible: \(error)"))
        continue
      }
      unsafe devices.append(Device(raw: raw, index: index, extensions: words(list)))
    }
    _ = takeEGLMessage()
    if devices.allSatisfy({ !$0.isNVIDIA }), unsafe access("/dev/nvidiactl", F_OK) == 0 {
      trail.append(
        Attempt(
          "/dev/nvidiactl",
          "exists, but no EGL device belongs to it: a container needs the driver's graphics "
            + "capability, and a MIG slice may have none"))
    }
    return devices
  }

  private init(raw: EGLDeviceEXT, index: Int, extensions: Set<String>) {
    func string(_ token: Int32, if listed: String) -> String? {
      guard extensions.contains(listed), let text = unsafe cgles_eglQueryDeviceStringEXT(raw, token)
      else { return nil }
      return unsafe String(cString: text)
    }
    unsafe self.raw = unsafe raw
    self.index = index
    self.extensions = extensions
    primaryNode = string(EGL_DRM_DEVICE_FILE_EXT, if: "EGL_EXT_device_drm")
    node =
      string(CGLES_DRM_RENDER_NODE_FILE, if: "EGL_EXT_device_drm_render_node") ?? primaryNode
    name = string(CGLES_RENDERER_NAME, if: "EGL_EXT_device_query_name")
    func attribute(_ token: EGLint, if listed: String) -> Int32? {
      var value: EGLAttrib = 0
      guard extensions.contains(listed),
        unsafe cgles_eglQueryDeviceAttribEXT(raw, token, &value) != EGL.no
      else { return nil }
      return Int32(truncatingIfNeeded: value)
    }
    type = attribute(CGLES_DEVICE_TYPE, if: "EGL_EXT_device_type")
    let nodes = [node, primaryNode].compactMap(\.self)
    kernel = nodes.lazy.compactMap { DeviceIdentity.systemFolder(of: $0) }.first
      .map(KernelFacts.init(folder:))
    identity = DeviceIdentity(
      index: index, name: name, nodes: node == primaryNode ? Array(nodes.prefix(1)) : nodes,
      pci: kernel?.pci,
      uuid: extensions.contains("EGL_EXT_device_persistent_id") ? unsafe Self.uuid(raw) : nil,
      cuda: attribute(CGLES_CUDA_DEVICE, if: "EGL_NV_device_cuda").map(Int.init))
  }

  /// The device's UUID, the same as Vulkan's, in hexadecimal digits.
  private static func uuid(_ raw: EGLDeviceEXT) -> String? {
    var bytes = [UInt8](repeating: 0, count: 16)
    var count: EGLint = 0
    guard
      unsafe cgles_eglQueryDeviceBinaryEXT(raw, CGLES_DEVICE_UUID, 16, &bytes, &count) != EGL.no,
      count == 16
    else { return nil }
    return bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}

/// The DRM nodes of this machine: render nodes first, then cards, each by number.
package func drmNodes() -> [String] { drmNodes(among: entries(of: "/dev/dri")) }

/// Paths of the DRM nodes among file names: render nodes first, then cards, each by number.
func drmNodes(among names: [String]) -> [String] {
  var found: [(rank: Int, number: Int, path: String)] = []
  for name in names {
    for (rank, prefix) in ["renderD", "card"].enumerated() where name.hasPrefix(prefix) {
      guard let number = Int(name.dropFirst(prefix.count)) else { continue }
      found.append((rank, number, "/dev/dri/\(name)"))
    }
  }
  return found.sorted { ($0.rank, $0.number) < ($1.rank, $1.number) }.map(\.path)
}

/// The names in a folder, unordered; empty if the folder can't be read.
func entries(of folder: String) -> [String] {
  guard let directory = unsafe opendir(folder) else { return [] }
  defer { unsafe closedir(directory) }
  var names: [String] = []
  while let entry = unsafe readdir(directory) {
    let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) { bytes in
      unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    names.append(name)
  }
  return names
}

/// The system's message for an errno.
func systemError(_ code: Int32) -> String { unsafe String(cString: strerror(code)) }
