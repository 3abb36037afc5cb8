/// What an enumerated EGL device says of itself, for a report.
package struct DeviceFacts: Sendable, Equatable {
  /// Its place in EGL's list.
  package let index: Int
  /// The driver's name for it (EGL_EXT_device_query_name), where it has one.
  package let name: String?
  /// Its DRM node, the render node if it has one.
  package let node: String?
  /// Its primary DRM node, if it has one.
  package let primaryNode: String?
  /// What it can be asked for by.
  package let identity: DeviceIdentity
  /// The place in EGL's list of the same GPU's first entry: two drivers may each list it.
  package let twin: Int?
  /// Its extensions, sorted.
  package let extensions: [String]
  /// The signs of software that can be seen before it is opened.
  package let softwareSigns: [SoftwareSign]
  /// Whether it is of NVIDIA's driver.
  package let isNVIDIA: Bool
  /// Why it isn't opened; nil if nothing is in the way.
  package let obstacle: String?

  /// What a device says, `others` being those before it in the list.
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
  /// What `DeviceChoice` can call it, the surest first.
  package var names: [String] {
    var names = identity.pci.map { ["pci:\($0)"] } ?? []
    if let uuid = identity.uuid { names.append("uuid:\(uuid)") }
    if let cuda = identity.cuda { names.append("cuda:\(cuda)") }
    names += identity.nodes.map { "drm:\($0)" }
    if names.isEmpty, !softwareSigns.isEmpty { names.append("software") }
    return names + ["\(index)"]
  }
}
