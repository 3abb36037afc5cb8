/// Facts about GL on this machine: libraries, devices, and a trial of every device and platform.
package struct Examination: Sendable {
  /// The libraries of EGL, GLES and GBM.
  package let libraries: [LibraryFile]
  /// Why EGL and GLES can't be used at all; nil if they can.
  package let problem: String?
  /// EGL's client extensions that matter for opening a context, listed or not.
  package let clientExtensions: [ClientExtension]
  /// The EGL devices, in EGL's order.
  package let devices: [DeviceFacts]
  /// All attempts to open a context, in the order of `DevicePolicy.any`; candidates that were
  /// rejected before opening come first.
  package let trials: [Trial]
  /// Driver files that are loaded after the trials.
  package let drivers: [String]

  /// A client extension of EGL: one that needs no display.
  package struct ClientExtension: Sendable, Equatable {
    package let name: String
    /// What glcurl uses the extension for.
    package let purpose: String
    /// Whether EGL lists the extension.
    package let isListed: Bool
  }

  /// Examines this machine; safe from any task.
  ///
  /// - Parameters:
  ///   - request: what to try; everything if it names neither device nor platform.
  ///   - deadline: time limit for a device's small test draws.
  ///   - note: receives each step before it starts, because a driver may crash or hang the process,
  ///     and then its result.
  /// - Returns: the results.
  package static func make(
    _ request: DeviceRequest = DeviceRequest(), deadline: Duration = .seconds(30),
    _ note: @Sendable (String) -> Void
  ) async -> Examination {
    var request = request
    request.policy = .any
    note("load libEGL.so.1, libGLESv2.so.2 and libgbm.so.1")
    let libraries = LibraryFile.all()
    for library in libraries {
      note("\(library.name): \(library.path ?? library.problem ?? "")")
    }
    note("ask EGL for its extensions, for which it loads its drivers")
    do throws(GLError) {
      let client = try Library.client()
      note("list the EGL devices")
      var trail: [Attempt] = []
      let devices = Device.all(client, &trail)
      trail = []
      let candidates = Candidate.list(request, client, &trail)
      var trials = trail.map { Trial(what: $0.what, outcome: .refused($0.result)) }
      for candidate in candidates {
        let trial = await Trial.of(
          candidate, request.choice, deadline: deadline, note)
        note("\(trial.what): \(trial.words)")
        trials.append(trial)
      }
      return Examination(
        libraries: libraries, problem: nil, clientExtensions: extensions(client),
        devices: devices.indices.map { DeviceFacts(devices[$0], after: Array(devices[..<$0])) },
        trials: trials, drivers: LibraryFile.drivers())
    } catch {
      return Examination(
        libraries: libraries, problem: error.detail, clientExtensions: [], devices: [],
        trials: [], drivers: LibraryFile.drivers())
    }
  }

  private static func extensions(_ client: Library.Client) -> [ClientExtension] {
    let purposes = [
      ("EGL_EXT_platform_base", "any platform without a window system"),
      ("EGL_EXT_platform_device", "the device platform"),
      ("EGL_EXT_device_base", "listing devices, in one"),
      ("EGL_EXT_device_enumeration", "listing devices"),
      ("EGL_EXT_device_query", "asking devices"),
      ("EGL_KHR_platform_gbm", "the GBM platform"),
      ("EGL_MESA_platform_gbm", "the GBM platform, Mesa's name"),
      ("EGL_MESA_platform_surfaceless", "the surfaceless platform"),
      ("EGL_KHR_debug", "errors in the driver's own words"),
    ]
    return purposes.map {
      ClientExtension(name: $0.0, purpose: $0.1, isListed: client.has($0.0))
    }
  }
}

extension Trial {
  /// The result in one line.
  fileprivate var words: String {
    switch outcome {
    case .opened(let context): "opened \(context.capabilities)"
    case .refused(let words): words
    }
  }
}

extension Examination {
  /// One opened context for each device that isn't one of `known`.
  ///
  /// If several contexts opened on one device, hardware is preferred, then memory that can be
  /// shared. The surfaceless platform is ignored, because it doesn't report its device.
  package func further(than known: [Capabilities]) -> [Capabilities] {
    var seen = known.compactMap(\.device)
    var found: [Capabilities] = []
    for (isHardware, shares) in [(true, true), (true, false), (false, true), (false, false)] {
      for opened in trials.compactMap(\.opened) {
        let capabilities = opened.capabilities
        guard capabilities.isSoftware != isHardware, (opened.sharingProblem == nil) == shares,
          let device = capabilities.device, !seen.contains(where: device.isSame)
        else { continue }
        seen.append(device)
        found.append(capabilities)
      }
    }
    return found
  }
}
