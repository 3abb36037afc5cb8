#if Server
package import PageFilm

/// What workers draw, for the server's description of itself.
package struct RenderAPI: Sendable {
  /// An option of a request, by its name on the command line without dashes.
  package struct Option: Sendable {
    package let name: String
    /// Help text.
    package let help: String
    /// JSON Schema of its values.
    package let schema: JSON

    package init(name: String, help: String, schema: JSON) {
      (self.name, self.help, self.schema) = (name, help, schema)
    }
  }

  /// Options of a frame.
  package let frameOptions: [Option]
  /// Options of a film.
  package let filmOptions: [Option]

  package init(frameOptions: [Option], filmOptions: [Option]) {
    (self.frameOptions, self.filmOptions) = (frameOptions, filmOptions)
  }
}
#endif
