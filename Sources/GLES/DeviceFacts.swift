/// Properties of an enumerated EGL device, for a report.
package struct DeviceFacts: Sendable, Equatable {
  /// Index in EGL's list.
  package let index: Int
  /// The driver's name of the device (EGL_EXT_device_query_name); nil if it has none.
  package let name: String?
  /// DRM node, the render node if it has one.
  package let node: String?
  /// Its primary DRM node, if it has one.
  package let primaryNode: String?
  /// Identity, by which it can be chosen.
  package let identity: DeviceIdentity
  /// Index of the first entry of the same GPU: two drivers may each list it.
  package let twin: Int?
  /// Its extensions, sorted.
  package let extensions: [String]
  /// Signs of software that are visible before opening.
  package let softwareSigns: [SoftwareSign]
  /// Whether it belongs to NVIDIA's driver.
  package let isNVIDIA: Bool
  /// Why it isn't opened; nil if it can be opened.
  package let obstacle: String?

  /// The properties of a device; `others` are the devices before it in the list.
  init(_ device: Device, after others: [Device]) {
    identity = device.identity
    twin = others.first { $0.identity.isSame(as: device.identity) }?.index
    index = device.index
    name = device.name
    node = device.node
    primaryNode = device.primaryNode
    extensions = device.extensions.sorted()
    softwareSigns = device.softwareSigns
    isNVIDIA = device.isNVIDIA
    obstacle = device.obstacle
  }
}

extension DeviceFacts {
  /// Names by which `DeviceChoice` finds it, most reliable first.
  package var names: [String] {
    var names = identity.pci.map { ["pci:\($0)"] } ?? []
    if let uuid = identity.uuid { names.append("uuid:\(uuid)") }
    if let cuda = identity.cuda { names.append("cuda:\(cuda)") }
    names += identity.nodes.map { "drm:\($0)" }
    if names.isEmpty, !softwareSigns.isEmpty { names.append("software") }
    return names + ["\(index)"]
  }
}
