package import ImageFiles

/// Format of a film.
public enum FilmFormat: String, CaseIterable, Sendable {
  /// MPEG-4 with H.264, by `ffmpeg`; opaque.
  case mp4
  /// WebM with VP9, by `ffmpeg`.
  case webm
  /// An animated GIF, by `ffmpeg`; each pixel is transparent or opaque.
  case gif
  /// A WebP animation.
  case webp
  /// An animated PNG, 8 or 16 bits per channel.
  case apng
  /// One PNG per frame, 8 or 16 bits per channel.
  case png
  /// A tar archive with one PNG per frame, 8 or 16 bits per channel.
  case tar
  /// A Y4M stream, 4:2:0 in BT.709; opaque.
  case y4m
  /// Raw bytes of all frames, straight alpha, 8 or 16 bits per channel.
  case rgba

  /// The format of a path's extension; nil for an unknown extension.
  public init?(path: String) {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return nil }
    self.init(rawValue: name[name.index(after: dot)...].lowercased())
  }

  /// Support of transparency.
  package enum Transparency: Sendable {
    /// No alpha: transparent areas become white.
    case none
    /// Each pixel is transparent or opaque.
    case allOrNothing
    /// Full alpha.
    case kept
  }

  /// Capabilities of a format.
  package struct Traits: Sendable {
    /// Name with its article, as in "a GIF has no …".
    package let name: String
    package let transparency: Transparency
    /// Whether width and height are padded to even numbers.
    package var hasEvenSides = false
    /// Whether channels may have 16 bits.
    package var holds16Bits = false
    /// Whether the film is one file or stream; else each frame is a file.
    package var isStream = true
    /// Whether it is a video that loses detail.
    package var isLossyVideo = false
    /// Highest frame rate; nil is any.
    package var fastest: FrameRate?
  }

  /// Capabilities of each format.
  package var traits: Traits {
    switch self {
    case .mp4:
      Traits(name: "an MP4", transparency: .none, hasEvenSides: true, isLossyVideo: true)
    case .webm:
      Traits(name: "a WebM", transparency: .kept, hasEvenSides: true, isLossyVideo: true)
    case .gif:
      Traits(name: "a GIF", transparency: .allOrNothing, fastest: VideoFormat.fastestGIF)
    case .webp: Traits(name: "a WebP", transparency: .kept)
    case .apng: Traits(name: "an APNG", transparency: .kept, holds16Bits: true)
    case .png: Traits(name: "a PNG", transparency: .kept, holds16Bits: true, isStream: false)
    case .tar: Traits(name: "a tar of PNGs", transparency: .kept, holds16Bits: true)
    case .y4m: Traits(name: "a Y4M stream", transparency: .none, hasEvenSides: true)
    case .rgba: Traits(name: "raw RGBA", transparency: .kept, holds16Bits: true)
    }
  }

  /// The names of the formats that satisfy a condition.
  package static func names(_ holds: (Traits) -> Bool) -> String {
    list(allCases.filter { holds($0.traits) })
  }

  /// All names.
  static var names: String { names { _ in true } }

  private static func list(_ formats: [FilmFormat]) -> String {
    let names = formats.map(\.rawValue)
    return names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
  }
}
