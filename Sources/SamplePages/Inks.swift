/// What a page of a book is printed with, and on.
struct Inks {
  /// The page.
  var paper: Colour
  /// Text.
  var text: Colour
  /// Captions, running heads and page numbers.
  var faint: Colour
  /// The second ink: capitals, ornaments, numbers of chapters.
  var rubric: Colour
  /// What an engraving is printed on, where that isn't the page itself.
  var plate: Colour?

  /// Black and red on slightly warm paper.
  static let day = Inks(
    paper: Colour(0xF6F0E4), text: Colour(0x241F1C), faint: Colour(0x5A514A),
    rubric: Colour(0x9A2F22))
  /// Bone and amber on a page nearly black, for reading in the dark.
  static let night = Inks(
    paper: Colour(0x1B1D22), text: Colour(0xD8D2C4), faint: Colour(0x918B7E),
    rubric: Colour(0xDE9A4E), plate: Colour(0xCFC7B3))
}
