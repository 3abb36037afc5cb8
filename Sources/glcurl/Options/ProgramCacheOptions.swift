internal import ArgumentParser

/// Whether OpenGL's linked programs are kept for the next time.
struct ProgramCacheOptions: ParsableArguments {
  @Flag(
    name: .customLong("no-program-cache"),
    help: """
      Let the driver compile OpenGL's programs anew, and keep none. Else they are kept in \
      $XDG_CACHE_HOME/glcurl or ~/.cache/glcurl, or in the folder that GLCURL_PROGRAM_CACHE names; \
      an empty name keeps none either.
      """)
  var noProgramCache = false

  /// The folder; nil keeps none.
  var folder: String? { noProgramCache ? nil : CacheFolder.programs }
}
