import Glibc

/// Finds programs as a shell does.
enum ExecutableSearch {
  /// The path of the program `name` in the folders of `searchPath`, separated by colons, or nil.
  ///
  /// A name with a slash stands for itself.
  static func find(_ name: String, searchPath: String) -> String? {
    guard !name.contains("/") else { return isExecutable(name) ? name : nil }
    for folder in searchPath.split(separator: ":", omittingEmptySubsequences: true) {
      let path = "\(folder)/\(name)"
      if isExecutable(path) { return path }
    }
    return nil
  }

  /// The search path of this process.
  static var inheritedPath: String {
    guard let value = unsafe getenv("PATH") else { return "/usr/local/bin:/usr/bin:/bin" }
    return unsafe String(cString: value)
  }

  private static func isExecutable(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
      && access(path, X_OK) == 0
  }
}
