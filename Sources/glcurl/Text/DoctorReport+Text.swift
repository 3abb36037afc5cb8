internal import CurlSystem
internal import Doctor
internal import GLES
internal import PageCurl

extension DoctorReport {
  /// Exit status of the program.
  var status: ExitStatus {
    guard isRight else { return .checkFailed }
    return isMissing ? .unavailable : .success
  }

  /// The report as text.
  var text: String {
    var table = Table()
    table.heading("glcurl \(Glcurl.version)")
    table.row("machine", "\(machine.kernel) \(machine.architecture), \(processors)")
    for (name, value) in machine.environment { table.row("environment", "\(name)=\(value)") }
    tellSurroundings(&table)
    if let accident { tell(accident, &table) }
    if let gl = diagnosis.gl {
      tellLibraries(gl, &table)
      if gl.problem == nil { tellEGL(gl, &table) }
      tellTrials(gl, &table)
    }
    table.heading("What a backend takes")
    if accident != nil {
      table.row("auto", "not asked: it goes the way that ended there", labels: 6)
      table.row("gpu", "not asked: it goes the way that ended there", labels: 6)
    }
    for choice in diagnosis.choices { tell(choice, &table) }
    for picture in diagnosis.pictures { tell(picture, &table) }
    table.heading("Verdict")
    table.row(status == .success ? "ok" : "FAIL", verdict, labels: 6)
    if openGL == .software {
      table.row("!!", "OpenGL is SOFTWARE ONLY: --backend gpu draws on the processor", labels: 6)
    }
    for advice in advice {
      table.heading("What to do: \(advice.finding)")
      for way in advice.ways { table.row("-", way, labels: 2) }
    }
    return table.text
  }

  private var processors: String {
    "\(machine.processors) processor\(machine.processors == 1 ? "" : "s")"
  }

  private func tellSurroundings(_ table: inout Table) {
    table.heading("Devices and who may open them")
    let (user, nodes) = (surroundings.user, surroundings.nodes)
    table.row("you", "\(user.name), in \(user.groups.joined(separator: ", "))")
    if let sign = surroundings.container { table.row("container", "yes: \(sign)") }
    if let version = surroundings.nvidiaKernel { table.row("NVIDIA", "kernel driver \(version)") }
    if nodes.isEmpty { table.row("nodes", "none in /dev/dri, and none of NVIDIA's in /dev") }
    for node in nodes {
      let driver = node.driver.map { ", driver \($0)" } ?? ""
      table.row(
        node.path, "\(node.rights)\(driver): \(node.obstacle ?? "yours to open")", labels: 19)
    }
    for vendor in surroundings.vendors {
      table.row("vendor", "\(vendor.path): \(vendor.library ?? "NOT a vendor's file")")
    }
    if surroundings.vendors.isEmpty { table.row("vendor", "no file names a driver to libEGL") }
  }

  private func tell(_ accident: Accident, _ table: inout Table) {
    table.heading("OpenGL: the process that examined it \(accident.end)")
    for (index, step) in accident.steps.enumerated() {
      table.row(index == accident.steps.count - 1 ? "HERE" : "", step, labels: 6)
    }
  }

  private func tellLibraries(_ gl: Examination, _ table: inout Table) {
    table.heading("Libraries")
    for library in gl.libraries {
      let lack = "NONE: \(library.problem ?? "") (package \(library.package))"
      table.row(library.name, library.path ?? lack)
    }
    table.row("drivers", gl.drivers.isEmpty ? "none" : gl.drivers.joined(separator: "\n"))
  }

  private func tellEGL(_ gl: Examination, _ table: inout Table) {
    table.heading("EGL")
    for item in gl.clientExtensions {
      table.row(item.isListed ? "has" : "lacks", "\(item.name) (\(item.purpose))", labels: 7)
    }
    for device in gl.devices {
      table.heading("EGL device \(device.index)")
      if let name = device.name { table.row("name", name) }
      table.row("node", [device.node, device.primaryNode].told)
      table.row("ask for it", "--gpu " + device.names.joined(separator: ", --gpu "))
      if let twin = device.twin { table.row("the same", "GPU as EGL device \(twin)") }
      let signs = device.softwareSigns.map(\.rawValue).joined(separator: ", ")
      table.row("software", signs.isEmpty ? "it doesn't say so" : "yes: \(signs)")
      if let obstacle = device.obstacle { table.row("obstacle", obstacle) }
      table.row("extensions", device.extensions.joined(separator: " "))
    }
  }

  private func tellTrials(_ gl: Examination, _ table: inout Table) {
    table.heading("Tried, in the order of --backend gpu")
    if let problem = gl.problem { table.row("nothing", problem, labels: 9) }
    for trial in gl.trials {
      switch trial.outcome {
      case .refused(let words): table.row("refused", "\(trial.what): \(words)", labels: 9)
      case .opened(let context):
        table.row("opened", trial.what, labels: 9)
        tell(context, &table)
      }
    }
  }

  private func tell(_ context: OpenedContext, _ table: inout Table) {
    let able = context.capabilities
    let signs = able.softwareSigns.map(\.rawValue).joined(separator: ", ")
    func row(_ label: String, _ words: String) {
      table.row(label, words, labels: 14, indent: 11)
    }
    row("GL_RENDERER", able.renderer)
    row("GL_VENDOR", able.vendor)
    row("GL_VERSION", able.version)
    row("GLSL", context.shadingLanguage)
    row("EGL", "\(able.eglVersion) \(able.eglVendor), driver \(context.driver ?? "not told")")
    row("software", signs.isEmpty ? "no" : "YES: \(signs)")
    row("largest", "texture \(able.maxTextureSize), renderbuffer \(able.maxRenderbufferSize)")
    row("shares frames", context.sharingProblem ?? "yes, as dma-bufs: tested, correct")
    row(
      "can",
      [
        "notice resets": able.isRobust, "time its work": context.hasTimerQueries,
        "draw to float": able.drawsToFloat,
      ].sorted { $0.key < $1.key }.map { "\($0.key): \($0.value ? "yes" : "no")" }
        .joined(separator: ", "))
  }

  private func tell(_ choice: Diagnosis.Choice, _ table: inout Table) {
    switch choice.result {
    case .success(let info):
      table.row(choice.backend.rawValue, "\(info)", labels: 6)
      if info.trail.isEmpty { return }
      let isFallback = choice.backend == .auto && info.backend == .cpu
      table.row(
        "", isFallback ? "since nothing here is a real GPU:" : "tried on the way to it:", labels: 6)
      for attempt in info.trail { table.row("", "- \(attempt)", labels: 6) }
    case .failure(let error):
      table.row(choice.backend.rawValue, "nothing: \(error.message)", labels: 6)
    }
  }

  private func tell(_ picture: PictureReport, _ table: inout Table) {
    table.heading("Test picture: \(picture.renderer.name)")
    if let failure = picture.failure { table.row("FAIL", failure, labels: 6) }
    for finding in picture.findings {
      table.row(
        finding.isRight ? "ok" : "FAIL", "\(finding.what): \(finding.detail)", labels: 6)
    }
  }
}

extension [String?] {
  /// Each item once, or "none".
  fileprivate var told: String {
    var seen: [String] = []
    for case let text? in self where !seen.contains(text) { seen.append(text) }
    return seen.isEmpty ? "none" : seen.joined(separator: ", ")
  }
}
