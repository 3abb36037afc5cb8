/// The unfinished files of this process.
///
/// `AtomicFile`, `FrameSequence` and the `FilmWriter`s write into them, and rename each when it is
/// complete.
public enum TemporaryFiles {
  /// The paths of the current unfinished files, sorted.
  public static var paths: [String] {
    TemporaryFileRegistry.shared.paths
  }

  /// Deletes every unfinished file; its writer fails at the latest when it finishes.
  ///
  /// Call it before exiting on SIGINT or SIGTERM. Safe from any thread, such as that of a Dispatch
  /// signal source, but not from a signal handler itself: it takes a lock.
  ///
  /// - Parameter refuseNew: Whether later files are rejected with kind `cancelled`, so that none is
  ///   created between this call and the exit. This can't be undone.
  public static func removeAll(refuseNew: Bool = false) {
    TemporaryFileRegistry.shared.removeAll(refuseNew: refuseNew)
  }
}
