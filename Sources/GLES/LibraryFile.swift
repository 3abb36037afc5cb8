import CGLES
import Glibc

/// A library behind GL as the loader found it.
package struct LibraryFile: Sendable, Equatable {
  /// The name that it is opened by, such as "libEGL.so.1".
  package let name: String
  /// The package of Debian and Ubuntu that holds it.
  package let package: String
  /// The file that was loaded, links resolved; nil if none was.
  package let path: String?
  /// The loader's words where there is no path.
  package let problem: String?

  /// Whether there is no such file, rather than one that can't be loaded.
  package var isMissing: Bool { problem?.contains("No such file or directory") == true }

  /// EGL and GLES, which GL needs, and GBM, which only the GBM platform needs.
  package static func all() -> [LibraryFile] {
    [
      LibraryFile("libEGL.so.1", package: "libegl1"),
      LibraryFile("libGLESv2.so.2", package: "libgles2"),
      LibraryFile("libgbm.so.1", package: "libgbm1"),
    ]
  }

  /// Opens it for good.
  private init(_ name: String, package: String) {
    self.name = name
    self.package = package
    var text = [CChar](repeating: 0, count: 4096)
    let isThere = unsafe cgles_find_library(name, &text, text.count) != 0
    let bytes = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    let words = String(decoding: bytes, as: UTF8.self)
    path = isThere ? words : nil
    problem = isThere ? nil : words
  }

  /// The drivers' files in this process: vendors of EGL, DRI and GBM drivers, and what they stand
  /// on; sorted.
  package static func drivers() -> [String] {
    var paths = Set<String>()
    unsafe withUnsafeMutablePointer(to: &paths) { pointer in
      unsafe cgles_each_loaded(
        { path, context in
          guard let path = unsafe path, let context = unsafe context else { return }
          let text = unsafe String(cString: path)
          guard LibraryFile.isDriver(text) else { return }
          unsafe context.assumingMemoryBound(to: Set<String>.self).pointee.insert(text)
        }, pointer)
    }
    return paths.sorted()
  }

  /// Whether a file's name is that of a driver, or of a library that only drivers bring.
  package static func isDriver(_ path: String) -> Bool {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let beginnings = [
      "libEGL_", "libGLdispatch", "libGLESv2_", "libgallium", "libglapi", "libnvidia-", "libdrm",
      "libLLVM", "libvulkan", "libcuda",
    ]
    return beginnings.contains(where: name.hasPrefix) || name.contains("_dri.so")
      || name.contains("_gbm.so")
  }
}
