/// Which device and which way to it a context wants.
package struct DeviceRequest: Sendable, Equatable {
  /// Whether software GL will do.
  package var policy: DevicePolicy
  /// The one platform to use; nil tries all, in the order of the enumeration.
  package var platform: Platform?
  /// DRM nodes for GBM and for picking among EGL devices; nil means all of /dev/dri.
  package var nodes: [String]?
  /// Which device is wanted; one that is named is the only one that is tried.
  package var choice: DeviceChoice
  /// Keep GL's own high-severity messages (GL_KHR_debug) for the text of errors.
  package var collectsMessages: Bool
  /// Where linked programs are kept; nil keeps none.
  package var programCache: ProgramCache?
  /// Makes the largest texture smaller than the device has it, to see what becomes of large pages.
  package var textureLimit: Int?
  /// Failures to bring about; nil is none.
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
  /// The request that finds the same device again, and no other.
  ///
  /// What a renderer says of itself must stay true when its context is replaced: hardware isn't
  /// replaced by software, nor one GPU by another, whatever this request allows.
  package func again(for opened: Capabilities) -> DeviceRequest {
    again(
      platform: opened.platform, node: opened.node, index: opened.identity?.index,
      isSoftware: opened.isSoftware)
  }

  /// The same, of what is known of the device: the way to it, its node, its place in EGL's list,
  /// which holds as long as the process, and whether it is software.
  package func again(platform: Platform, node: String?, index: Int?, isSoftware: Bool)
    -> DeviceRequest
  {
    var request = self
    request.platform = platform
    switch (platform, index, node) {
    case (.device, let index?, _): request.choice = .index(index)
    case (.gbm, _, let node?): request.choice = .node(node)
    // Of the surfaceless platform's device Mesa alone knows which it is.
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

/// Whether software GL will do.
package enum DevicePolicy: String, Sendable, Equatable, CaseIterable {
  /// Hardware if there is any, else software.
  case any
  /// Never software, whatever it calls itself.
  case hardwareOnly
  /// Only software, for tests that must be the same everywhere.
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
