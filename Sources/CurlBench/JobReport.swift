package import PageCurl

/// Times of whole jobs at one size, and of their unavoidable parts.
package struct JobReport {
  /// A part that is measured in rounds.
  package enum Part: String, CaseIterable {
    /// The program, from two PNGs to an MP4.
    case film
    /// Writing frames drawn in advance to an MP4.
    case written
    /// ffmpeg alone, with the same frames as RGBA.
    case ffmpeg
    /// Writing frames drawn in advance to numbered PNGs.
    case pngs
    /// The deflate library alone on the rows of the same PNGs, on all processors.
    case deflate
    /// The program, from two PNGs to the PNG of one frame.
    case frame
    /// Decoding two PNGs and encoding one, one after the other.
    case codecs
    /// Preparing all forms of a page that a renderer reads, before its first frame.
    case page
    /// The program printing its version.
    case start

    /// Title of the part.
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

    /// The part that is this part's floor, and the largest ratio allowed; nil without a floor.
    package var floor: (part: Part, most: Double)? {
      switch self {
      case .film, .written: (.ffmpeg, 1.15)
      case .pngs: (.deflate, 1 / 0.9)
      case .frame: (.codecs, 3)
      default: nil
      }
    }

    /// Whether the part's time covers all frames.
    package var isOfFrames: Bool {
      switch self {
      case .film, .written, .ffmpeg, .pngs, .deflate: true
      default: false
      }
    }
  }

  /// Size of the pages.
  package let size: PageSize
  /// Number of frames of the film.
  package let frames: Int
  /// Number of rounds per part.
  package let rounds: Int
  /// Least clock and processor time of each part.
  package var laps: [Part: Lap] = [:]
  /// Memory of films; nil if it couldn't be measured.
  package var memory: JobMemory?
  /// Measurements that failed, with reasons.
  package var missing: [String] = []

  /// Records a round; the least clock time and the least processor time count.
  mutating func add(_ part: Part, _ lap: Lap) {
    let known = laps[part] ?? lap
    laps[part] = Lap(wall: min(known.wall, lap.wall), cpu: min(known.cpu, lap.cpu))
  }

  /// Time of a part relative to its floor's; nil if the part has no floor or one time is missing.
  package func ratio(_ part: Part) -> LapRatio? {
    guard let floor = part.floor, let own = laps[part], let least = laps[floor.part],
      least.wall > 0, least.cpu > 0
    else { return nil }
    return LapRatio(wall: own.wall / least.wall, cpu: own.cpu / least.cpu)
  }
}
