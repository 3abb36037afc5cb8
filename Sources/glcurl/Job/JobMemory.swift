/// How the memory and the time of a film grow: with the frames, the pages, their size and the film's.
struct JobMemory {
  /// One film that was made to see what it takes.
  struct Film {
    let pages: Int
    let frames: Int
    /// The most memory that it held, bytes.
    let peak: Int
    /// Milliseconds of the processors, without starting.
    let cpu: Double
    /// Frames of the whole film.
    let count: Int
    /// Bytes of one, as 8-bit RGBA.
    let frameBytes: Int
  }

  /// Two pages in few frames.
  let few: Film
  /// The same in ten times as many.
  let many: Film
  /// A book of few frames a turn.
  let book: Film
  /// The same of ten times as many pages.
  let thick: Film
  /// Times that the two pages, as 8-bit RGBA, are held.
  let pagesFactor: Double
  /// Frames that are held, as 8-bit RGBA.
  let heldFrames: Double
  /// Bytes beside pages and frames.
  let constant: Double

  /// From films that are drawn alike: `wide` has a margin around the same pages, and `small` has
  /// pages and frames of half the sides.
  init(few: Film, many: Film, book: Film, thick: Film, wide: Film, small: Film) {
    (self.few, self.many, self.book, self.thick) = (few, many, book, thick)
    heldFrames = Double(wide.peak - few.peak) / Double(wide.frameBytes - few.frameBytes)
    let both = Double(few.peak - small.peak) / Double(few.frameBytes - small.frameBytes)
    pagesFactor = (both - heldFrames) / 2
    constant = Double(small.peak) - Double(small.frameBytes) * both
  }

  /// How many times the memory of few frames as many take.
  var framesRatio: Double { Double(many.peak) / Double(few.peak) }
  /// How many times the memory of a thin book a thick one takes.
  var pagesRatio: Double { Double(thick.peak) / Double(book.peak) }
  /// How many times the processors' time for a frame of few one of many takes.
  var frameTimeRatio: Double { many.cpu / Double(many.count) / (few.cpu / Double(few.count)) }
  /// How many times the processors' time for a frame of a thin book one of a thick one takes.
  var pageTimeRatio: Double { thick.cpu / Double(thick.count) / (book.cpu / Double(book.count)) }
}
