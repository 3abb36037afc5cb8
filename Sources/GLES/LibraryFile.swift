import CGLES
import Glibc

/// A library that implements EGL, GLES or GBM, as the loader finds it.
package struct LibraryFile: Sendable, Equatable {
  /// Name to open it by, such as "libEGL.so.1".
  package let name: String
  /// Its package in Debian and Ubuntu.
  package let package: String
  /// Path of the loaded file, links resolved; nil if loading failed.
  package let path: String?
  /// The loader's error message; nil if the library is loaded.
  package let problem: String?

  /// Whether the file doesn't exist; false if it exists but can't be loaded.
  package var isMissing: Bool { problem?.contains("No such file or directory") == true }

  /// EGL and GLES, which GL needs, and GBM, which only the GBM platform needs.
  package static func all() -> [LibraryFile] {
    [
      LibraryFile("libEGL.so.1", package: "libegl1"),
      LibraryFile("libGLESv2.so.2", package: "libgles2"),
      LibraryFile("libgbm.so.1", package: "libgbm1"),
    ]
  }

  /// Opens a library and never closes it.
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

  /// Driver files loaded in this process, sorted: vendors' EGL, DRI and GBM drivers, and their
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

  /// Whether a path names a driver, or a library that only drivers load.
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
