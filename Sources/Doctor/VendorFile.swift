internal import CurlSystem
internal import FoundationEssentials

/// A file that tells libEGL about a vendor's driver (GLVND's ICD file).
package struct VendorFile: Sendable {
  package let path: String
  /// The driver's library as the file names it; nil if the file can't be read.
  package let library: String?

  /// The files that libEGL reads, in libEGL's order.
  ///
  /// `__EGL_VENDOR_LIBRARY_FILENAMES` lists files; without it, libEGL reads the folders in
  /// `__EGL_VENDOR_LIBRARY_DIRS`, else its own folders.
  static func all() -> [VendorFile] {
    func parts(_ variable: String) -> [String]? {
      Environment.value(variable)?.split(separator: ":").map(String.init)
    }
    if let files = parts("__EGL_VENDOR_LIBRARY_FILENAMES") { return files.map(VendorFile.init) }
    let folders =
      parts("__EGL_VENDOR_LIBRARY_DIRS")
      ?? ["/etc/glvnd/egl_vendor.d", "/usr/share/glvnd/egl_vendor.d"]
    return folders.flatMap { folder in
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      return names.filter { $0.hasSuffix(".json") }.sorted().map { VendorFile("\(folder)/\($0)") }
    }
  }

  /// Whether the file names NVIDIA's driver.
  var isNVIDIA: Bool { library?.contains("nvidia") ?? false }
}

extension VendorFile {
  /// The file at a path.
  fileprivate init(_ path: String) {
    struct Content: Decodable {
      struct Driver: Decodable {
        var library: String
        enum CodingKeys: String, CodingKey { case library = "library_path" }
      }
      var driver: Driver
      enum CodingKeys: String, CodingKey { case driver = "ICD" }
    }
    self.path = path
    let data = FileManager.default.contents(atPath: path)
    library = data.flatMap { try? JSONDecoder().decode(Content.self, from: $0) }?.driver.library
  }
}
