import Glibc

/// Identifies the state of a file without reading it.
public enum FileStamp {
  /// Size and modification time of the file; nil if it can't be found.
  public static func stamp(ofFileAt path: String) -> String? {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    return "\(status.st_size)-\(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec)"
  }
}
