import Glibc

/// What tells one state of a file from another without reading it.
public enum FileStamp {
  /// The file's size and the time when it was written last, or nil if it can't be found.
  public static func stamp(ofFileAt path: String) -> String? {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    return "\(status.st_size)-\(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec)"
  }
}
