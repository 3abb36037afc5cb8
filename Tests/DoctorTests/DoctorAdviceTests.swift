import Testing

@testable import Doctor
@testable import GLES
@testable import PageCurl

@Suite("doctor's advice")
struct DoctorAdviceTests {
  private let node = DeviceNode.sample("/dev/dri/renderD128")

  @Test(
    "A closed node is opened to the user who asked, through a group that has rights",
    arguments: [
      (0o660, "render", "sudo usermod -aG render www-data"),
      (0o600, "render", "sudo chgrp render"), (0o660, "root", "sudo chgrp render"),
      (0o660, "105", "sudo groupadd -g 105 glcurl-105 && sudo usermod -aG glcurl-105 www-data"),
    ])
  func permission(mode: Int, group: String, command: String) throws {
    let node = DeviceNode.sample(
      node.path, mode: mode, group: group, obstacle: "Permission denied")
    let advice = try #require(
      DoctorAdvice(closed: node, "Permission denied", to: "www-data"))
    #expect(advice.ways[0].hasPrefix(command), "\(advice.ways)")
    #expect(advice.ways[0].contains(" www-data "), "\(advice.ways)")
    #expect(advice.ways[0].hasSuffix("(then log in again, or restart the service)"))
    #expect(advice.ways[1].contains("--group-add"))
    #expect(advice.finding.contains("root:\(group)") && advice.finding.contains("www-data"))
  }

  @Test("What a container denies isn't mended by a group, and other reasons by neither")
  func denial() throws {
    let advice = try #require(
      DoctorAdvice(closed: node, "\(node.path): Operation not permitted", to: "root"))
    #expect(!advice.ways.joined().contains("usermod"))
    #expect(advice.ways[0].contains("--device \(node.path)"))
    #expect(advice.ways[1].contains("DeviceAllow=\(node.path) rw"))
    #expect(DoctorAdvice(closed: node, "No such device", to: "root") == nil)
  }

  @Test("A trial that was denied a node is advice, whatever the node's own rights say")
  func trials() {
    let trial = Trial(
      what: "GBM platform, /dev/dri/renderD128", outcome: .refused("Operation not permitted"))
    let advice = DoctorReport.sample(trials: [trial], nodes: [node]).advice
    #expect(advice.contains { $0.ways.joined().contains("DeviceAllow=") }, "\(advice)")
    let open = DoctorReport.sample(nodes: [node]).advice
    #expect(!open.contains { $0.finding.contains("/dev/dri") }, "\(open)")
    // What else is said of a node hides nothing.
    let control = DeviceNode.sample(
      "/dev/nvidiactl", group: "video", obstacle: "Permission denied")
    let other = Trial(
      what: control.path, outcome: .refused("exists, but no EGL device belongs to it"))
    let told = DoctorReport.sample(trials: [other], nodes: [control]).advice.flatMap(\.ways)
    #expect(told.contains { $0.hasPrefix("sudo usermod -aG video www-data") }, "\(told)")
  }

  @Test("Who has a number alone can't be put into a group")
  func number() throws {
    let advice = try #require(DoctorAdvice(closed: node, "Permission denied", to: "1000"))
    #expect(advice.ways.count == 1 && advice.ways[0].contains("--group-add"), "\(advice.ways)")
  }

  @Test("NVIDIA's driver is told from its vendor's file, its library and the kernel's version")
  func nvidia() {
    func findings(_ vendors: [String], _ drivers: [String]) -> String {
      DoctorReport.sample(
        vendors: vendors, drivers: drivers, kernel: "550.54.14",
        environment: [("NVIDIA_DRIVER_CAPABILITIES", "compute,utility")]
      ).told
    }
    #expect(findings([], []).contains("no vendor file names its EGL"))
    let missing = findings(["libEGL_nvidia.so.0"], ["/usr/lib/libEGL_mesa.so.0"])
    #expect(missing.contains("10.json names libEGL_nvidia.so.0, which wasn't loaded"))
    #expect(missing.contains("NVIDIA_DRIVER_CAPABILITIES is 'compute,utility'"))
    #expect(missing.contains("-e NVIDIA_DRIVER_CAPABILITIES=graphics,compute,utility"))
    let other = findings(["libEGL_nvidia.so.0"], ["/usr/lib/libEGL_nvidia.so.535.1.2"])
    #expect(other.contains("kernel driver is 550.54.14, its EGL is 535.1.2"))
    let same = findings(["libEGL_nvidia.so.0"], ["/usr/lib/libEGL_nvidia.so.550.54.14"])
    #expect(!same.contains("its EGL") && !same.contains("wasn't loaded"))
  }

  @Test("A picture that is wrong is told with its device and how to do without it")
  func wrongPicture() {
    let info = Renderer.Info(backend: .gpu, name: "Some GPU", isSoftware: false, trail: [])
    let wrong = PictureReport(
      renderer: info,
      findings: [PictureReport.Finding(what: "the flap", isRight: false, detail: "is black")],
      failure: nil)
    let report = DoctorReport.sample(pictures: [wrong])
    let advice = report.advice.first { $0.finding == "OpenGL draws wrong on Some GPU" }
    #expect(advice?.ways.first?.contains("--backend cpu") == true, "\(report.advice)")
    #expect(!report.isRight && report.verdict.contains("Some GPU"))
  }

  @Test(
    "A node of a group outside the user namespace is opened by keeping the groups of outside",
    arguments: ["nogroup", "nobody", "65534"])
  func userNamespace(group: String) throws {
    let node = DeviceNode.sample(node.path, group: group, number: 65534)
    let advice = try #require(DoctorAdvice(closed: node, "Permission denied", to: "root"))
    #expect(advice.ways[0].contains("podman run --device \(node.path) --group-add keep-groups"))
    #expect(!advice.ways.joined().contains("-aG \(group)"), "\(advice.ways)")
    #expect(!advice.ways.joined().contains("stat -c %g"), "\(advice.ways)")
    #expect(advice.finding.contains("user namespace"))
    // What a container's list of devices lacks is still that.
    let denied = DoctorAdvice(closed: node, "Operation not permitted", to: "root")
    #expect(denied?.ways[0].contains("docker run --device") == true)
  }

  @Test("A closed node is no advice where its device opened by another one")
  func otherNode() {
    let card = DeviceNode.sample(
      "/dev/dri/card0", group: "video", obstacle: "Permission denied")
    let closed = DeviceNode.sample(node.path, obstacle: "Permission denied")
    func told(_ nodes: [DeviceNode], _ opened: [String], isSoftware: Bool = false) -> String {
      DoctorReport.sample(trials: [.sample(opened, isSoftware: isSoftware)], nodes: nodes).told
    }
    #expect(!told([card, node], [node.path, card.path]).contains("usermod"))
    #expect(!told([card, node], [node.path, card.path], isSoftware: true).contains("usermod"))
    let other = DeviceNode.sample(card.path)
    #expect(!told([other, closed], [card.path, node.path]).contains("usermod"))
    // Another GPU's nodes are no way to this one, and by a card node alone Mesa draws in software.
    #expect(told([card, node], [node.path]).contains("-aG video www-data"))
    #expect(
      told([other, closed], [card.path, node.path], isSoftware: true)
        .contains("-aG render www-data"))
  }
}
