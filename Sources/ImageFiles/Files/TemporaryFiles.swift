/// The unfinished files of this process: those that `AtomicFile`, `FrameSequence` and the
/// `FilmWriter`s write before a file gets its name.
public enum TemporaryFiles {
  /// The paths of the current unfinished files, sorted.
  public static var paths: [String] {
    TemporaryFileRegistry.shared.paths
  }

  /// Deletes every unfinished file; its writer gets an error at the end.
  ///
  /// For a program that is about to exit because of SIGINT or SIGTERM. Safe from any thread, such
  /// as that of a Dispatch signal source, but not from a signal handler itself: it takes a lock.
  ///
  /// - Parameter refuseNew: Whether later files fail with kind `cancelled`, so that none is created
  ///   between this call and the exit. This can't be undone.
  public static func removeAll(refuseNew: Bool = false) {
    TemporaryFileRegistry.shared.removeAll(refuseNew: refuseNew)
  }
}
