import Foundation
import Testing

/// Libraries of one C file that tests bring into the program's process.
enum CLibrary {
  /// Stands in the kernel's place; see its source.
  static let shim = Result { try make("DRMShim/shim.c", "DRMShim") }
  /// A vendor's EGL that fails; see its source.
  static let vendor = Result { try make("EGLVendor/vendor.c", "libEGL_test") }

  /// Where one is; cancels the test where nothing here compiles C.
  static func path(_ library: Result<URL, any Error>) throws -> String {
    do {
      return try library.get().path
    } catch is NoCompiler {
      try Test.cancel("no C compiler here to make a library with")
    }
  }

  private struct NoCompiler: Error {}

  /// Compiles a file of the tests' folder into a library beside the build's other products.
  private static func make(_ file: String, _ name: String) throws -> URL {
    let source = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../\(file)")
    let folder = Glcurl.path.deletingLastPathComponent()
    let library = folder.appending(path: "\(name).so")
    let tools = ["/usr/bin/cc", "/usr/bin/clang", "/usr/bin/gcc"]
    guard let compiler = tools.first(where: FileManager.default.isExecutableFile) else {
      throw NoCompiler()
    }
    // Two runs at a time replace each other's whole, and never a part.
    let made = folder.appending(path: "\(name)-\(ProcessInfo.processInfo.processIdentifier).so")
    let process = Process()
    process.executableURL = URL(filePath: compiler)
    process.arguments = [
      "-std=gnu2x", "-Wall", "-Werror", "-shared", "-fPIC", "-O1", "-o", made.path,
      source.path, "-ldl",
    ]
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0, "\(file) doesn't compile")
    let failure = unsafe rename(made.path, library.path)
    try #require(failure == 0, "\(name) can't be put in its place")
    return library
  }
}
