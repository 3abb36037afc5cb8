/// Properties of an enumerated EGL device, for a report.
package struct DeviceFacts: Sendable, Equatable {
  /// Index in EGL's list.
  package let index: Int
  /// The driver's name of the device (EGL_EXT_device_query_name); nil if it has none.
  package let name: String?
  /// DRM node: the render node, else the primary node; nil without nodes.
  package let node: String?
  /// Primary DRM node; nil if the device has none.
  package let primaryNode: String?
  /// Names of the device, for choosing it.
  package let identity: DeviceIdentity
  /// Index of an earlier entry for the same GPU, nil if none: two drivers may each list it.
  package let twin: Int?
  /// Extensions of the device, sorted.
  package let extensions: [String]
  /// Signs of software that are visible before opening.
  package let softwareSigns: [SoftwareSign]
  /// Whether the device belongs to NVIDIA's driver.
  package let isNVIDIA: Bool
  /// Why the device can't be opened; nil if it can.
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
  /// Names that `DeviceChoice` accepts for the device, most reliable first.
  package var names: [String] {
    var names = identity.pci.map { ["pci:\($0)"] } ?? []
    if let uuid = identity.uuid { names.append("uuid:\(uuid)") }
    if let cuda = identity.cuda { names.append("cuda:\(cuda)") }
    names += identity.nodes.map { "drm:\($0)" }
    if names.isEmpty, !softwareSigns.isEmpty { names.append("software") }
    return names + ["\(index)"]
  }
}
