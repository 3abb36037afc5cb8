/// Memory of films, and its bound.
package struct JobMemory {
  /// Bound of the memory; nil if none is stated.
  package let bound: MemoryBound?
  /// The films, in order.
  package let films: [MeasuredFilm]

  package init(bound: MemoryBound?, films: [MeasuredFilm]) {
    self.bound = bound
    self.films = films
  }

  /// The films that exceeded the bound, for messages.
  package var failures: [String] {
    films.compactMap { film in
      guard let most = bound?.bytes(film), film.peak > most else { return nil }
      return "\(film.name): \(film.peak) bytes, \(most) at most"
    }
  }
}
