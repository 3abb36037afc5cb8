/// A failed attempt to open a GL context, and its result.
///
/// Errors and reports print the list of attempts: the trail.
package struct Attempt: Sendable, Equatable, CustomStringConvertible {
  /// The attempt, such as "device platform, device 0 (/dev/dri/renderD128)".
  package let what: String
  /// The result, such as "is software: EGL_MESA_device_software".
  package let result: String

  package init(_ what: String, _ result: String) {
    self.what = what
    self.result = result
  }

  package var description: String { "\(what): \(result)" }
}
