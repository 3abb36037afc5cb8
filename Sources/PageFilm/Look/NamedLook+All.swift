internal import PageCurl

extension NamedLook {
  /// The looks of the program, in the order of `glcurl looks`.
  ///
  /// They are texts, so that a look of the program and one of a file are the same thing.
  public static let all: [NamedLook] = texts.map { text in
    do throws(FilmError) {
      return try NamedLook(name: "looks", bytes: Array(text.utf8))
    } catch {
      preconditionFailure("a look of the program has a fault: \(error)")
    }
  }

  private static let texts = [
    """
    {"name": "plain", "summary": "The defaults: the page fills the canvas."}
    """,
    """
    {"name": "hero", "summary": "A page on a pale desk, seen from an eye, under a soft lamp.",
     "angle": 148, "radius": "10%", "eye": "280%", "eye-centre": [0.5, 0.6], "key-light": 0.45,
     "light-azimuth": 165, "light-elevation": 42, "light-size": 9, "bounce": 0.5, "gloss": 0.25,
     "background": "#cdc8c0", "margin": "11%"}
    """,
    """
    {"name": "desk", "summary": "On dark wood at night: a low lamp and long shadows.",
     "angle": 137, "radius": "8%", "thickness": "0.4%", "eye": "220%", "key-light": 0.75,
     "light-azimuth": 128, "light-elevation": 34, "light-size": 5, "bounce": 0.6, "gloss": 0.15,
     "background": "#5d4535", "margin": "16%"}
    """,
    """
    {"name": "reader", "summary": "An e-book reader: the edge rolls over, with mild light.",
     "angle": 178, "radius": "7%", "show-through": 0.2, "shadow-amount": 0.45, "shading": 0.5}
    """,
    """
    {"name": "photo", "summary": "A glossy print: thick, white behind, with a sharp reflection.",
     "angle": 140, "radius": "9%", "thickness": "0.9%", "paper": "#fbfaf6", "show-through": 0,
     "back": "#e4e2dd", "eye": "260%", "key-light": 0.35, "light-azimuth": 320,
     "light-elevation": 40, "light-size": 6, "bounce": 0.5, "gloss": 1,
     "background": "#e8e6e1", "margin": "10%"}
    """,
    """
    {"name": "dark", "summary": "A dark room: dark paper, whose roll catches the light.",
     "angle": 146, "radius": "10%", "paper": "#24262c", "thickness": "0.3%", "show-through": 0.08,
     "key-light": 0.5, "light-azimuth": 140, "light-elevation": 38, "light-size": 10,
     "bounce": 0.8, "gloss": 0.5, "background": "#0b0c0f", "margin": "9%"}
    """,
    """
    {"name": "vellum", "summary": "Thin paper: the front shines through the back.",
     "angle": 152, "radius": "14%", "paper": "#f6ecd6", "show-through": 0.5, "tint-amount": 0.5,
     "shadow-amount": 0.5, "shading": 0.45, "bounce": 0.7, "background": "#e9e2d2", "margin": "8%"}
    """,
    """
    {"name": "flat", "summary": "A sharp fold without relief, for user interfaces.",
     "angle": 155, "radius": 0, "corner-radius": "4%", "show-through": 0, "back": "#f3f4f7",
     "shadow-amount": 0.35, "shading": 0.2, "background": "#e3e6ec", "margin": "8%"}
    """,
    """
    {"name": "book", "summary": "A leaf bends about the spine, with room for both pages.",
     "turn": "bend", "key-light": 0.3, "light-azimuth": 110, "light-elevation": 50,
     "background": "#d6d0c4", "framing": "spread", "margin": "9%"}
    """,
    """
    {"name": "studio", "summary": "A parallel view from the side, with room for all of the turn.",
     "angle": 180, "radius": "9%", "thickness": "0.5%", "oblique": [0.12, -0.45],
     "key-light": 0.55, "light-azimuth": 60, "light-elevation": 40, "light-size": 12,
     "bounce": 0.5, "background": "#f1efeb", "framing": "turn", "margin": "3%"}
    """,
    """
    {"name": "core-image", "summary": "Core Image's page curl with shadow, as SwiftUI shows it.",
     "turn": "curl:page-curl-with-shadow", "back": "#f2f2f2"}
    """,
    """
    {"name": "leaves", "summary": "The Leaves library: a flat fold with bands of shade.",
     "turn": "leaves:source"}
    """,
  ]
}
