import GLES
import Glibc
import Testing

extension GLESTests {
  @Suite struct Contexts {
    @Test(arguments: Platform.allCases)
    func eachPlatformClearsToAnExactColour(_ platform: Platform) throws {
      let context = try openOrSkip(DeviceRequest(platform: platform))
      #expect(context.capabilities.platform == platform)
      #expect(context.capabilities.glesVersion >= 30)
      try checkClear(context)
      context.close()
    }

    // Mesa makes a GBM device of any character device; only buffers of its own can't be had.
    @Test func gbmWithoutADRMNodeRendersToRenderbuffers() throws {
      let context = try openOrSkip(DeviceRequest(platform: .gbm, nodes: ["/dev/null"]))
      #expect(context.capabilities.node == "/dev/null")
      #expect(context.capabilities.isSoftware)
      try checkClear(context)
      context.close()
    }

    @Test func hardwareIsNeverSoftware() throws {
      try openOrSkip(anyDevice).close()
      do {
        let context = try Context.open(DeviceRequest(policy: .hardwareOnly))
        #expect(context.capabilities.softwareSigns.isEmpty)
        try checkClear(context)
        context.close()
      } catch let error as GLError {
        #expect(error.kind == .deviceRefused || error.kind == .noDevice)
        let trail = error.trail.map(\.description).joined(separator: "\n")
        for platform in ["device platform", "GBM platform", "surfaceless platform"] {
          #expect(trail.contains(platform), "\(trail)")
        }
        #expect(trail.contains("is software"), "\(trail)")
        #expect("\(error)".contains("tried device platform"))
      }
    }

    @Test func softwareCanBeAskedFor() throws {
      let context = try openOrSkip(DeviceRequest(policy: .softwareOnly))
      #expect(context.capabilities.isSoftware)
      #expect(context.capabilities.description.contains("software"))
      context.close()
    }

    @Test func aNodeThatDoesNotExistIsNamedInTheTrail() throws {
      try openOrSkip(anyDevice).close()
      let error = #expect(throws: GLError.self) {
        _ = try Context.open(DeviceRequest(nodes: ["/dev/dri/renderD999"]))
      }
      #expect(error?.kind == .noDevice)
      let trail = error?.trail ?? []
      if trail.contains(where: { $0.what == "GBM platform" }) {
        try Test.cancel("no GBM here: \(trail)")
      }
      #expect(trail.contains { $0.what.contains("renderD999") })
    }

    @Test func softwareIsToldByTheRendererToo() {
      for name in [
        "llvmpipe (LLVM 15.0.6, 256 bits)", "SwiftShader Device", "zink (lavapipe)",
        "D3D12 (Microsoft Basic Render Driver)",
      ] {
        #expect(SoftwareSign.isSoftware(renderer: name))
      }
      for name in ["NVIDIA H200/PCIe/SSE2", "D3D12 (NVIDIA GeForce RTX 4090)"] {
        #expect(!SoftwareSign.isSoftware(renderer: name))
      }
      for name in ["swrast", "kms_swrast"] { #expect(SoftwareSign.isSoftware(driver: name)) }
      for name in ["zink", "iris", ""] { #expect(!SoftwareSign.isSoftware(driver: name)) }
    }

    @Test func softwareIsToldByItsDeviceBeforeItIsOpened() {
      let software: Set<String> = ["EGL_EXT_device_drm", "EGL_MESA_device_software"]
      #expect(SoftwareSign.signs(ofDevice: software, type: nil) == [.deviceExtension])
      // EGL_DEVICE_TYPE_CPU_EXT, and those of GPUs.
      #expect(SoftwareSign.signs(ofDevice: [], type: 0x3594) == [.deviceType])
      for type: Int32? in [nil, 0x3592, 0x3593] {
        #expect(SoftwareSign.signs(ofDevice: ["EGL_EXT_device_drm"], type: type).isEmpty)
      }
    }

    @Test func mesasSoftwareShowsEverySignThatItHas() throws {
      let context = try openOrSkip(DeviceRequest(policy: .softwareOnly, platform: .device))
      let signs = context.capabilities.softwareSigns
      let isMesa = context.display.vendor.contains("Mesa")
      context.close()
      guard isMesa else { try Test.cancel("software of another vendor") }
      #expect(Set(signs).isSuperset(of: [.deviceExtension, .driverName, .renderer]), "\(signs)")
    }

    @Test func capabilitiesAreFilledIn() throws {
      let context = try openOrSkip(anyDevice)
      let able = context.capabilities
      #expect(able.maxTextureSize >= 2048)
      #expect(able.maxUniformBlockSize >= 16384)
      #expect(able.maxTextureUnits >= 16)
      #expect(able.uniformBufferAlignment >= 1)
      #expect(!able.extensions.isEmpty)
      #expect(able.readFormat != 0 && able.readType != 0)
      #expect(able.description.contains(able.renderer))
      #expect(context.resetStatus() == nil)
      context.close()
      context.close()
    }

    @Test func twoContextsOnOneThreadKeepTheirObjectsApart() throws {
      let first = try openOrSkip(anyDevice)
      let target = try Renderbuffer(first, format: .rgba8, width: 2, height: 2)
      let firstFramebuffer = try Framebuffer(first, colors: [target.attachment])
      firstFramebuffer.clear(to: SIMD4(1, 0, 0, 1))
      let second = try Context.open(anyDevice)
      #expect(!first.isCurrent && second.isCurrent)
      try checkClear(second)
      second.close()
      try first.makeCurrent()
      #expect(try pixels(firstFramebuffer, zero: UInt8(9)).prefix(4) == [255, 0, 0, 255])
      first.close()
    }

    // In a process of its own, where no other test opens files or takes memory.
    @Test func twoHundredContextsLeaveNothingOpen() async throws {
      try openOrSkip(anyDevice).close()
      await #expect(processExitsWith: .success) {
        func openAndClose(_ count: Int) throws -> Bool {
          var isSoftware = false
          for _ in 0..<count {
            let context = try Context.open(anyDevice)
            isSoftware = context.capabilities.isSoftware
            try checkClear(context)
            context.close()
          }
          return isSoftware
        }
        let isSoftware = try openAndClose(10)
        let files = openFiles()
        let memory = residentBytes()
        _ = try openAndClose(200)
        #expect(openFiles() == files)
        // The pages that two hundred left: less than one context takes in software. NVIDIA's driver
        // keeps 0.1 MB of each.
        let most = isSoftware ? 16 : 32
        let growth = (residentBytes() - memory) >> 20
        #expect(growth < most, "grew by \(growth) MB, \(most) at most")
      }
    }
  }
}

private func checkClear(_ context: Context) throws {
  let target = try Renderbuffer(context, format: .rgba8, width: 5, height: 3)
  let framebuffer = try Framebuffer(context, colors: [target.attachment])
  framebuffer.clear(to: SIMD4(1, 128.0 / 255, 64.0 / 255, 1))
  let read = try pixels(framebuffer, zero: UInt8(0))
  #expect(read == (0..<15).flatMap { _ in [UInt8(255), 128, 64, 255] })
}

/// What each open file of this process is, with the number of times that it is open.
private func openFiles() -> [String: Int] {
  guard let directory = unsafe opendir("/proc/self/fd") else { return [:] }
  defer { unsafe closedir(directory) }
  var files: [String: Int] = [:]
  while let entry = unsafe readdir(directory) {
    let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
      unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
    }
    var target = [CChar](repeating: 0, count: 256)
    let length = unsafe readlink("/proc/self/fd/" + name, &target, target.count)
    let what = String(
      decoding: target.prefix(max(length, 0)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    // Sockets and pipes have numbers, which may change.
    files[String(what.prefix { $0 != "[" }), default: 0] += 1
  }
  return files
}

private func residentBytes() -> Int {
  guard let file = unsafe fopen("/proc/self/statm", "r") else { return 0 }
  defer { unsafe fclose(file) }
  var text = [CChar](repeating: 0, count: 128)
  guard unsafe fgets(&text, 128, file) != nil else { return 0 }
  let line = String(decoding: text.map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self)
  let pages = line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
  return pages * sysconf(Int32(_SC_PAGESIZE))
}
