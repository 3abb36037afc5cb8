internal import Glibc

/// The environment of this process.
package enum Environment {
  /// The value of a variable; nil if it is unset or empty.
  package static func value(_ name: String) -> String? {
    guard let text = given(name), !text.isEmpty else { return nil }
    return text
  }

  /// The value of a variable, which may be empty; nil if it is unset.
  package static func given(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(cString: value)
  }

  /// The value of a variable as a path; nil also if it isn't UTF-8, because Swift's string would
  /// name another file.
  package static func path(_ name: String) -> String? {
    guard let value = unsafe getenv(name), let path = unsafe String(validatingCString: value),
      !path.isEmpty
    else { return nil }
    return path
  }

  /// Whether a path is a folder.
  package static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// The folder for temporary files.
  package static var temporaryFolder: String { path("TMPDIR") ?? "/tmp" }
}
