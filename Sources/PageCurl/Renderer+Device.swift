package import GLES

extension Renderer {
  /// Which GPU is wanted, and the way to it.
  ///
  /// Places in a list begin at 0 again in every container, and CUDA's numbers aren't EGL's: a PCI
  /// address or a UUID names one GPU for good.
  public struct Device: Sendable, Equatable, CustomStringConvertible {
    /// A way through EGL without a window system.
    public enum Way: String, Sendable, CaseIterable {
      /// A device that EGL lists; needs no DRM node.
      case device
      /// A DRM node, through GBM.
      case gbm
      /// Whatever Mesa picks by itself.
      case surfaceless
    }

    /// The best there is, whichever way works.
    public static let auto = Device(.auto)

    /// The one way that is taken; nil tries all.
    public var way: Way?
    /// How long a frame may take on it before it is given up with `.timeout`; 30 seconds unless
    /// said otherwise, which emulated and very busy machines may need.
    public var deadline: Duration = .seconds(30)
    /// How long it may take to recover from a reset; 5 seconds unless said otherwise.
    ///
    /// Frames fail with `.deviceLost` after that, without waiting for it again.
    public var recovery: Duration = .seconds(5)
    package let choice: DeviceChoice
    /// Failures to bring about; nil is none.
    package var faults: FaultPlan?

    private init(_ choice: DeviceChoice) { self.choice = choice }

    /// A device from its name.
    ///
    /// - Parameters:
    ///   - name: `auto`; `software`; a place in EGL's list; `pci:0000:4e:00.0`;
    ///     `drm:/dev/dri/renderD128`; `cuda:N`; `uuid:` and how its UUID begins, `GPU-…` alone too;
    ///     `name:` and a part of its name.
    ///   - way: the one way that is taken; nil tries all.
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

    /// Whether nothing else will do: no other device, and not the CPU path either.
    package var isDemanded: Bool { choice != .auto || way != nil }

    /// What is asked of EGL; a device that is named may be software only where software will do.
    package func request(needsHardware: Bool) -> DeviceRequest {
      DeviceRequest(
        policy: choice == .software ? .softwareOnly : needsHardware ? .hardwareOnly : .any,
        platform: way.flatMap { Platform(rawValue: $0.rawValue) }, choice: choice,
        faults: faults)
    }

    /// The one that was opened, by the way on which it was opened, and no other.
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
