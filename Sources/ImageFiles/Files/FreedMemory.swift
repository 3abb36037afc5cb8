import CImageCodecs

/// What becomes of memory that is freed, in the whole process.
public enum FreedMemory {
  /// Bytes above which a piece goes back to the system as soon as it is freed.
  private static let largestKept = 64 << 20
  /// Bytes that may lie free before all but `largestKept` go back.
  private static let mostKept = 256 << 20

  /// Keeps what is freed for the next frame: up to 256 MiB, in pieces of up to 64.
  ///
  /// Where more lies free, all but 64 MiB go back.
  ///
  /// For a program that makes films, at its start, before it has threads. Frames, their planes and
  /// their rows are megabytes each, which the C library otherwise gives back and asks for anew, and
  /// every page of that costs a fault: of a PNG's time a fifth. All threads share what is kept, and
  /// the system fills it by pages of 2 MiB where it has them to give (transparent huge pages,
  /// `madvise` or `always`). Under a limit of addresses (`ulimit -v`) nothing is kept. Without glibc
  /// it does nothing.
  public static func keepForReuse() {
    ci_keep_freed_memory(largestKept, mostKept)
  }
}
