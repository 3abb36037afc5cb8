extension Context {
  /// Opens the best device that the request allows, with a context current on this thread.
  ///
  /// Tries EGL devices by kind, GBM nodes, the surfaceless platform, then known software. A device
  /// that claims to be hardware may render in software, so only the open context decides. GL thread
  /// only.
  ///
  /// - Throws: `libraryMissing`, `noDevice`, `deviceRefused` or `contextFailed`, with the trail.
  package static func open(_ request: DeviceRequest = DeviceRequest()) throws(GLError) -> Context {
    if request.faults?.strike(where: { $0 == .noContext }) != nil {
      throw GLError(.contextFailed, doing: "open a GL device", detail: "planned")
    }
    var request = request
    if request.choice == .software { request.policy = .softwareOnly }
    let client = try Library.client()
    var trail: [Attempt] = []
    var refused = 0
    var failed = 0
    var software: Context?
    for candidate in Candidate.list(request, client, &trail) {
      if candidate.isSoftware, software != nil { continue }
      // Before opening, count a rejection only if this is surely the chosen device.
      let count = candidate.isKnownMatch(for: request.choice) ? 1 : 0
      if candidate.isSoftware, request.policy == .hardwareOnly {
        refused += count
        trail.append(Attempt(candidate.title, "is software; only hardware is allowed"))
        continue
      }
      if candidate.mayBeSoftware, let shortage = request.shortage {
        failed += count
        trail.append(Attempt(candidate.title, shortage))
        continue
      }
      if candidate.claimsHardware, request.policy == .softwareOnly {
        refused += count
        trail.append(Attempt(candidate.title, "is hardware; only software is allowed"))
        continue
      }
      do throws(GLError) {
        let context = try attempt(candidate, request)
        let able = context.capabilities
        if let mismatch = request.choice.mismatch(able.device, renderer: able.renderer) {
          trail.append(Attempt(candidate.title, mismatch))
          context.close()
          continue
        }
        let signs = able.softwareSigns
        if !signs.isEmpty, request.policy != .hardwareOnly, let shortage = request.shortage {
          failed += 1
          trail.append(Attempt(candidate.title, shortage))
          context.close()
          continue
        }
        switch (request.policy, signs.isEmpty) {
        case (.any, true), (.hardwareOnly, true), (.softwareOnly, false):
          // Close the software fallback last: it is returned if this context fails.
          try context.makeCurrent()
          software?.close()
          context.trail = trail
          return context
        case (.any, false):
          trail.append(Attempt(candidate.title, "is software: \(titles(signs))"))
          if software == nil { software = context } else { context.close() }
        case (.hardwareOnly, false), (.softwareOnly, true):
          refused += 1
          let what = signs.isEmpty ? "hardware" : "software: \(titles(signs))"
          trail.append(Attempt(candidate.title, "is \(what)"))
          context.close()
        }
      } catch {
        if error.kind == .deviceRefused { refused += count } else { failed += count }
        trail.append(Attempt(candidate.title, error.detail.isEmpty ? "\(error)" : error.detail))
        trail += error.trail
      }
    }
    if let software {
      try software.makeCurrent()
      software.trail = trail
      return software
    }
    throw GLError(
      refused > 0 ? .deviceRefused : failed > 0 ? .contextFailed : .noDevice,
      doing: "open a GL device",
      detail: "policy \(request.policy.rawValue)"
        + (request.choice.isNamed ? ", device \(request.choice)" : "")
        + (request.platform.map { ", platform \($0.rawValue)" } ?? "")
        + "; EGL_LOG_LEVEL=debug makes EGL say more",
      trail: trail)
  }

  private static func attempt(
    _ candidate: Candidate, _ request: DeviceRequest
  ) throws(GLError) -> Context {
    let display = try candidate.open()
    if request.policy == .hardwareOnly, !display.softwareSigns.isEmpty {
      throw GLError(
        .deviceRefused, doing: "open \(candidate.title)",
        detail: "is software: \(titles(display.softwareSigns))")
    }
    let context = try Context(display, collectsMessages: request.collectsMessages)
    context.programCache = request.programCache
    context.faults = request.faults
    if let limit = request.textureLimit {
      context.capabilities.maxTextureSize = min(context.capabilities.maxTextureSize, limit)
    }
    return context
  }

  private static func titles(_ signs: [SoftwareSign]) -> String {
    signs.map(\.rawValue).joined(separator: ", ")
  }
}

extension DeviceRequest {
  /// Bytes that software GL takes with its compiled shaders, before any page.
  private static let softwareMemory = 416 << 20
  /// Addresses that it takes while it compiles the largest of them: 543 MiB failed, 582 sufficed (Mesa
  /// 22.3, LLVM 15).
  private static let softwareAddresses = 768 << 20

  /// The reason not to open software GL for lack of memory; nil if there is enough.
  fileprivate var shortage: String? {
    func lacks(_ left: Int?, _ needed: Int, _ what: String) -> String? {
      guard let left, left < needed else { return nil }
      return "software takes \(needed >> 20) MiB of \(what), and \(left >> 20) MiB are left"
    }
    return lacks(memory, Self.softwareMemory, "memory")
      ?? lacks(addresses, Self.softwareAddresses, "addresses (ulimit -v)")
  }
}
