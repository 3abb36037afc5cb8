import CGLES
import Glibc

/// A display that may be opened; candidates are tried in order.
struct Candidate {
  /// What the display is opened from.
  enum Source {
    case device(Device)
    case node(String)
    case surfaceless
  }

  let source: Source
  /// Name of the candidate, for the trail.
  let title: String
  /// Whether it is known to be software before opening.
  let isSoftware: Bool
  /// Whether it is software, or only its open context can tell.
  var mayBeSoftware: Bool {
    if case .surfaceless = source { return true }
    return isSoftware
  }
  /// Whether it claims to be hardware before opening.
  var claimsHardware: Bool {
    if case .device = source { return !isSoftware }
    return false
  }

  /// Whether it is surely the chosen device, as far as known before opening.
  func isKnownMatch(for choice: DeviceChoice) -> Bool {
    guard case .name = choice else { return true }
    return if case .device(let device) = source { choice.matches(device.identity) } else { false }
  }

  func open() throws(GLError) -> Display {
    switch source {
    case .device(let device): try Display.of(device)
    case .node(let path): try Display.ofNode(path)
    case .surfaceless: try Display.surfaceless()
    }
  }

  /// All candidates for a request: devices by kind, GBM nodes, surfaceless.
  ///
  /// Known software comes last, or first if only software is allowed.
  static func list(
    _ request: DeviceRequest, _ client: Library.Client, _ trail: inout [Attempt]
  ) -> [Candidate] {
    guard client.has("EGL_EXT_platform_base") else {
      trail.append(Attempt("EGL", "has no EGL_EXT_platform_base, so no headless platform"))
      return []
    }
    func wants(_ platform: Platform) -> Bool { request.platform ?? platform == platform }
    let isListed = wants(.device) || wants(.gbm) && request.choice.isOfList
    let listed = isListed ? Device.all(client, &trail) : []
    let nodes = request.choice.nodes(
      among: request.nodes ?? drmNodes(), of: listed.map(\.identity))
    var list: [Candidate] = []
    if wants(.device) { list += devices(request, listed, &trail) }
    if wants(.gbm) { list += gbm(nodes, request.choice, client, &trail) }
    if wants(.surfaceless), request.choice.isNamed {
      trail.append(
        Attempt(
          "surfaceless platform",
          "Mesa chooses its device itself, which may not be \(request.choice)")
      )
    } else if wants(.surfaceless), request.nodes == nil || request.platform == .surfaceless {
      // Mesa takes the first render node that opens; if none opens, it takes software, or a device
      // without a node.
      let closed = nodes.filter { unsafe access($0, R_OK | W_OK) != 0 }
      if !nodes.isEmpty, closed == nodes, request.policy == .hardwareOnly {
        // Mesa would warn about each node on the standard error, and draw in software.
        trail.append(
          Attempt(
            "surfaceless platform", "no DRM node can be opened: \(closed.joined(separator: ", "))"))
      } else if client.has("EGL_MESA_platform_surfaceless") {
        let isSoftware = closed == nodes && request.policy == .any
        list.append(
          Candidate(source: .surfaceless, title: "surfaceless platform", isSoftware: isSoftware))
      } else {
        trail.append(
          Attempt("surfaceless platform", "EGL lists no EGL_MESA_platform_surfaceless"))
      }
    }
    let software = list.filter(\.isSoftware)
    let others = list.filter { !$0.isSoftware }
    return request.policy == .softwareOnly ? software + others : others + software
  }

  private static func devices(
    _ request: DeviceRequest, _ listed: [Device], _ trail: inout [Attempt]
  ) -> [Candidate] {
    var list: [Candidate] = []
    // Sort devices of one kind by PCI address, which is stable when EGL's order changes.
    let devices = listed.sorted {
      ($1.kind, $0.identity.pci ?? "~", $0.index) < ($0.kind, $1.identity.pci ?? "~", $1.index)
    }
    for device in devices {
      let own = [device.node, device.primaryNode].compactMap(\.self)
      if let mismatch = request.choice.mismatch(device.identity) {
        trail.append(Attempt(device.title, mismatch))
      } else if let nodes = request.nodes, !own.contains(where: nodes.contains) {
        trail.append(Attempt(device.title, "isn't one of \(nodes)"))
      } else if let obstacle = device.obstacle {
        trail.append(Attempt(device.title, obstacle))
      } else {
        list.append(
          Candidate(
            source: .device(device), title: device.title,
            isSoftware: !device.softwareSigns.isEmpty))
      }
    }
    return list
  }

  private static func gbm(
    _ nodes: [String], _ choice: DeviceChoice, _ client: Library.Client,
    _ trail: inout [Attempt]
  ) -> [Candidate] {
    let what = "GBM platform"
    guard client.has("EGL_KHR_platform_gbm") || client.has("EGL_MESA_platform_gbm") else {
      trail.append(Attempt(what, "EGL lists no EGL_KHR_platform_gbm"))
      return []
    }
    if nodes.isEmpty {
      trail.append(
        Attempt(
          what,
          choice.isNamed
            ? "no DRM node is known to be \(choice)" : "there is no DRM node in /dev/dri"))
      return []
    }
    if let problem = Library.gbmProblem {
      trail.append(Attempt(what, problem))
      return []
    }
    var list: [Candidate] = []
    for node in nodes {
      // Check access here: EGL itself would warn on the standard error.
      if unsafe access(node, R_OK | W_OK) == 0 {
        list.append(
          Candidate(source: .node(node), title: "\(what), \(node)", isSoftware: false))
      } else {
        trail.append(Attempt("\(what), \(node)", systemError(errno)))
      }
    }
    return list
  }
}
