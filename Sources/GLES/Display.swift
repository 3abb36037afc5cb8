import CGLES
import Glibc

/// An initialised EGL display: one per device and platform in the process, never terminated.
///
/// EGL's displays are global to the process: terminating one destroys all its contexts. So a
/// registry keeps displays until exit, with the file descriptors of GBM devices. Safe from any
/// thread.
@safe
package final class Display: @unchecked Sendable {
  let raw: EGLDisplay
  /// Platform that opened the display.
  package let platform: Platform
  /// DRM node; nil if unknown.
  package let node: String?
  /// Identity of the device; nil if it isn't in EGL's list.
  let identity: DeviceIdentity?
  /// GBM device; nil on other platforms than GBM.
  let gbm: OpaquePointer?
  /// EGL_VERSION as numbers.
  package let version: (major: Int, minor: Int)
  /// EGL_VENDOR.
  package let vendor: String
  /// Driver of the display (EGL_MESA_query_driver); nil if unknown.
  package let driver: String?
  let extensions: Set<String>
  /// Signs of software in device and display; `Capabilities` adds the renderer's.
  let softwareSigns: [SoftwareSign]

  /// Lock for contexts that mustn't work at the same time; see `Context.exclusively(_:)`.
  let exclusiveLock = Lock()

  func has(_ name: String) -> Bool { extensions.contains(name) }

  private static let lock = Lock()
  nonisolated(unsafe) private static var registry: [String: Display] = [:]

  /// The display of an EGL device.
  static func of(_ device: Device) throws(GLError) -> Display {
    try registered("device \(UInt(bitPattern: unsafe device.raw))") { () throws(GLError) in
      try unsafe Display(
        cgles_eglGetPlatformDisplayEXT(EGL.platformDevice, device.raw, nil), .device,
        node: device.node, identity: device.identity, signs: device.softwareSigns)
    }
  }

  /// The display of a DRM node (eglGetPlatformDisplayEXT on gbm_create_device).
  static func ofNode(_ path: String) throws(GLError) -> Display {
    try registered("gbm \(path)") { () throws(GLError) in
      let doing = "open \(path) with GBM"
      let file = unsafe open(path, O_RDWR | O_CLOEXEC)
      guard file >= 0 else {
        throw GLError(.contextFailed, doing: doing, detail: systemError(errno))
      }
      guard let device = unsafe cgles_gbm_create_device(file) else {
        let reason = systemError(errno)
        close(file)
        throw GLError(.contextFailed, doing: doing, detail: "gbm_create_device: \(reason)")
      }
      do throws(GLError) {
        return try unsafe Display(
          cgles_eglGetPlatformDisplayEXT(
            EGL.platformGBM, UnsafeMutableRawPointer(device), nil), .gbm, node: path,
          gbm: device, signs: [])
      } catch {
        unsafe cgles_gbm_device_destroy(device)
        close(file)
        throw error
      }
    }
  }

  /// The display that Mesa chooses.
  static func surfaceless() throws(GLError) -> Display {
    try registered("surfaceless") { () throws(GLError) in
      try unsafe Display(
        cgles_eglGetPlatformDisplayEXT(EGL.platformSurfaceless, nil, nil), .surfaceless,
        node: nil, signs: [])
    }
  }

  private static func registered(
    _ key: String, _ make: () throws(GLError) -> Display
  ) throws(GLError) -> Display {
    lock.lock()
    defer { lock.unlock() }
    if let known = unsafe registry[key] { return known }
    let display = try make()
    unsafe registry[key] = display
    return display
  }

  private init(
    _ found: EGLDisplay?, _ platform: Platform, node: String?,
    identity: DeviceIdentity? = nil, gbm: OpaquePointer? = nil, signs: [SoftwareSign]
  ) throws(GLError) {
    let doing = "open a \(platform.rawValue) display"
    guard let found = unsafe found else {
      throw GLError(
        .contextFailed, doing: doing, detail: "eglGetPlatformDisplayEXT: \(lastEGLError())")
    }
    var major: EGLint = 0
    var minor: EGLint = 0
    eglLock.lock()
    let initialised = unsafe cgles_eglInitialize(found, &major, &minor)
    eglLock.unlock()
    ExitGate.register(isOpen: initialised != EGL.no)
    guard initialised != EGL.no else {
      throw GLError(.contextFailed, doing: doing, detail: "eglInitialize: \(lastEGLError())")
    }
    unsafe raw = unsafe found
    self.platform = platform
    self.node = node
    self.identity = identity
    unsafe self.gbm = unsafe gbm
    version = (Int(major), Int(minor))
    let extensions = unsafe words(cgles_eglQueryString(found, EGL_EXTENSIONS))
    self.extensions = extensions
    vendor = unsafe cgles_eglQueryString(found, EGL_VENDOR).map { unsafe String(cString: $0) } ?? ""
    if extensions.contains("EGL_MESA_query_driver"),
      let name = unsafe cgles_eglGetDisplayDriverName(found)
    {
      driver = unsafe String(cString: name)
    } else {
      driver = nil
    }
    softwareSigns =
      signs + (driver.map(SoftwareSign.isSoftware(driver:)) == true ? [.driverName] : [])
  }
}
