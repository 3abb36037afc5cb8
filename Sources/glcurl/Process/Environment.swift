internal import Glibc

/// The environment of this process.
enum Environment {
  /// A variable's value; nil where it isn't set, or empty.
  static func value(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    let text = unsafe String(cString: value)
    return text.isEmpty ? nil : text
  }
}
