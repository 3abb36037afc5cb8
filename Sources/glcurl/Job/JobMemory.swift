/// What films hold, beside the most that they may.
struct JobMemory {
  /// The most; nil where none is stated.
  let bound: MemoryBound?
  /// The films, in the order in which they were made.
  let films: [MeasuredFilm]

  /// The films that held more, for people.
  var failures: [String] {
    films.compactMap { film in
      guard let most = bound?.bytes(film), film.peak > most else { return nil }
      return "\(film.name): \(film.peak) bytes, \(most) at most"
    }
  }
}
