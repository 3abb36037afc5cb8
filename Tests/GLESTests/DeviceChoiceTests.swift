import GLES
import Glibc
import Testing

/// How GPUs are named.
@Suite struct DeviceChoiceTests {
  /// A server as drivers list it: the same two GPUs by NVIDIA's driver and by another.
  private static let server = [
    DeviceIdentity(
      index: 0, name: "NVIDIA H200", nodes: ["/dev/dri/renderD129", "/dev/dri/card1"],
      pci: "0000:4e:00.0", uuid: "6fc41c2e1d0f4e0a9b1e2c3d4e5f6071", cuda: 1),
    DeviceIdentity(
      index: 1, name: "NVIDIA H200", nodes: ["/dev/dri/renderD128", "/dev/dri/card0"],
      pci: "0001:0a:1f.7", uuid: "00112233445566778899aabbccddeeff", cuda: 0),
    DeviceIdentity(index: 2, nodes: ["/dev/dri/renderD129"], pci: "0000:4e:00.0"),
    DeviceIdentity(index: 3),
  ]

  @Test(arguments: [
    ("auto", [0, 1, 2, 3]), ("software", [0, 1, 2, 3]), ("0", [0]), ("3", [3]), ("9", []),
    ("pci:0000:4e:00.0", [0, 2]), ("PCI:4E:0.0", [0, 2]), ("pci:1:a:1f.7", [1]),
    ("pci:0a:1f.7", []), ("drm:/dev/dri/renderD129", [0, 2]), ("drm:/dev/dri/card0", [1]),
    ("cuda:0", [1]), ("cuda:1", [0]), ("cuda:2", []),
    ("uuid:GPU-6fc41c2e-1d0f-4e0a-9b1e-2c3d4e5f6071", [0]), ("GPU-00112233", [1]),
    ("uuid:6FC4", [0]), ("uuid:ffff", []), ("name:h200", [0, 1]), ("name:radeon", []),
  ])
  func aNameMeansADevice(_ text: String, _ indices: [Int]) throws {
    let choice = try DeviceChoice(text)
    #expect(Self.server.filter(choice.matches).map(\.index) == indices)
    #expect(try DeviceChoice("\(choice)") == choice)
    #expect(choice.isNamed == (indices.count < 4))
  }

  @Test(arguments: [
    ("", "no GPU has that name"), ("best", "no GPU has that name"), ("-1", "no GPU"),
    ("pci:4e", "a PCI address is like"), ("pci:00:00:4e:00.0", "a PCI address is like"),
    ("pci:4e:20.0", "a PCI address is like"), ("pci:4e:00.8", "a PCI address is like"),
    ("pci:xx:00.0", "a PCI address is like"), ("drm:renderD128", "a DRM node is a path"),
    ("cuda:x", "CUDA's numbers"), ("cuda:-1", "CUDA's numbers"), ("uuid:12", "hexadecimal"),
    ("uuid:GPU-xyz0", "hexadecimal"), ("name:", "nothing after the colon"),
    ("vulkan:0", "a known kind of name"), ("MIG-1234", "a MIG slice"),
    ("uuid:MIG-12345", "may be unable to draw"),
  ])
  func whatNamesNothingSaysWhatWould(_ text: String, _ words: String) {
    let error = #expect(throws: DeviceChoice.Invalid.self) { try DeviceChoice(text) }
    let said = error?.description ?? ""
    #expect(said.contains(words) && said.contains("drm:/dev/dri/renderD128"), "\(said)")
  }

  @Test func whyADeviceIsNotTheOneThatIsMeantIsTrue() throws {
    let (whole, bare) = (Self.server[0], Self.server[3])
    for (text, device, words) in [
      ("cuda:0", whole, "isn't cuda:0"), ("cuda:0", bare, "reports no CUDA number"),
      ("uuid:ffff", whole, "isn't uuid:ffff"), ("uuid:ffff", bare, "reports no UUID"),
      ("pci:4e:00.0", Self.server[1], "isn't pci:0000:4e:00.0"),
      ("pci:4e:00.0", bare, "isn't pci:0000:4e:00.0"),
      (
        "pci:4e:00.0", DeviceIdentity(index: 4, nodes: ["/dev/dri/card999"]),
        "reports no PCI address"
      ), ("2", whole, "isn't 2"), ("name:radeon", whole, "isn't name:radeon"),
    ] {
      let told = try DeviceChoice(text).mismatch(device)
      #expect(told?.contains(words) == true, "\(told ?? "")")
    }
    #expect(try DeviceChoice("cuda:1").mismatch(whole) == nil)
    // What has no name may turn out to be it.
    let name = try DeviceChoice("name:Radeon")
    #expect(name.mismatch(bare) == nil)
    #expect(name.mismatch(bare, renderer: "AMD Radeon RX 7600 (radeonsi)") == nil)
    #expect(name.mismatch(nil, renderer: "llvmpipe") == "isn't name:radeon: it is llvmpipe")
    #expect(try DeviceChoice("name:H200").mismatch(whole, renderer: "another") == nil)
    #expect(try DeviceChoice("3").mismatch(bare, renderer: "llvmpipe") == nil)
  }

  @Test(arguments: [
    ("auto", [0, 1, 2, 3, 4]), ("0", [0, 3]), ("1", [1, 4]), ("2", []), ("cuda:1", [0, 3]),
    ("cuda:0", []), ("uuid:6fc4", [0, 3]), ("name:h200", [0, 1, 2, 3, 4]),
    ("name:radeon", [1, 2, 4]), ("pci:00ff:ff:1f.7", []),
  ])
  func theNodesOfANamedDeviceAreThoseThatEGLListsForIt(_ text: String, _ places: [Int]) throws {
    let nodes = ["renderD928", "renderD929", "renderD930", "card928", "card929"]
      .map { "/dev/dri/\($0)" }
    let devices = [
      DeviceIdentity(
        index: 0, name: "NVIDIA H200", nodes: [nodes[0], nodes[3]], uuid: "6fc41c2e", cuda: 1),
      DeviceIdentity(index: 1, nodes: [nodes[4], nodes[1]]),
    ]
    let choice = try DeviceChoice(text)
    #expect(choice.nodes(among: nodes, of: devices) == places.map { nodes[$0] })
    #expect(DeviceChoice.node("/dev/null").nodes(among: nodes, of: devices) == ["/dev/null"])
  }

  @Test func aLostDeviceIsReplacedByItselfAlone() {
    let any = DeviceRequest(policy: .any)
    let again = any.again(platform: .device, node: "/dev/dri/card0", index: 2, isSoftware: false)
    #expect(again.choice == .index(2) && again.platform == .device)
    #expect(again.policy == .hardwareOnly)
    let node = any.again(platform: .gbm, node: "/dev/dri/card0", index: nil, isSoftware: true)
    #expect(node.choice == .node("/dev/dri/card0") && node.platform == .gbm && node.policy == .any)
    let free = any.again(platform: .surfaceless, node: nil, index: nil, isSoftware: false)
    #expect(free.choice == .auto && free.platform == .surfaceless)
    #expect(free.policy == .hardwareOnly)
    let soft = DeviceRequest(choice: .software)
      .again(platform: .device, node: nil, index: 3, isSoftware: true)
    #expect(soft.choice == .index(3) && soft.policy == .softwareOnly)
    // Asked for again it stays what it is.
    let twice = again.again(platform: .device, node: nil, index: 2, isSoftware: false)
    #expect(twice == again)
  }

  @Test func oneGPUIsFoundAgainByWhateverWayTellsOfIt() {
    let server = Self.server
    func same(_ a: DeviceIdentity, _ b: DeviceIdentity) -> Bool {
      let (there, back) = (a.isSame(as: b), b.isSame(as: a))
      #expect(there == back)
      return there
    }
    // Two drivers' views of one, by the address; by the node too, where the system tells no address.
    #expect(same(server[0], server[2]) && !same(server[0], server[1]))
    let hidden = DeviceIdentity(index: 4, nodes: ["/dev/dri/card1"])
    #expect(same(hidden, server[0]) && !same(hidden, server[1]))
    // A node through GBM, whose device has another one.
    let gbm = DeviceIdentity(index: -1, nodes: ["/dev/dri/card0", "/dev/dri/renderD128"])
    #expect(same(gbm, server[1]) && !same(gbm, server[0]))
    #expect(!same(gbm, DeviceIdentity(index: -1, nodes: ["/dev/dri/card2"])))
    // What has no node, by the UUID; software that has one for all its nodes is as many devices.
    let bare = DeviceIdentity(index: 5, uuid: server[0].uuid)
    #expect(same(bare, server[0]) && !same(bare, server[1]))
    let soft = (0...1).map { DeviceIdentity(index: $0, nodes: ["/dev/dri/card\($0)"], uuid: "ab") }
    #expect(!same(soft[0], soft[1]))
    // Of one that tells nothing its place is known.
    #expect(same(server[3], server[3]) && !same(server[3], DeviceIdentity(index: 6)))
    #expect(!same(DeviceIdentity(index: -1), DeviceIdentity(index: -1)))
  }

  @Test func aLinkToANodeMeansTheNode() throws {
    // This process's own name for the null device.
    let null = unsafe open("/dev/null", O_RDONLY)
    defer { close(null) }
    let choice = try DeviceChoice("drm:/proc/self/fd/\(null)")
    #expect(choice.matches(DeviceIdentity(index: 0, nodes: ["/dev/null"])))
    #expect(!choice.matches(DeviceIdentity(index: 0, nodes: ["/dev/full"])))
  }

  @Test(arguments: [
    ("/sys/devices/pci0000:40/0000:40:01.1/0000:4e:00.0", "0000:4e:00.0"),
    ("/sys/devices/pci0000:00/0000:00:02.0/virtio0", "0000:00:02.0"),
    ("/sys/devices/pci0000:00/0000:00:14.0/usb1/1-1/1-1:1.0", nil),
    ("/sys/devices/platform/vgem", nil), ("/sys/devices/platform/soc/fd4a0000.gpu", nil), ("", nil),
  ])
  func theKernelTellsAnAddress(_ path: String, _ address: String?) {
    #expect(DeviceIdentity.pciAddress(inPath: path) == address)
  }

  @Test func whatItCanBeNamedByIsTold() {
    #expect(
      Self.server[0].text
        == "pci 0000:4e:00.0, renderD129, card1, cuda 1, uuid 6fc41c2e1d0f4e0a9b1e2c3d4e5f6071")
    #expect(Self.server[3].text == nil)
  }
}

extension GLESTests {
  @Suite struct NamedDevices {
    @Test func noOtherStandsInForANamedOne() throws {
      try openOrSkip(anyDevice).close()
      for choice in [
        DeviceChoice.pci("00ff:ff:1f.7"), .cuda(99), .index(99), .uuid("0123"), .name("abacus"),
        .node("/dev/dri/renderD999"),
      ] {
        let error = #expect(throws: GLError.self) {
          _ = try Context.open(DeviceRequest(choice: choice))
        }
        #expect(error?.kind == .noDevice, "\(choice)")
        let said = error.map { "\($0)" } ?? ""
        #expect(said.contains("device \(choice)"), "\(said)")
        #expect(said.contains("tried device platform, device 0"), "\(said)")
      }
    }

    @Test func whatHasNoNameBeforeItIsOpenIsNamedByItsRenderer() throws {
      let any = try openOrSkip(DeviceRequest(platform: .device, choice: .software))
      let renderer = any.capabilities.renderer
      any.close()
      let word = String(renderer.prefix { $0.isLetter })
      try #require(!word.isEmpty)
      let choice = try DeviceChoice("name:\(word)")
      let named = try Context.open(DeviceRequest(platform: .device, choice: choice))
      #expect(named.capabilities.renderer == renderer)
      named.close()
      let node = try openOrSkip(
        DeviceRequest(platform: .gbm, nodes: ["/dev/null"], choice: choice))
      #expect(node.capabilities.node == "/dev/null")
      node.close()
      let other = #expect(throws: GLError.self) {
        _ = try Context.open(
          DeviceRequest(platform: .gbm, nodes: ["/dev/null"], choice: .name("abacus")))
      }
      #expect("\(other as Any)".contains("isn't name:abacus: it is "))
    }

    @Test func aPlaceInTheListAndANodeAreOpened() throws {
      let any = try openOrSkip(DeviceRequest(platform: .device))
      let software = any.capabilities.isSoftware
      any.close()
      let first = try Context.open(DeviceRequest(choice: .index(0)))
      #expect(first.capabilities.platform == .device)
      first.close()
      let node = try openOrSkip(DeviceRequest(platform: .gbm, choice: .node("/dev/null")))
      #expect(node.capabilities.node == "/dev/null")
      node.close()
      let soft = try openOrSkip(DeviceRequest(choice: .software))
      #expect(soft.capabilities.isSoftware || !software)
      soft.close()
    }
  }
}
