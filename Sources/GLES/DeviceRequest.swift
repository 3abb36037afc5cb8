/// A request for a context: device, and way to it.
package struct DeviceRequest: Sendable, Equatable {
  /// Whether software GL is allowed.
  package var policy: DevicePolicy
  /// The only platform to use; nil tries all, in the order of the enumeration.
  package var platform: Platform?
  /// DRM nodes for GBM and for filtering EGL devices; nil is all of /dev/dri.
  package var nodes: [String]?
  /// The chosen device; a named one is the only one that is tried.
  package var choice: DeviceChoice
  /// Whether errors include GL's high-severity messages (GL_KHR_debug).
  package var collectsMessages: Bool
  /// Cache of linked programs; nil is none.
  package var programCache: ProgramCache?
  /// Limit for the largest texture, to test large pages; nil is the device's limit.
  package var textureLimit: Int?
  /// Planned failures; nil is none.
  package var faults: FaultPlan?

  package init(
    policy: DevicePolicy = .any, platform: Platform? = nil, nodes: [String]? = nil,
    choice: DeviceChoice = .auto, collectsMessages: Bool = true,
    programCache: ProgramCache? = nil, textureLimit: Int? = nil, faults: FaultPlan? = nil
  ) {
    self.policy = policy
    self.platform = platform
    self.nodes = nodes
    self.choice = choice
    self.collectsMessages = collectsMessages
    self.programCache = programCache
    self.textureLimit = textureLimit
    self.faults = faults
  }
}

extension DeviceRequest {
  /// The request that finds exactly the same device again.
  ///
  /// A renderer's description must stay true when its context is replaced: hardware isn't replaced
  /// by software, nor one GPU by another, whatever this request allows.
  package func again(for opened: Capabilities) -> DeviceRequest {
    again(
      platform: opened.platform, node: opened.node, index: opened.identity?.index,
      isSoftware: opened.isSoftware)
  }

  /// The same, from known properties: the platform, the node, the index in EGL's list, which is
  /// constant in the process, and whether it is software.
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
  /// Never software, whatever its name.
  case hardwareOnly
  /// Only software, for tests that must give the same result everywhere.
  case softwareOnly
}

/// A way to an EGL display without a window system.
package enum Platform: String, Sendable, Equatable, CaseIterable {
  /// An enumerated EGL device (EGL_PLATFORM_DEVICE_EXT): no DRM node needed.
  case device
  /// A DRM node opened through libgbm (EGL_PLATFORM_GBM_KHR).
  case gbm
  /// Mesa's own choice of device (EGL_PLATFORM_SURFACELESS_MESA).
  case surfaceless
}
