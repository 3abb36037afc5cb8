/// The unfinished files of this process: what `AtomicFile`, `FrameSequence` and the `FilmWriter`s
/// write before a file gets its name.
public enum TemporaryFiles {
  /// The paths of the unfinished files there are, sorted.
  public static var paths: [String] {
    TemporaryFileRegistry.shared.paths
  }

  /// Removes every unfinished file; whoever was writing one gets an error at its end.
  ///
  /// For a program that is about to exit because of SIGINT or SIGTERM. Safe from any thread, such
  /// as that of a Dispatch signal source, but not from a signal handler itself: it takes a lock.
  ///
  /// - Parameter refuseNew: Whether files begun from now on fail with kind `cancelled`, so that
  ///   none slips in between this call and the exit. There is no way back.
  public static func removeAll(refuseNew: Bool = false) {
    TemporaryFileRegistry.shared.removeAll(refuseNew: refuseNew)
  }
}
