internal import CurlSystem
internal import Glibc

/// Where the program keeps what it can make anew.
enum CacheFolder {
  /// The folder of OpenGL's linked programs, made if need be; nil where none is wanted or there is
  /// no home to keep it in.
  ///
  /// The XDG base directory specification says where: `$XDG_CACHE_HOME`, if that is absolute, else
  /// `~/.cache`.
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
