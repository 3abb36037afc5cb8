package import ImageFiles

/// A format that films are written in, and the table of what each can hold.
package enum FilmFormat: String, CaseIterable, Sendable {
  case mp4, webm, gif, webp, apng, png, y4m, rgba

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
