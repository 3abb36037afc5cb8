/// A request for a context: the device, the platform, and options.
package struct DeviceRequest: Sendable, Equatable {
  /// Whether software GL is allowed.
  package var policy: DevicePolicy
  /// The only platform to use; nil tries all, in the order of the enumeration.
  package var platform: Platform?
  /// DRM nodes for GBM and for filtering EGL devices; nil is all of /dev/dri.
  package var nodes: [String]?
  /// The chosen device; if it names a device, no other is tried.
  package var choice: DeviceChoice
  /// Whether errors include GL's high-severity messages (GL_KHR_debug).
  package var collectsMessages: Bool
  /// Cache of linked programs; nil is none.
  package var programCache: ProgramFolder?
  /// Largest width and height of a texture, texels, to test large pages; nil is the device's limit.
  package var textureLimit: Int?
  /// Bytes that the process may still allocate; nil is any number.
  ///
  /// Software GL isn't opened with too few, because its drivers crash if they can't allocate.
  package var memory: Int?
  /// Bytes of addresses that the process may still take; nil is any number.
  package var addresses: Int?
  /// Planned failures; nil is none.
  package var faults: FaultPlan?

  package init(
    policy: DevicePolicy = .any, platform: Platform? = nil, nodes: [String]? = nil,
    choice: DeviceChoice = .auto, collectsMessages: Bool = true,
    programCache: ProgramFolder? = nil, textureLimit: Int? = nil, memory: Int? = nil,
    addresses: Int? = nil, faults: FaultPlan? = nil
  ) {
    self.policy = policy
    self.platform = platform
    self.nodes = nodes
    self.choice = choice
    self.collectsMessages = collectsMessages
    self.programCache = programCache
    self.textureLimit = textureLimit
    self.memory = memory
    self.addresses = addresses
    self.faults = faults
  }
}

extension DeviceRequest {
  /// A request that opens only the device of `opened` again.
  ///
  /// A renderer's description must stay true when its context is recreated. So software never
  /// replaces hardware, and no GPU replaces another, even if this request allows it.
  package func again(for opened: Capabilities) -> DeviceRequest {
    again(
      platform: opened.platform, node: opened.node, index: opened.identity?.index,
      isSoftware: opened.isSoftware)
  }

  /// A request that opens only a known device again.
  ///
  /// `node` and `index` are nil if unknown; a device's index in EGL's list is constant in the
  /// process.
  package func again(platform: Platform, node: String?, index: Int?, isSoftware: Bool)
    -> DeviceRequest
  {
    var request = self
    request.platform = platform
    switch (platform, index, node) {
    case (.device, let index?, _): request.choice = .index(index)
    case (.gbm, _, let node?): request.choice = .node(node)
    // Only Mesa knows which device the surfaceless platform uses.
    default: break
    }
    if !isSoftware {
      request.policy = .hardwareOnly
    } else if choice == .software {
      request.policy = .softwareOnly
    }
    return request
  }
}

/// Whether software GL is allowed.
package enum DevicePolicy: String, Sendable, Equatable, CaseIterable {
  /// Hardware if available, else software.
  case any
  /// Only hardware; rejects software that claims to be hardware.
  case hardwareOnly
  /// Only software, for tests that must give the same result everywhere.
  case softwareOnly
}

/// A platform that opens EGL displays without a window system.
package enum Platform: String, Sendable, Equatable, CaseIterable {
  /// An enumerated EGL device (EGL_PLATFORM_DEVICE_EXT): no DRM node needed.
  case device
  /// A DRM node opened through libgbm (EGL_PLATFORM_GBM_KHR).
  case gbm
  /// Mesa's own choice of device (EGL_PLATFORM_SURFACELESS_MESA).
  case surfaceless
}
