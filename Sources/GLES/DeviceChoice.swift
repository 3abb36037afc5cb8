/// A user's choice of a GPU.
package enum DeviceChoice: Sendable, Equatable, CustomStringConvertible {
  /// The best device.
  case auto
  /// OpenGL in software, even if hardware exists.
  case software
  /// The device at an index of EGL's list.
  case index(Int)
  /// The device at a PCI address, "dddd:bb:dd.f".
  case pci(String)
  /// The device of a DRM node.
  case node(String)
  /// The device with a CUDA number.
  case cuda(Int)
  /// The device whose UUID starts with 4 to 32 hexadecimal digits.
  case uuid(String)
  /// The device whose name contains a text; the text is in lower case.
  case name(String)

  /// The valid forms.
  package static let forms =
    "auto, software, an index of EGL's list, pci:0000:4e:00.0, drm:/dev/dri/renderD128, cuda:0, "
    + "uuid:GPU-…, or name:…"

  /// An invalid choice.
  package struct Invalid: Error, Sendable, Equatable, CustomStringConvertible {
    package let description: String
  }

  /// Parses a choice.
  package init(_ text: String) throws(Invalid) {
    func invalid(_ what: String) -> Invalid {
      Invalid(description: "'\(text)': \(what); write \(Self.forms)")
    }
    let lowered = text.lowercased()
    if lowered.hasPrefix("mig-") || lowered.hasPrefix("uuid:mig-") {
      throw invalid("a MIG slice computes, but may be unable to draw: name its GPU")
    }
    if let plain = Self.plain(lowered) {
      self = plain
      return
    }
    guard let colon = text.firstIndex(of: ":") else { throw invalid("no GPU has that name") }
    let value = String(text[text.index(after: colon)...])
    guard !value.isEmpty else { throw invalid("nothing after the colon") }
    switch text[..<colon].lowercased() {
    case "pci":
      guard let address = Self.pciAddress(value) else {
        throw invalid("a PCI address is like 0000:4e:00.0 or 4e:00.0")
      }
      self = .pci(address)
    case "drm":
      guard value.hasPrefix("/") else { throw invalid("a DRM node is a path, like /dev/dri/card0") }
      self = .node(value)
    case "cuda":
      guard let number = Int(value), number >= 0 else {
        throw invalid("CUDA's numbers are 0 or more; a UUID follows uuid:")
      }
      self = .cuda(number)
    case "uuid":
      guard let digits = Self.uuidDigits(value) else {
        throw invalid("a UUID has 4 to 32 hexadecimal digits, with GPU- and dashes or without")
      }
      self = .uuid(digits)
    case "name": self = .name(value.lowercased())
    default: throw invalid("this isn't a known kind of name")
    }
  }

  /// Words and numbers without a prefix, including a UUID as in CUDA_VISIBLE_DEVICES.
  private static func plain(_ text: String) -> DeviceChoice? {
    if text == "auto" { return .auto }
    if text == "software" { return .software }
    if text.hasPrefix("gpu-") { return uuidDigits(text).map { .uuid($0) } }
    return Int(text).flatMap { $0 >= 0 ? .index($0) : nil }
  }

  /// Parses a PCI address with or without its domain into "dddd:bb:dd.f"; nil if invalid.
  static func pciAddress(_ text: String) -> String? {
    let parts = text.lowercased().split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2 || parts.count == 3 else { return nil }
    let last = parts[parts.count - 1].split(separator: ".", omittingEmptySubsequences: false)
    guard last.count == 2 else { return nil }
    let numbers = (parts.dropLast() + last).map { UInt32($0, radix: 16) }
    let limits: [UInt32] = (parts.count == 3 ? [0xFFFF_FFFF] : []) + [0xFF, 0x1F, 7]
    guard zip(numbers, limits).allSatisfy({ $0 != nil && $0 ?? 0 <= $1 }) else { return nil }
    let values = (parts.count == 3 ? [] : [0]) + numbers.compactMap(\.self)
    func hex(_ value: UInt32, _ digits: Int) -> String {
      let text = String(value, radix: 16)
      return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
    return "\(hex(values[0], 4)):\(hex(values[1], 2)):\(hex(values[2], 2)).\(values[3])"
  }

  /// The hexadecimal digits of a UUID or of its start, in lower case; nil if invalid.
  private static func uuidDigits(_ text: String) -> String? {
    var digits = text.lowercased()
    if digits.hasPrefix("gpu-") { digits.removeFirst(4) }
    digits.removeAll { $0 == "-" }
    guard (4...32).contains(digits.count), digits.allSatisfy(\.isHexDigit) else { return nil }
    return digits
  }

  /// Whether the choice names one device, so that no other may replace it.
  package var isNamed: Bool { self != .auto && self != .software }

  /// Whether the choice needs EGL's list of devices.
  var isOfList: Bool {
    switch self {
    case .index, .cuda, .uuid, .name: true
    case .auto, .software, .pci, .node: false
    }
  }

  /// Whether a device is the chosen one, as far as known before opening.
  package func matches(_ device: DeviceIdentity) -> Bool { matches(device, system: "/sys") }

  /// Whether a device is the chosen one; `system` is the folder of the kernel's files.
  package func matches(_ device: DeviceIdentity, system: String) -> Bool {
    switch self {
    case .auto, .software: true
    case .index(let index): device.index == index
    case .pci(let address): device.pci == address
    case .node(let path):
      // Persistent names are links: /dev/dri/by-path/pci-0000:4e:00.0-render. Also, EGL may list
      // another node of the same device.
      device.nodes.contains(path)
        || DeviceIdentity(ofNode: DeviceIdentity.resolved(path) ?? path, system: system)
          .isSame(as: device)
    case .cuda(let number): device.cuda == number
    case .uuid(let digits): device.uuid?.hasPrefix(digits) == true
    case .name(let part): device.name?.lowercased().contains(part) == true
    }
  }

  /// Why a device isn't known to be the chosen one; nil if it is, or if only the open device
  /// decides.
  package func mismatch(_ device: DeviceIdentity) -> String? {
    if matches(device) || leavesOpen(device) { return nil }
    return switch self {
    case .uuid where device.uuid == nil: "its driver reports no UUID to compare with \(self)"
    case .pci where device.pci == nil && !device.nodes.isEmpty:
      "the system reports no PCI address to compare with \(self)"
    case .cuda where device.cuda == nil: "its driver reports no CUDA number to compare with \(self)"
    default: "isn't \(self)"
    }
  }

  /// Why an open device isn't the chosen one; nil if it is.
  ///
  /// `device` is its identity, `renderer` its GL_RENDERER.
  package func mismatch(_ device: DeviceIdentity?, renderer: String) -> String? {
    guard case .name(let part) = self, device.map(matches) != true,
      !renderer.lowercased().contains(part)
    else { return nil }
    return "isn't \(self): it is \(renderer)"
  }

  /// Whether only the open device decides: many drivers report their name only in GL_RENDERER.
  private func leavesOpen(_ device: DeviceIdentity) -> Bool {
    if case .name = self { device.name == nil } else { false }
  }

  /// The DRM nodes that may belong to the chosen device.
  ///
  /// `nodes` are the allowed ones; a node that the choice names is always allowed. `devices` are
  /// EGL's, to resolve indices, UUIDs, CUDA numbers and names.
  package func nodes(among nodes: [String], of devices: [DeviceIdentity]) -> [String] {
    switch self {
    case .auto, .software: nodes
    case .node(let path): [path]
    case .pci: nodes.filter { matches(DeviceIdentity(ofNode: $0)) }
    case .index, .cuda, .uuid, .name:
      nodes.filter { node in
        let own = DeviceIdentity(ofNode: node)
        let known = devices.filter(own.isSame)
        // If EGL lists no device for a node, only the kernel's facts are known before opening.
        return known.isEmpty ? leavesOpen(own) : known.contains { mismatch($0) == nil }
      }
    }
  }

  package var description: String {
    switch self {
    case .auto: "auto"
    case .software: "software"
    case .index(let index): "\(index)"
    case .pci(let address): "pci:\(address)"
    case .node(let path): "drm:\(path)"
    case .cuda(let number): "cuda:\(number)"
    case .uuid(let digits): "uuid:\(digits)"
    case .name(let part): "name:\(part)"
    }
  }
}
