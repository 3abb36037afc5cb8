import GLES
import Glibc
import Testing

/// What the kernel's folders tell of a device.
@Suite struct DeviceKindTests {
  private static let cards = "devices/pci0000:00"

  @Test(
    arguments: [
      ("i915", "0000:00:02.0", nil, .integrated),
      ("xe", "0000:00:06.0/0000:03:00.0", nil, .discrete),
      ("nouveau", "0000:00:01.0/0000:01:00.0", nil, .discrete),
      ("amdgpu", "0000:00:08.1/0000:c1:00.0", 512 << 20, .integrated),
      ("amdgpu", "0000:00:08.1/0000:c1:00.0", 2 << 30, .integrated),
      ("amdgpu", "0000:00:03.1/0000:03:00.0", 8176 << 20, .discrete),
      ("virtio_gpu", "0000:00:02.0/virtio0", nil, .virtual),
      ("vmwgfx", "0000:00:0f.0", nil, .virtual), ("bochs-drm", "0000:00:01.0", nil, .virtual),
      ("qxl", "0000:00:01.0/0000:01:00.0", nil, .virtual),
      // For another vendor's EGL it is no GPU.
      ("nvidia", "0000:40:01.1/0000:4e:00.0", nil, .virtual),
      ("ast", "0000:00:01.0/0000:02:00.0", nil, .virtual),
      ("faux_driver", "faux/vkms", nil, .virtual),
      (nil, "vgem", nil, .virtual), ("panfrost", "soc/fd4a0000.gpu", nil, .integrated),
    ] as [(String?, String, UInt64?, DeviceKind)])
  func theKernelTellsWhatKindItIs(
    _ driver: String?, _ place: String, _ memory: UInt64?, _ kind: DeviceKind
  ) throws {
    let system = SystemFolder()
    defer { withExtendedLifetime(system) {} }
    let device = "\(Self.cards)/\(place)"
    system.folder(device)
    if let driver {
      system.folder("bus/drivers/\(driver)")
      system.link("\(device)/driver", to: "bus/drivers/\(driver)")
    }
    if let memory { system.file("\(device)/mem_info_vram_total", "\(memory)\n") }
    let facts = KernelFacts(folder: "\(system.path)/\(device)")
    #expect(facts.kind == kind, "\(facts)")
    #expect(facts.driver == driver ?? "vgem" && facts.videoMemory == memory)
  }

  @Test func theLaterIsTheBetter() {
    #expect(DeviceKind.allCases == [.software, .virtual, .integrated, .discrete])
    #expect(DeviceKind.allCases.sorted() == DeviceKind.allCases)
  }

  @Test func aNodeThatIsNotHereIsFoundByItsName() throws {
    let system = SystemFolder()
    defer { withExtendedLifetime(system) {} }
    let device = "\(Self.cards)/0000:00:01.0/0000:4e:00.0"
    for name in ["renderD997", "card997"] {
      system.folder("\(device)/drm/\(name)")
      system.folder("class/drm/\(name)")
      system.link("class/drm/\(name)/device", to: device)
    }
    let found = DeviceIdentity(ofNode: "/dev/dri/renderD997", system: system.path)
    #expect(found.nodes == ["/dev/dri/renderD997", "/dev/dri/card997"])
    #expect(found.pci == "0000:4e:00.0")
    #expect(DeviceIdentity(ofNode: "/dev/dri/renderD998", system: system.path).pci == nil)
    // Elsewhere a name tells nothing.
    for place in ["/tmp/typo", "/dev/dri/by-path", "dev/dri"] {
      let stray = DeviceIdentity(ofNode: "\(place)/renderD997", system: system.path)
      #expect(stray.pci == nil, "\(place)")
    }
    // EGL may list the other node alone.
    let choice = try DeviceChoice("drm:/dev/dri/renderD997")
    let card = DeviceIdentity(index: 0, nodes: ["/dev/dri/card997"])
    #expect(choice.matches(card, system: system.path))
    let other = DeviceIdentity(index: 1, nodes: ["/dev/dri/card998"])
    #expect(!choice.matches(other, system: system.path))
  }
}

/// A folder that stands for the kernel's, and goes with its value.
private final class SystemFolder {
  let path: String
  /// All that is in it, the outer before the inner.
  private var made: [String] = []

  init() {
    var template = Array("/tmp/glcurl-XXXXXX".utf8CString)
    path = unsafe String(cString: mkdtemp(&template))
  }

  deinit {
    for one in made.reversed() { unsafe remove(one) }
    unsafe rmdir(path)
  }

  /// Makes a folder, and those that it is in.
  func folder(_ name: String) {
    var own = path
    for part in name.split(separator: "/") {
      own += "/\(part)"
      if unsafe mkdir(own, 0o700) == 0 { made.append(own) }
    }
  }

  /// Makes a link to another place in it.
  func link(_ name: String, to other: String) {
    unsafe symlink("\(path)/\(other)", "\(path)/\(name)")
    made.append("\(path)/\(name)")
  }

  /// Writes a file.
  func file(_ name: String, _ text: String) {
    guard let file = unsafe fopen("\(path)/\(name)", "w") else { return }
    unsafe fputs(text, file)
    unsafe fclose(file)
    made.append("\(path)/\(name)")
  }
}
