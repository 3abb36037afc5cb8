package import PageCurl

/// What whole jobs took at one size, beside what they can't do without.
package struct JobReport {
  /// A piece of work that is measured in rounds.
  package enum Part: String, CaseIterable {
    /// The program, from two PNGs to an MP4.
    case film
    /// The frames, drawn beforehand, to an MP4.
    case written
    /// ffmpeg alone, fed the same frames as RGBA.
    case ffmpeg
    /// The frames, drawn beforehand, to numbered PNGs.
    case pngs
    /// The deflate library alone on the rows of the same PNGs, on all processors.
    case deflate
    /// The program, from two PNGs to the PNG of one frame.
    case frame
    /// Decoding two PNGs and encoding one, one after the other.
    case codecs
    /// Making all that a renderer reads of a page, before its first frame.
    case page
    /// The program when it only says its version.
    case start

    /// What it is, for people.
    package var title: String {
      switch self {
      case .film: "two PNGs to an MP4, the whole program"
      case .written: "the same frames, drawn beforehand"
      case .ffmpeg: "ffmpeg alone, fed them as RGBA"
      case .pngs: "numbered PNGs, drawn beforehand"
      case .deflate: "the deflate library alone"
      case .frame: "two PNGs to one frame, the whole program"
      case .codecs: "decoding two PNGs, encoding one"
      case .page: "preparing a page for its first frame"
      case .start: "starting the program"
      }
    }

    /// What its times are held against, and the most that they should be times that.
    package var floor: (part: Part, most: Double)? {
      switch self {
      case .film, .written: (.ffmpeg, 1.15)
      case .pngs: (.deflate, 1 / 0.9)
      case .frame: (.codecs, 3)
      default: nil
      }
    }

    /// Whether it does all frames.
    package var isOfFrames: Bool {
      switch self {
      case .film, .written, .ffmpeg, .pngs, .deflate: true
      default: false
      }
    }
  }

  /// The pages' size.
  package let size: PageSize
  /// Frames of the film.
  package let frames: Int
  /// How often each part was done.
  package let rounds: Int
  /// What each took at least, whole, on the clock and of the processors.
  package var laps: [Part: Lap] = [:]
  /// What films hold; nil where it couldn't be measured.
  package var memory: JobMemory?
  /// What couldn't be measured, and why.
  package var missing: [String] = []

  /// Notes a round; each of both times counts with its least.
  mutating func add(_ part: Part, _ lap: Lap) {
    let known = laps[part] ?? lap
    laps[part] = Lap(wall: min(known.wall, lap.wall), cpu: min(known.cpu, lap.cpu))
  }

  /// How many times its floor's time a part takes.
  package func ratio(_ part: Part) -> Lap? {
    guard let floor = part.floor, let own = laps[part], let least = laps[floor.part],
      least.wall > 0, least.cpu > 0
    else { return nil }
    return Lap(wall: own.wall / least.wall, cpu: own.cpu / least.cpu)
  }
}
