internal import CurlGL
package import GLES
package import PageCurl

/// What `doctor` finds out: OpenGL examined, every backend opened, test pictures drawn and checked.
package struct Diagnosis: Sendable {
  /// What asking for a backend gives.
  package struct Choice: Sendable {
    /// What is asked for.
    package let backend: Renderer.Backend
    /// What it gives, or why nothing.
    package let result: Result<Renderer.Info, RenderError>

    /// What it gives, if anything.
    package var info: Renderer.Info? { try? result.get() }
  }

  /// OpenGL on this machine; nil where examining it took the process that did it.
  package let gl: Examination?
  /// Each backend once.
  package let choices: [Choice]
  /// The CPU path's picture, then that of the device that `gpu` takes, if there is one, then one of
  /// each further device that opened.
  package let pictures: [PictureReport]

  /// Examines this machine; any task.
  ///
  /// - Parameters:
  ///   - threads: of the CPU path; nil is one for each processor.
  ///   - device: the GPU that the backends are asked for, and the way to it.
  ///   - note: is told each step before it is taken and what came of it, since a driver may take
  ///     the process with it, or never come back.
  /// - Returns: what was found.
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

  /// Draws and checks the test picture, on a GPU against the CPU path's too, and frees the device.
  private static func picture(
    _ renderer: Renderer, against processor: Renderer?, _ note: @Sendable (String) -> Void
  ) async -> PictureReport {
    note("draw the test picture: \(renderer.info)")
    let other = renderer.info.backend == .gpu ? processor : nil
    let report = await PictureCheck.report(renderer, against: other)
    await renderer.shutDown()
    return report
  }

  /// The same without touching OpenGL.
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
