internal import ArgumentParser
internal import CurlSystem
internal import PageCurl

/// Choice of the GPU, and of the way to OpenGL.
struct GPUOptions: ParsableArguments {
  /// Environment variable that names the GPU; `--gpu` overrides it.
  static let variable = "GLCURL_GPU"
  /// Environment variable that names the way; `--egl` overrides it.
  static let wayVariable = "GLCURL_EGL"
  /// Environment variable with the time limit of a frame, seconds, 1 to 3600.
  static let deadlineVariable = "GLCURL_FRAME_DEADLINE"

  @Option(
    help: ArgumentHelp(
      """
      GPU: auto, software (OpenGL on the processor), an index of EGL's list, pci:0000:4e:00.0, \
      drm:/dev/dri/renderD128, cuda:N, uuid:GPU-..., or name: and a part of its name. A named GPU \
      is never replaced by another one or by the CPU path. 'glcurl doctor' lists all. (default: \
      \(variable) of the environment, else auto)
      """, valueName: "device"))
  var gpu: String?

  @Option(
    help: ArgumentHelp(
      """
      The only way to OpenGL that is tried: device (EGL's list of devices), gbm (a DRM node \
      through GBM) or surfaceless (Mesa's own choice). (default: \(wayVariable) of the \
      environment, else all of them, in that order)
      """, valueName: "way"))
  var egl: Renderer.Device.Way?

  func validate() throws {
    do throws(RenderError) {
      _ = try Renderer.Device(gpu ?? "auto")
    } catch {
      throw ValidationError("--gpu \(error.message)")
    }
  }

  /// The chosen device.
  func device() throws(CommandError) -> Renderer.Device {
    var device: Renderer.Device
    do throws(RenderError) {
      device = try Renderer.Device(gpu ?? Environment.value(Self.variable) ?? "auto", way: egl)
    } catch {
      throw CommandError(.usage, "\(Self.variable) of the environment: \(error.message)")
    }
    if egl == nil, let text = Environment.value(Self.wayVariable) {
      device.way = Renderer.Device.Way(rawValue: text)
      guard device.way != nil else {
        throw CommandError(
          .usage,
          "\(Self.wayVariable) of the environment: '\(text)': write device, gbm or surfaceless")
      }
    }
    if let text = Environment.value(Self.deadlineVariable) {
      guard let seconds = Int(text), (1...3600).contains(seconds) else {
        throw CommandError(
          .usage, "\(Self.deadlineVariable) of the environment: '\(text)': seconds, 1 to 3600")
      }
      device.deadline = .seconds(seconds)
    }
    return device
  }

  /// The choice as the user wrote it; nil if any device may draw.
  func demand() throws(CommandError) -> String? {
    guard try device().isDemanded else { return nil }
    var words = arguments
    for (name, isGiven) in [(Self.variable, gpu != nil), (Self.wayVariable, egl != nil)] {
      if !isGiven, let value = Environment.value(name) { words.append("\(name)=\(value)") }
    }
    return words.joined(separator: " ")
  }

  /// Whether the command line names a GPU or a way.
  var isGiven: Bool { gpu != nil || egl != nil }

  /// The options as arguments of a command line.
  var arguments: [String] {
    (gpu.map { ["--gpu=\($0)"] } ?? []) + (egl.map { ["--egl", $0.rawValue] } ?? [])
  }
}
