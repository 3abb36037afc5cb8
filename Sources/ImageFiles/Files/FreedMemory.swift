import CImageCodecs

/// Handling of freed memory in the whole process.
public enum FreedMemory {
  /// Size above which a freed block returns to the system at once, bytes.
  private static let largestKept = 64 << 20
  /// Free bytes above which all but `largestKept` return to the system.
  private static let mostKept = 256 << 20

  /// Keeps freed memory for the next frame: up to 256 MiB, in blocks of up to 64 MiB.
  ///
  /// If more is free, all but 64 MiB return to the system.
  ///
  /// Call it at the start of a program that makes films, before it has threads. Frames, their
  /// planes and their rows are megabytes each. By default the C library returns this memory and
  /// requests it again; the page faults take a fifth of a PNG's time. All threads share the kept
  /// memory, which the system fills with pages of 2 MiB if it can (transparent huge pages,
  /// `madvise` or `always`). With a limit of address space (`ulimit -v`) no memory is kept; without
  /// glibc the call has no effect.
  public static func keepForReuse() {
    ci_keep_freed_memory(largestKept, mostKept)
  }
}
