import Foundation
import PageCurl
import Testing

@testable import glcurl

/// --gpu, --egl and what names a GPU in the environment.
@Suite struct DeviceOptionTests {
  private static let demo = ["demo", "-o", "f_%02d.png", "--frames", "1", "--size", "64x86"]

  @Test(arguments: [
    ["--gpu", "best"], ["--gpu", "pci:xyz"], ["--gpu=-1"], ["--egl", "x11"],
    ["--gpu", "0", "--backend", "cpu"], ["--egl", "gbm", "--backend", "cpu"],
  ])
  func whatNamesNoDeviceIsAWrongUsage(_ words: [String]) async throws {
    let run = try await Glcurl.run(Self.demo + words, in: Folder())
    #expect(run.status == 64 && run.text.isEmpty, "\(run.errors)")
  }

  @Test("A device that isn't there ends it, and the CPU path doesn't stand in")
  func missing() async throws {
    for (words, environment) in [
      (["--gpu", "pci:00ff:ff:1f.7"], [:]), ([], ["GLCURL_GPU": "uuid:0123"]),
      (["--gpu", "cuda:99", "--backend", "gpu"], ["GLCURL_GPU": "software"]),
    ] as [([String], [String: String])] {
      let folder = try Folder()
      let run = try await Glcurl.run(Self.demo + words, in: folder, environment: environment)
      #expect(run.status == 69, "\(run.errors)")
      let name = words.isEmpty ? "GLCURL_GPU=uuid:0123" : "--gpu=\(words[1])"
      #expect(run.errors.contains("\(name) can't draw here; 'glcurl doctor'"))
      #expect(!run.errors.contains("--backend gpu found"), "\(run.errors)")
      #expect(try folder.names.isEmpty)
    }
    let wrong = try await Glcurl.run(
      Self.demo, in: Folder(), environment: ["GLCURL_GPU": "gpu0"])
    #expect(wrong.status == 64 && wrong.errors.contains("GLCURL_GPU"), "\(wrong.errors)")
    let plain = try await Glcurl.run(
      Self.demo + ["--backend", "cpu"], in: Folder(), environment: ["GLCURL_GPU": "cuda:99"])
    #expect(plain.status == 0, "the CPU path needs no GPU: \(plain.errors)")
  }

  @Test("The environment names the way too, and --egl another")
  func wayOfTheEnvironment() async throws {
    let wrong = try await Glcurl.run(
      Self.demo, in: Folder(), environment: ["GLCURL_EGL": "x11"])
    #expect(wrong.status == 64, "\(wrong.errors)")
    #expect(wrong.errors.contains("GLCURL_EGL of the environment: 'x11': write device, gbm or"))
    // Whatever there is: no node of DRM is called that.
    let missing = try await Glcurl.run(
      Self.demo + ["--gpu", "drm:/dev/dri/renderD999"], in: Folder(),
      environment: ["GLCURL_EGL": "gbm"])
    #expect(missing.status == 69, "\(missing.errors)")
    #expect(missing.errors.contains("--gpu=drm:/dev/dri/renderD999 GLCURL_EGL=gbm can't draw"))
    #expect(missing.errors.contains("platform gbm"), "\(missing.errors)")
    let other = try await Glcurl.run(
      Self.demo + ["--gpu", "drm:/dev/dri/renderD999", "--egl", "device"], in: Folder(),
      environment: ["GLCURL_EGL": "gbm"])
    #expect(other.status == 69 && other.errors.contains("platform device"), "\(other.errors)")
  }

  @Test("A frame's deadline is seconds from the environment, and what else stands there is told")
  func deadline() async throws {
    for text in ["0", "3601", "-1", "30s", "0.5"] {
      let run = try await Glcurl.run(
        Self.demo, in: Folder(), environment: ["GLCURL_FRAME_DEADLINE": text])
      #expect(run.status == 64, "\(run.errors)")
      #expect(run.errors.contains("GLCURL_FRAME_DEADLINE of the environment: '\(text)'"))
    }
    let run = try await Glcurl.run(
      Self.demo, in: Folder(), environment: ["GLCURL_FRAME_DEADLINE": "3600"])
    #expect(run.status == 0, "\(run.errors)")
  }

  @Test("Software is drawn with where it is asked for, and says what it is")
  func software() async throws {
    let run = try await Glcurl.run(Self.demo + ["--gpu", "software"], in: Folder())
    try await skipUnlessDemanded(run, "no OpenGL in software")
    #expect(run.status == 0 && run.errors.contains("software"), "\(run.errors)")
    let demand = try await Glcurl.run(
      Self.demo + ["--gpu", "software", "--require-gpu"], in: Folder())
    #expect(demand.status == 69, "\(demand.errors)")
  }

  @Test("A GPU is called by a part of its renderer's name, and another name is nothing here")
  func rendererName() async throws {
    let run = try await Glcurl.run(Self.demo + ["--gpu", "software"], in: Folder())
    try await skipUnlessDemanded(run, "no OpenGL in software")
    let told = try #require(run.errors.range(of: "renderer: "))
    let name = String(run.errors[told.upperBound...].prefix(while: \.isLetter))
    let named = try await Glcurl.run(
      Self.demo + ["--backend", "gpu", "--gpu", "name:\(name)"], in: Folder())
    #expect(named.status == 0 && named.errors.contains("renderer: \(name)"), "\(named.errors)")
    let hardware = try await Glcurl.run(Self.demo + ["--gpu", "name:\(name)"], in: Folder())
    #expect(
      hardware.status == 0 || hardware.errors.contains("--backend gpu also uses software"),
      "\(hardware.errors)")
    let other = try await Glcurl.run(
      Self.demo + ["--backend", "gpu", "--gpu", "name:abacus"], in: Folder())
    #expect(other.status == 69 && other.errors.contains("isn't name:abacus"), "\(other.errors)")
  }

  @Test("Each way can be forced, and is what draws", arguments: ["device", "gbm", "surfaceless"])
  func ways(_ way: String) async throws {
    let node = way == "gbm" ? ["--gpu", "drm:/dev/null"] : ["--gpu", "software"]
    let words = way == "surfaceless" ? [] : node
    let run = try await Glcurl.run(
      Self.demo + words + ["--egl", way, "--backend", "gpu"], in: Folder())
    try await skipUnlessDemanded(run, "no way through \(way)")
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.errors.contains(way == "gbm" ? "gbm /dev/null" : way), "\(run.errors)")
  }

  /// Cancels the test after exit status 69, but where OpenGL is demanded and hardware is no excuse:
  /// a vendor's driver may have neither software beside it nor every platform.
  private func skipUnlessDemanded(_ run: Glcurl.Run, _ why: String) async throws {
    guard run.status == 69 else { return }
    if ProcessInfo.processInfo.environment["GLCURL_TESTS_NEED_GL"] != nil {
      let report = try await Glcurl.run(["doctor", "--json"], in: Folder()).object()
      try #require(report["openGL"] as? String == "hardware", "\(why): \(run.errors)")
    }
    try Test.cancel("\(why): \(run.errors)")
  }

  @Test("doctor tells what each device can be asked for by")
  func names() async throws {
    let run = try await Glcurl.run(["doctor", "--json"], in: Folder())
    let egl = try #require(run.object()["egl"] as? [String: Any])
    let devices = try #require(egl["devices"] as? [[String: Any]])
    for (index, device) in devices.enumerated() {
      let names = try #require(device["names"] as? [String])
      #expect(names.last == "\(index)")
      #expect(device.keys.contains("pci") && device.keys.contains("sameAs"))
      let found = try await Glcurl.run(
        Self.demo + ["--backend", "gpu", "--gpu", names[0]], in: Folder())
      #expect(found.status == 0 || device["obstacle"] is String, "\(names[0]): \(found.errors)")
    }
    if devices.isEmpty { try Test.cancel("EGL lists no device here") }
  }

  @Test("What draws is told with what stood in the way of a device that is there")
  func obstacle() {
    func obstacle(
      _ trail: [String], _ backend: Renderer.Backend = .cpu, isSoftware: Bool = false,
      isAsked: Bool = false
    ) -> String? {
      Renderer.Info(backend: backend, name: "", isSoftware: isSoftware, trail: trail)
        .obstacle(wantsSoftware: isAsked)
    }
    let closed = "GBM platform, /dev/dri/renderD128: Permission denied"
    #expect(obstacle(["device platform, device 0 (software): is software", closed]) == closed)
    // A node that is closed says nothing where another device draws, and one that fails does.
    #expect(obstacle([closed], .gpu) == nil)
    let broken = "device platform, device 0 (/dev/dri/renderD128): eglInitialize: EGL_BAD_ALLOC"
    #expect(obstacle([closed, broken], .gpu) == broken)
    // Software isn't another device, unless it was asked for.
    #expect(obstacle([closed], .gpu, isSoftware: true) == closed)
    #expect(obstacle([closed], .gpu, isSoftware: true, isAsked: true) == nil)
    #expect(obstacle(["GBM platform: there is no DRM node in /dev/dri"]) == nil)
    #expect(obstacle(["device platform, device 1 (software): isn't pci:0000:01:00.0"]) == nil)
  }
}
