internal import Glibc

/// Open files and folders of this process.
package enum SystemFiles {
  /// Allows this process as many open files as it may have.
  package static func raiseLimit() {
    var limit = rlimit()
    let name = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    guard unsafe getrlimit(name, &limit) == 0 else { return }
    limit.rlim_cur = limit.rlim_max
    unsafe setrlimit(name, &limit)
  }

  /// Makes a folder for this user alone, with those above it, as far as that is possible.
  package static func makeFolder(_ path: String) {
    var made = path.hasPrefix("/") ? "" : "."
    for part in path.split(separator: "/") {
      made += "/\(part)"
      _ = unsafe mkdir(made, 0o700)
    }
  }
}
