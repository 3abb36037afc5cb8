internal import Glibc

/// The environment of this process.
package enum Environment {
  /// A variable's value; nil where it isn't set, or empty.
  package static func value(_ name: String) -> String? {
    guard let text = given(name), !text.isEmpty else { return nil }
    return text
  }

  /// A variable's value, also where that is empty; nil where it isn't set.
  package static func given(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(cString: value)
  }

  /// A variable's value as the name of a file: nil also where it isn't UTF-8, since Swift's text for
  /// it would name another one.
  package static func path(_ name: String) -> String? {
    guard let value = unsafe getenv(name), let path = unsafe String(validatingCString: value),
      !path.isEmpty
    else { return nil }
    return path
  }

  /// The folder for temporary files.
  package static var temporaryFolder: String { path("TMPDIR") ?? "/tmp" }
}
