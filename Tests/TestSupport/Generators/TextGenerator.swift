/// Texts for fuzz tests: prose of several scripts, and what is hard to set.
///
/// The same seed and number always give the same bytes, valid UTF-8.
package enum TextGenerator {
  private static let words = [
    "the", "lamp", "Überfall", "сушку", "Ελλάδα", "שלום", "السلام", "世界", "ภาษาไทย", "हिन्दी", "👨‍👩‍👧‍👦",
  ]
  /// What takes long where it comes a thousand times without a space.
  private static let pieces = [
    "a", "mnop", "\u{301}", "\u{200d}", "\u{200b}", "\u{ad}", "\u{fe0f}", "(", "W", "-", "\0", "🇩🇪",
    "क्ष", "ᄀ", "世", "ก", "ﷺ", "\u{202e}", "\u{2066}", "\u{202b}ב", "\u{e0061}", "\u{fffd}",
    "हिन्दी", "ລາວ", "ខ្មែរ", "မြန်", "ᠮᠣᠩ", "Ꭰ", "አ", "\u{378}", "\u{e000}", "a\n", "ב\n\n", "\t",
  ]
  private static let ends = [
    " ", " ", " ", "\n", "\n\n", "\u{c}", "\r\n", "\u{2028}", "\t", "\u{a0}",
  ]

  /// Text `number` of the run that begins with `seed`, of about `size` bytes.
  package static func bytes(seed: UInt64, number: Int, size: Int = 60_000) -> [UInt8] {
    var random = Random(seed: seed &* 0x1_0000_0005 &+ UInt64(number))
    var text: [UInt8] = []
    let isPlain = number.isMultiple(of: 2)
    while text.count < size {
      if isPlain || Bool.random(using: &random) {
        text += TimelineGenerator.pick(words, &random).utf8
        text += TimelineGenerator.pick(ends, &random).utf8
      } else {
        let piece = Array(TimelineGenerator.pick(pieces, &random).utf8)
        let count = TimelineGenerator.pick([1, 40, 2000, 20_000], &random)
        let most = max((size - text.count) / piece.count, 1)
        for _ in 0..<min(count, most) { text += piece }
        text += TimelineGenerator.pick(ends + [""], &random).utf8
      }
    }
    return text
  }
}
