import CGLES

/// A sign that GL runs on the CPU; one sign is enough.
///
/// No single sign is reliable: a device may advertise a DRM node and still render in software, and
/// Mesa's eglInitialize silently falls back to software.
package enum SoftwareSign: String, Sendable, Equatable, CaseIterable {
  /// The EGL device lists EGL_MESA_device_software.
  case deviceExtension = "EGL_MESA_device_software"
  /// The EGL device's type is EGL_DEVICE_TYPE_CPU_EXT.
  case deviceType = "EGL_DEVICE_TYPE_CPU_EXT"
  /// The display's driver is swrast or kms_swrast (eglGetDisplayDriverName).
  case driverName = "software display driver"
  /// GL_RENDERER names a software renderer.
  case renderer = "software GL_RENDERER"

  /// Signs of an EGL device that are visible before opening, from its extensions and its
  /// EGL_DEVICE_TYPE_EXT.
  package static func signs(ofDevice extensions: Set<String>, type: Int32?) -> [SoftwareSign] {
    var signs: [SoftwareSign] = []
    if extensions.contains("EGL_MESA_device_software") { signs.append(.deviceExtension) }
    if type == CGLES_DEVICE_TYPE_CPU { signs.append(.deviceType) }
    return signs
  }

  /// Whether a display driver's name means software; for zink only GL_RENDERER decides.
  package static func isSoftware(driver: String) -> Bool {
    ["swrast", "kms_swrast"].contains(driver)
  }

  /// Whether a GL_RENDERER means software.
  package static func isSoftware(renderer: String) -> Bool {
    let text = renderer.lowercased()
    return [
      "llvmpipe", "softpipe", "swrast", "swiftshader", "lavapipe", "software",
      "microsoft basic render",
    ].contains(where: text.contains)
  }
}
