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
    ("", "no GPU is called that"), ("best", "no GPU is called that"), ("-1", "no GPU"),
    ("pci:4e", "a PCI address is like"), ("pci:00:00:4e:00.0", "a PCI address is like"),
    ("pci:4e:20.0", "a PCI address is like"), ("pci:4e:00.8", "a PCI address is like"),
    ("pci:xx:00.0", "a PCI address is like"), ("drm:renderD128", "a DRM node is a path"),
    ("cuda:x", "CUDA's numbers"), ("cuda:-1", "CUDA's numbers"), ("uuid:12", "hexadecimal"),
    ("uuid:GPU-xyz0", "hexadecimal"), ("name:", "nothing behind the colon"),
    ("vulkan:0", "no kind of name"), ("MIG-1234", "a MIG slice"), ("uuid:MIG-12345", "a MIG slice"),
  ])
  func whatNamesNothingSaysWhatWould(_ text: String, _ words: String) {
    let error = #expect(throws: DeviceChoice.Invalid.self) { try DeviceChoice(text) }
    let said = error?.description ?? ""
    #expect(said.contains(words) && said.contains("drm:/dev/dri/renderD128"), "\(said)")
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

  @Test func aLinkToANodeNamesItsDevice() throws {
    let link = "/tmp/glcurl-\(getpid())-by-path"
    try #require(unsafe symlink("/dev/null", link) == 0)
    defer { unsafe unlink(link) }
    let device = DeviceIdentity(index: 0, nodes: ["/dev/null"])
    #expect(try DeviceChoice("drm:\(link)").matches(device))
    #expect(try !DeviceChoice("drm:/tmp").matches(device))
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
