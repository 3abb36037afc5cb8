import CGLES
import Glibc

/// A library behind GL, as the loader finds it.
package struct LibraryFile: Sendable, Equatable {
  /// Name by which it is opened, such as "libEGL.so.1".
  package let name: String
  /// Its package in Debian and Ubuntu.
  package let package: String
  /// The loaded file, links resolved; nil if none was.
  package let path: String?
  /// The loader's words if there is no path.
  package let problem: String?

  /// Whether the file is missing, rather than unloadable.
  package var isMissing: Bool { problem?.contains("No such file or directory") == true }

  /// EGL and GLES, which GL needs, and GBM, which only the GBM platform needs.
  package static func all() -> [LibraryFile] {
    [
      LibraryFile("libEGL.so.1", package: "libegl1"),
      LibraryFile("libGLESv2.so.2", package: "libgles2"),
      LibraryFile("libgbm.so.1", package: "libgbm1"),
    ]
  }

  /// Opens it permanently.
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

  /// Files of drivers in this process, sorted: vendors of EGL, DRI and GBM drivers, and their
  /// dependencies.
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

  /// Whether a file's name is that of a driver, or of a library that only drivers load.
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
