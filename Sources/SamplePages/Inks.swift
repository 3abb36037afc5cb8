/// Colours of a book's print and paper.
struct Inks {
  /// Colour of the page.
  var paper: Colour
  /// Text.
  var text: Colour
  /// Captions, running heads and page numbers.
  var faint: Colour
  /// Second ink: capitals, ornaments, numbers of chapters.
  var rubric: Colour
  /// Paper of an engraving; nil means the page's own.
  var engravingPaper: Colour?

  /// Black and red on slightly warm paper.
  static let day = Inks(
    paper: Colour(0xF6F0E4), text: Colour(0x241F1C), faint: Colour(0x5A514A),
    rubric: Colour(0x9A2F22))
  /// Bone and amber on a nearly black page, for reading in the dark.
  static let night = Inks(
    paper: Colour(0x1B1D22), text: Colour(0xD8D2C4), faint: Colour(0x918B7E),
    rubric: Colour(0xDE9A4E), engravingPaper: Colour(0xCFC7B3))
}
