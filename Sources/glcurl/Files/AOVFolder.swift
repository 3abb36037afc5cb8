internal import Glibc
internal import ImageFiles
internal import PageCurl

/// The folder for the AOVs of a frame.
final class AOVFolder {
  private let path: String
  private let aovs: [AOV]
  private let isNew: Bool
  private var isKept = false

  /// Creates the folder if it is missing; nil if no AOVs are requested.
  ///
  /// A new folder is removed again if nothing is written to it.
  init?(_ options: GeometryOptions, inputs: [String]) throws(CommandError) {
    guard let aovs = options.aov, let path = options.aovDir else { return nil }
    self.aovs = aovs
    self.path = path
    isNew = unsafe mkdir(path, 0o777) == 0
    let code = errno
    guard isNew || code == EEXIST else {
      throw CommandError(
        .cannotCreate, "cannot create folder '\(path)' (--aov-dir): \(Console.systemText(code))")
    }
    for aov in aovs {
      do throws(ImageFileError) {
        try AtomicFile(path: file(aov)).discard()
      } catch {
        throw CommandError(error)
      }
    }
  }

  deinit {
    if isNew && !isKept { unsafe rmdir(path) }
  }

  /// Writes the files, each atomically.
  func write(_ geometry: FrameGeometry) throws(CommandError) {
    isKept = true
    for aov in aovs {
      do throws(ImageFileError) {
        try AtomicFile.write(aov.file(geometry).bytes, path: file(aov))
      } catch {
        throw CommandError(error)
      }
    }
  }

  private func file(_ aov: AOV) -> String { "\(path)/\(aov.rawValue).npy" }
}
