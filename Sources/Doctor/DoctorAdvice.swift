internal import CurlSystem
internal import GLES
internal import PageCurl

/// A problem that the user can fix, and how.
package struct DoctorAdvice: Sendable {
  /// The problem, one sentence.
  package let finding: String
  /// Alternative fixes: commands and sentences.
  package let ways: [String]
}

extension DoctorReport {
  /// Advice, most urgent first.
  package var advice: [DoctorAdvice] {
    accidents + pictures + libraries + permissions + nvidia + hidden + drivers
  }

  private var accidents: [DoctorAdvice] {
    guard let accident else { return [] }
    return [
      DoctorAdvice(
        finding: "examining OpenGL \(accident.end) at: \(accident.steps.last ?? "its start")",
        ways: [
          "glcurl render … --backend cpu (needs no driver)",
          "EGL_LOG_LEVEL=debug glcurl doctor (the driver's own messages)",
          "__EGL_VENDOR_LIBRARY_FILENAMES=/usr/share/glvnd/egl_vendor.d/50_mesa.json glcurl doctor "
            + "(excludes other vendors' drivers)",
        ])
    ]
  }

  private var pictures: [DoctorAdvice] {
    diagnosis.pictures.filter { !$0.isRight }.map { picture in
      picture.renderer.backend == .cpu
        ? DoctorAdvice(
          finding: "the CPU path draws wrong, which must not happen on any machine",
          ways: [
            "glcurl doctor --json > doctor.json, and report it: don't trust this build"
          ])
        : DoctorAdvice(
          finding: picture.failure.map { "OpenGL failed on \(picture.renderer.name): \($0)" }
            ?? "OpenGL draws wrong on \(picture.renderer.name)",
          ways: [
            "glcurl render … --backend cpu (the same picture without this driver)",
            "update the driver, then glcurl doctor again",
          ])
    }
  }

  private var libraries: [DoctorAdvice] {
    guard let gl = diagnosis.gl else { return [] }
    var advice: [DoctorAdvice] = []
    for library in gl.libraries where library.path == nil {
      let isNeeded = library.package != "libgbm1"
      if !isNeeded && openGL == .hardware { continue }
      let purpose = isNeeded ? "--backend gpu needs it" : "only the GBM platform needs it"
      var ways = [
        library.isMissing
          ? "apt-get install \(library.package)" : "apt-get install --reinstall \(library.package)"
      ]
      if !library.isMissing, value("LD_LIBRARY_PATH") != nil {
        ways.append("env -u LD_LIBRARY_PATH glcurl doctor (a broken copy may come first)")
      }
      advice.append(
        DoctorAdvice(
          finding: "\(library.name) is \(library.isMissing ? "missing" : "broken"); \(purpose)",
          ways: ways))
    }
    if advice.isEmpty, let problem = gl.problem {
      advice.append(
        DoctorAdvice(
          finding: "EGL can't be used: \(problem)",
          ways: ["apt-get install --reinstall libegl1 libgles2"]))
    }
    return advice
  }

  /// The value of an environment variable that loaders and drivers read; nil if unset.
  func value(_ variable: String) -> String? {
    machine.environment.first { $0.name == variable }?.value
  }
}
