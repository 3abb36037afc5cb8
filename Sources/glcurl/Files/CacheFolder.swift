internal import CurlSystem
internal import Glibc

/// Folder for data that the program can rebuild.
enum CacheFolder {
  /// The folder of OpenGL's linked programs, created if missing; nil if caching is off or no
  /// home folder is set.
  ///
  /// `GLCURL_PROGRAM_CACHE` names the folder; if that is empty, caching is off. Without it, the
  /// path follows the XDG base directory specification: in `$XDG_CACHE_HOME` if that is absolute,
  /// else in `~/.cache`.
  static var programs: String? {
    guard Environment.given("GLCURL_PROGRAM_CACHE") == nil else {
      return Environment.path("GLCURL_PROGRAM_CACHE")
    }
    let cache: String
    if let given = Environment.path("XDG_CACHE_HOME"), given.hasPrefix("/") {
      cache = given
    } else if let home = Environment.path("HOME"), home.hasPrefix("/") {
      cache = home + "/.cache"
    } else {
      return nil
    }
    unsafe mkdir(cache, 0o700)
    return cache + "/glcurl"
  }
}
