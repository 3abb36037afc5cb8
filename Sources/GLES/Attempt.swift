/// One thing that was tried on the way to a GL context, and what came of it.
///
/// The list of them is the trail that an error prints and that a report shows.
package struct Attempt: Sendable, Equatable, CustomStringConvertible {
  /// What was tried, such as "device platform, device 0 (/dev/dri/renderD128)".
  package let what: String
  /// What came of it, such as "is software: EGL_MESA_device_software".
  package let result: String

  package init(_ what: String, _ result: String) {
    self.what = what
    self.result = result
  }

  package var description: String { "\(what): \(result)" }
}
