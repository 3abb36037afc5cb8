internal import CurlGL
package import GLES
package import PageCurl

/// Results of `doctor`: facts about OpenGL, the renderer of each backend, checked test pictures.
package struct Diagnosis: Sendable {
  /// Result of requesting a backend.
  package struct Choice: Sendable {
    /// The requested backend.
    package let backend: Renderer.Backend
    /// The renderer that the backend opens, or the error.
    package let result: Result<Renderer.Info, RenderError>

    /// The renderer; nil after an error.
    package var info: Renderer.Info? { try? result.get() }
  }

  /// Facts about OpenGL on this machine; nil if the process that examined it crashed.
  package let gl: Examination?
  /// One result per backend.
  package let choices: [Choice]
  /// Test pictures: of the CPU path, then of the device that the `gpu` backend chooses, then of
  /// each other device that opened.
  package let pictures: [PictureReport]

  /// Examines this machine; safe from any task.
  ///
  /// - Parameters:
  ///   - threads: Threads of the CPU path; nil is one per processor.
  ///   - device: Requested GPU and platform.
  ///   - note: Receives each step before it starts, because a driver may crash or hang the process,
  ///     and then its result.
  /// - Returns: The results.
  package static func make(
    threads: Int?, device: Renderer.Device = .auto, note: @Sendable (String) -> Void
  ) async -> Diagnosis {
    let gl = await Examination.make(
      device.request(needsHardware: false), deadline: device.deadline, note)
    var choices: [Choice] = []
    var drawing: [Renderer] = []
    for backend in Renderer.Backend.allCases {
      note("open what --backend \(backend.rawValue) takes")
      do throws(RenderError) {
        let renderer = try await Renderer(backend, threads: threads, device: device)
        choices.append(Choice(backend: backend, result: .success(renderer.info)))
        if backend == .auto { await renderer.shutDown() } else { drawing.append(renderer) }
      } catch {
        choices.append(Choice(backend: backend, result: .failure(error)))
      }
    }
    let processor = drawing.last { $0.info.backend == .cpu }
    var known: [Capabilities] = []
    var pictures: [PictureReport] = []
    for renderer in drawing.reversed() {
      if let own = try? await renderer.gl?.capabilities() { known.append(own) }
      pictures.append(await picture(renderer, against: processor, note))
    }
    for capabilities in gl.further(than: known)
    where device.choice != .software || capabilities.isSoftware {
      note("open one device more: \(capabilities)")
      do throws(RenderError) {
        let renderer = try await Renderer(
          .gpu, requiresHardware: !capabilities.isSoftware, threads: threads,
          device: device.again(for: capabilities))
        pictures.append(await picture(renderer, against: processor, note))
      } catch {
        let info = Renderer.Info(
          backend: .gpu, name: "\(capabilities)", isSoftware: capabilities.isSoftware, trail: [])
        pictures.append(PictureReport(renderer: info, findings: [], failure: error.message))
      }
    }
    return Diagnosis(gl: gl, choices: choices, pictures: pictures)
  }

  /// Draws and checks the test picture, then frees the device.
  ///
  /// Also compares a GPU's picture with that of `processor`, the CPU path.
  private static func picture(
    _ renderer: Renderer, against processor: Renderer?, _ note: @Sendable (String) -> Void
  ) async -> PictureReport {
    note("draw the test picture: \(renderer.info)")
    let other = renderer.info.backend == .gpu ? processor : nil
    let report = await PictureCheck.report(renderer, against: other)
    await renderer.shutDown()
    return report
  }

  /// Examines only the CPU path, without OpenGL.
  package static func withoutGL(threads: Int?) async -> Diagnosis {
    do throws(RenderError) {
      let renderer = try await Renderer(.cpu, threads: threads)
      return Diagnosis(
        gl: nil, choices: [Choice(backend: .cpu, result: .success(renderer.info))],
        pictures: [await PictureCheck.report(renderer)])
    } catch {
      return Diagnosis(
        gl: nil, choices: [Choice(backend: .cpu, result: .failure(error))], pictures: [])
    }
  }
}
