import CurlSystem

@testable import Doctor
@testable import GLES
@testable import PageCurl

extension DoctorReport {
  /// A report of www-data's on a machine of which nothing is known but what is given.
  static func sample(
    _ openGL: OpenGLState = .none, trials: [Trial] = [], nodes: [DeviceNode] = [],
    vendors: [String] = [], drivers: [String] = [], container: String? = nil,
    kernel: String? = nil, environment: [(name: String, value: String)] = [],
    pictures: [PictureReport] = []
  ) -> DoctorReport {
    let gl = Examination(
      libraries: [], problem: nil, clientExtensions: [], devices: [], trials: trials,
      drivers: drivers)
    let info = Renderer.Info(
      backend: .gpu, name: "", isSoftware: openGL == .software, trail: [])
    let choice = Diagnosis.Choice(backend: .gpu, result: .success(info))
    return DoctorReport(
      machine: Machine(
        processor: "", kernel: "", architecture: "", processors: 1, environment: environment),
      surroundings: Surroundings(
        user: User(name: "www-data", groups: []), nodes: nodes,
        vendors: vendors.map { VendorFile(path: "/etc/glvnd/egl_vendor.d/10.json", library: $0) },
        container: container, nvidiaKernel: kernel),
      diagnosis: Diagnosis(
        gl: gl, choices: openGL == .none ? [] : [choice], pictures: pictures),
      accident: nil, requireGPU: false, demand: nil)
  }

  /// All advice, a finding or a way in each line.
  var told: String { advice.flatMap { [$0.finding] + $0.ways }.map { $0 + "\n" }.joined() }
}

extension DeviceNode {
  /// Root's node.
  static func sample(
    _ path: String, mode: Int = 0o660, group: String = "render", number: UInt32 = 105,
    driver: String? = nil, obstacle: String? = nil
  ) -> DeviceNode {
    DeviceNode(
      path: path, mode: mode, owner: "root", group: group, groupNumber: number, driver: driver,
      obstacle: obstacle)
  }
}

extension Trial {
  /// One that opened a device of these nodes by the first of them.
  static func sample(_ nodes: [String], isSoftware: Bool) -> Trial {
    let capabilities = Capabilities(
      vendor: "", renderer: "", version: "", glesVersion: 32, extensions: [], eglVersion: "1.5",
      eglVendor: "", platform: .device, node: nodes.first,
      identity: DeviceIdentity(index: 0, nodes: nodes),
      softwareSigns: isSoftware ? [.renderer] : [], maxTextureSize: 1, maxRenderbufferSize: 1,
      maxViewportWidth: 1, maxViewportHeight: 1, maxUniformBlockSize: 1,
      uniformBufferAlignment: 1, maxTextureUnits: 1, maxColorAttachments: 1, readFormat: 0,
      readType: 0, drawsToFloat: false, drawsToHalfFloat: false, blendsFloat: false,
      timesCommands: false, isRobust: false)
    return Trial(
      what: "device platform, device 0",
      outcome: .opened(
        OpenedContext(
          capabilities: capabilities, driver: nil, sharingProblem: nil, shadingLanguage: "")))
  }
}
