package import GLES

extension Renderer {
  /// The requested GPU, and how to open it.
  ///
  /// In every container, an index in a list starts at 0 again, and CUDA's numbers differ from
  /// EGL's. A PCI address or a UUID always names the same GPU.
  public struct Device: Sendable, Equatable, CustomStringConvertible {
    /// A way to open a device through EGL without a window system.
    public enum Way: String, Sendable, CaseIterable {
      /// A device that EGL lists; needs no DRM node.
      case device
      /// A DRM node, through GBM.
      case gbm
      /// The device that Mesa chooses.
      case surfaceless
    }

    /// The best available device, opened in any way.
    public static let auto = Device(.auto)

    /// The only way to try; nil tries all.
    public var way: Way?
    /// Time limit for a frame, after which it fails with `.timeout`; default 30 seconds.
    ///
    /// Emulated and very busy machines may need more.
    public var deadline: Duration = .seconds(30)
    /// Time limit for the recovery of a reset device; default 5 seconds.
    ///
    /// After that, frames fail with `.deviceLost` without another wait.
    public var recovery: Duration = .seconds(5)
    package let choice: DeviceChoice
    /// Failures to inject; nil injects none.
    package var faults: FaultPlan?

    private init(_ choice: DeviceChoice) { self.choice = choice }

    /// A device from its name.
    ///
    /// - Parameters:
    ///   - name: `auto`; `software`; an index of EGL's list; `pci:0000:4e:00.0`;
    ///     `drm:/dev/dri/renderD128`; `cuda:N`; `uuid:` and the start of its UUID, or `GPU-…`
    ///     without `uuid:`; `name:` and a part of its name.
    ///   - way: the only way to try; nil tries all.
    /// - Throws: `.parameter` for anything else.
    public init(_ name: String, way: Way? = nil) throws(RenderError) {
      do throws(DeviceChoice.Invalid) {
        self.init(try DeviceChoice(name))
      } catch {
        throw RenderError(.parameter, error.description)
      }
      self.way = way
    }

    /// The device's name, in its usual form.
    public var description: String { choice.description }

    /// Whether neither another device nor the CPU path may replace it.
    package var isDemanded: Bool { choice != .auto || way != nil }

    /// The request to EGL; `needsHardware` rejects software, except if the choice is software.
    package func request(needsHardware: Bool) -> DeviceRequest {
      DeviceRequest(
        policy: choice == .software ? .softwareOnly : needsHardware ? .hardwareOnly : .any,
        platform: way.flatMap { Platform(rawValue: $0.rawValue) }, choice: choice,
        faults: faults)
    }

    /// The device that was opened, by the same way, without alternatives.
    package func again(for opened: Capabilities) -> Device {
      var device = Device(request(needsHardware: false).again(for: opened).choice)
      device.way = Way(rawValue: opened.platform.rawValue)
      device.deadline = deadline
      device.recovery = recovery
      device.faults = faults
      return device
    }
  }
}
