/// What films hold, beside the most that they may.
package struct JobMemory {
  /// The most; nil where none is stated.
  package let bound: MemoryBound?
  /// The films, in the order in which they were made.
  package let films: [MeasuredFilm]

  package init(bound: MemoryBound?, films: [MeasuredFilm]) {
    self.bound = bound
    self.films = films
  }

  /// The films that held more, for people.
  package var failures: [String] {
    films.compactMap { film in
      guard let most = bound?.bytes(film), film.peak > most else { return nil }
      return "\(film.name): \(film.peak) bytes, \(most) at most"
    }
  }
}
