package import ImageFiles

/// A format that films are written in, and the table of what each can hold.
public enum FilmFormat: String, CaseIterable, Sendable {
  /// MPEG-4 with H.264, by `ffmpeg`; opaque.
  case mp4
  /// WebM with VP9, by `ffmpeg`.
  case webm
  /// An animated GIF, by `ffmpeg`; a pixel is transparent or opaque.
  case gif
  /// A WebP animation.
  case webp
  /// An animated PNG, 8 or 16 bits a channel.
  case apng
  /// A PNG a frame, 8 or 16 bits a channel.
  case png
  /// A Y4M stream, 4:2:0 in BT.709; opaque.
  case y4m
  /// The bytes of all frames, straight alpha, 8 or 16 bits a channel.
  case rgba

  /// The format that a path's ending names; nil where it names none.
  public init?(path: String) {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return nil }
    self.init(rawValue: name[name.index(after: dot)...].lowercased())
  }

  /// What becomes of transparency.
  package enum Transparency: Sendable {
    /// There is none: white shows through.
    case none
    /// A pixel is clear or opaque.
    case allOrNothing
    /// It is kept.
    case kept
  }

  /// What a format can hold.
  package struct Traits: Sendable {
    /// With its article, as in "a GIF has no …".
    package let name: String
    package let transparency: Transparency
    /// Whether both sides are padded to even numbers.
    package var hasEvenSides = false
    /// Whether channels may have 16 bits.
    package var holds16Bits = false
    /// Whether it can go to standard output.
    package var isStream = true
    /// The most frames per second; nil for any.
    package var fastest: FrameRate?
  }

  /// The table.
  package var traits: Traits {
    switch self {
    case .mp4: Traits(name: "an MP4", transparency: .none, hasEvenSides: true, isStream: false)
    case .webm: Traits(name: "a WebM", transparency: .kept, hasEvenSides: true, isStream: false)
    case .gif:
      Traits(
        name: "a GIF", transparency: .allOrNothing, isStream: false,
        fastest: VideoFormat.fastestGIF)
    case .webp: Traits(name: "a WebP", transparency: .kept)
    case .apng: Traits(name: "an APNG", transparency: .kept, holds16Bits: true)
    case .png: Traits(name: "a PNG", transparency: .kept, holds16Bits: true, isStream: false)
    case .y4m: Traits(name: "a Y4M stream", transparency: .none, hasEvenSides: true)
    case .rgba: Traits(name: "raw RGBA", transparency: .kept, holds16Bits: true)
    }
  }

  /// The names of those of which something holds.
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
