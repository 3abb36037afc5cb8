import CGLES

/// The libraries of EGL, GLES and GBM, opened on first use and never closed.
enum Library {
  /// The client extensions of EGL (EGL_NO_DISPLAY).
  struct Client: Sendable {
    let extensions: Set<String>
    func has(_ name: String) -> Bool { extensions.contains(name) }
  }

  /// EGL and GLES, opened and resolved.
  ///
  /// - Throws: `libraryMissing` with the loader's message.
  static func client() throws(GLError) -> Client { try opened.get() }

  /// Why libgbm can't be used; nil if it can.
  static let gbmProblem: String? = {
    guard let problem = unsafe cgles_load_gbm() else { return nil }
    return unsafe String(cString: problem) + "; Debian and Ubuntu have it in libgbm1"
  }()

  private static let opened: Result<Client, GLError> = {
    if let problem = unsafe cgles_load_egl() {
      return .failure(missing(unsafe String(cString: problem)))
    }
    if let problem = unsafe cgles_load_gl() {
      return .failure(missing(unsafe String(cString: problem)))
    }
    // NULL means no EGL_EXT_client_extensions: EGL is too old for a headless platform.
    let extensions = unsafe words(cgles_eglQueryString(nil, EGL_EXTENSIONS))
    if extensions.contains("EGL_KHR_debug") { cgles_collect_egl_messages() }
    return .success(Client(extensions: extensions))
  }()

  private static func missing(_ detail: String) -> GLError {
    GLError(
      .libraryMissing, doing: "open EGL and GLES",
      detail: "\(detail); Debian and Ubuntu have them in libegl1 and libgles2")
  }
}

/// The words of a space-separated C string; empty for NULL.
///
/// Extensions must be compared as whole words: one's name may start another's.
func words(_ string: UnsafePointer<CChar>?) -> Set<String> {
  guard let string = unsafe string else { return [] }
  return Set(unsafe String(cString: string).split(separator: " ").map(String.init))
}
