internal import CurlCore
internal import PageCurl
internal import SamplePages

extension LookCase {
  /// All cases, in the order of the table; only `default/…` have sheen, bounce and grain.
  package static let all: [LookCase] =
    defaults + turns + curls + looks + scales + alphas + cutOuts + flights + deep

  /// The plain curl as it is drawn without an option.
  private static var defaults: [LookCase] {
    [
      LookCase("default/curl", LookBound.defaultCurl) { try PageTurn($0.pages(), CurlTurn()) }
    ]
  }

  /// A turn without sheen, bounce and grain.
  private static func matt<T: Turn>(_ turn: T) -> T {
    var turn = turn
    (turn.look.sheen, turn.look.bounce, turn.look.grain) = (0, 0, 0)
    return turn
  }

  /// Every turn of the catalogue with its defaults.
  private static var turns: [LookCase] {
    var cases = TurnCatalogue.all.map { kind in
      LookCase("turn/\(kind.name)", LookBound.turn(kind.name)) {
        try PageTurn($0.pages(), matt(kind.init()))
      }
    }
    cases.insert(
      curl("turn/curl-unlit", LookBound.unlitCurl) { $0.look.isLit = false }, at: 1)
    let facing = LookCase("turn/book-curl-facing", LookBound.turn("book-curl")) {
      try PageTurn($0.pages(isFacing: true), matt(BookCurlTurn()))
    }
    return cases + [facing]
  }

  /// The plain curl with other headings, radii and backs.
  private static var curls: [LookCase] {
    [
      curl("curl/angle-29", LookBound.curl) { $0.angle = 29 },
      curl("curl/angle-180", LookBound.curl) { $0.angle = 180 },
      curl("curl/radius-0", LookBound.curl) { $0.radius = .pixels(0) },
      curl("curl/radius-2", LookBound.curl) { $0.radius = .percent(2) },
      curl("curl/radius-26", LookBound.curl) { $0.radius = .percent(26) },
      LookCase("curl/back-picture", LookBound.curl) {
        var turn = matt(CurlTurn())
        turn.look.back = .picture
        return try PageTurn($0.pages(isFacing: false), turn)
      },
    ]
  }

  /// The looks of README.
  private static var looks: [LookCase] {
    [
      curl("look/corner-radius", LookBound.simple) { $0.look.cornerRadius = .percent(9) },
      curl("look/thickness", LookBound.simple) { $0.look.thickness = .percent(1.2) },
      curl("look/overlay", LookBound.simple, .straight8, layers: .sheet) { _ in },
      curl("look/overlay-shadow", LookBound.simple, .straight8, layers: .sheetAndShadow) { _ in },
      curl("look/oblique", LookBound.simple) {
        $0.angle = 180
        $0.look.view = .oblique(shear: SIMD2(0.15, -0.5))
      },
      curl("look/eye", LookBound.projected) { $0.look.view = .eye(distance: .percent(150)) },
      curl("look/key-light", LookBound.projected) {
        $0.look.keyLight = KeyLight(share: 0.7, azimuth: 30)
      },
      curl("look/key-gloss-bounce", LookBound.bent) {
        $0.look.keyLight = KeyLight(share: 0.7, azimuth: 30)
        $0.look.gloss = 0.8
        $0.look.bounce = 0.5
      },
      curl("look/thick-glossy", LookBound.bent) {
        $0.look.thickness = .percent(1.2)
        $0.look.gloss = 0.8
        $0.look.bounce = 0.5
      },
      LookCase("look/hero", LookBound.combined) { try hero($0) },
    ]
  }

  /// README's first picture.
  private static func hero(_ pages: LookPages) throws -> PageTurn {
    var turn = matt(CurlTurn())
    turn.angle = 148
    turn.radius = .percent(10)
    turn.look.back = .picture
    turn.look.background = .colour(Colour(red: 205.0 / 255, green: 200.0 / 255, blue: 192.0 / 255))
    turn.look.view = .eye(distance: .percent(280), centre: SIMD2(0.5, 0.6))
    turn.look.keyLight = KeyLight(share: 0.45, elevation: 42, azimuth: 165, size: 9)
    turn.look.bounce = 0.5
    turn.look.gloss = 0.25
    let margin = Margin(0.11 * Double(pages.size.width))
    return try PageTurn(
      pages.pages(isFacing: false), turn, canvas: Canvas(page: pages.size, margin: margin))
  }

  /// Frames of other sizes than their pages.
  ///
  /// The names 1080p and 12-megapixels are right for pages of 1024×1366; other sizes have the same
  /// ratios.
  private static var scales: [LookCase] {
    let rows = 1080.0 / 1366
    return [
      scaled("scale/1080p", page: 1, frame: rows), scaled("scale/2", page: 2, frame: 1),
      scaled("scale/12-megapixels", page: 3, frame: rows),
      scaled("scale/enlarged", page: 1, frame: 2),
      LookCase("scale/book-curl-facing", LookBound.turn("book-curl")) {
        let pages = try $0.pages(isFacing: true)
        let page = $0.canvas(pages.size, times: rows)
        return try PageTurn(
          pages, matt(BookCurlTurn()),
          canvas: Canvas(
            width: 2 * page.width, height: page.height,
            origin: SIMD2(-Double(page.width) * page.step.x, 0), step: page.step))
      },
    ]
  }

  /// A case with pages `times` as wide and as high as the measured size, and frames `frame` times.
  private static func scaled(_ name: String, page times: Int, frame: Double) -> LookCase {
    LookCase(name, LookBound.simple) {
      let pages = try $0.pages(times: times)
      return try PageTurn(
        pages, matt(CurlTurn()), canvas: $0.canvas(pages.size, times: frame))
    }
  }

  /// Every turn with opaque pages whose frames keep alpha, and a curl with the margin it needs.
  private static var alphas: [LookCase] {
    let turns = TurnCatalogue.all.map { kind in
      LookCase("alpha/\(kind.name)", LookBound.alpha(kind.name), .straight8) {
        try PageTurn($0.pages(), matt(kind.init()))
      }
    }
    let margin = LookCase("alpha/margin-auto", LookBound.alpha("curl"), .straight8) {
      let pages = try $0.pages()
      let turn = try PageTurn(pages, CurlTurn())
      return try PageTurn(
        pages, matt(CurlTurn()), canvas: Canvas(page: pages.size, margin: turn.margin))
    }
    return turns + [margin]
  }

  /// Pages that have alpha.
  private static var cutOuts: [LookCase] {
    [
      LookCase("cut-out/alpha", LookBound.combined, .straight8) {
        try PageTurn($0.pages(.cutOut), matt(CurlTurn()))
      },
      LookCase("cut-out/background", LookBound.combined) {
        var turn = matt(CurlTurn())
        turn.look.background = .colour(.white)
        turn.look.contactShadow = 0
        return try PageTurn($0.pages(.cutOut), turn)
      },
    ]
  }

  /// Three leaves in one flight.
  private static var flights: [LookCase] {
    func flight(_ name: String, _ turn: some Turn, isFacing: Bool) -> LookCase {
      LookCase("flight/\(name)", LookBound.combined) {
        try PageTurn($0.pages(flight: 3, isFacing: isFacing), matt(turn))
      }
    }
    return [
      flight("curl", CurlTurn(), isFacing: false),
      flight("book-curl-facing", BookCurlTurn(), isFacing: true),
      flight("leaves", LeavesTurn(), isFacing: false),
      flight("hinge-facing", HingeTurn(), isFacing: true),
    ]
  }

  /// Frames of 16 bits: a half turn, plates and a section.
  private static var deep: [LookCase] {
    let kinds: [any Turn.Type] = [CurlTurn.self, FlipTurn.self, RollTurn.self]
    return kinds.map { kind in
      LookCase("deep/\(kind.name)", LookBound.deep, .rgba16) {
        try PageTurn($0.pages(), matt(kind.init()))
      }
    }
  }

  /// A curl with one frame pixel per page pixel.
  private static func curl(
    _ name: String, _ bound: Double, _ output: Output = .rgba8, layers: PageTurn.Layers = .all,
    _ change: @escaping @Sendable (inout CurlTurn) -> Void
  ) -> LookCase {
    LookCase(name, bound, output) {
      var turn = matt(CurlTurn())
      change(&turn)
      return try PageTurn($0.pages(), turn, layers: layers)
    }
  }
}

/// Largest allowed time of a frame, in units of OpenCV's remap of as many pixels.
enum LookBound {
  static let curl = 1.0
  /// The curl with sheen, bounce and grain.
  static let defaultCurl = 1.3
  static let unlitCurl = 0.8
  /// Turns whose leaves stay flat, and looks that change the curl's outline or scale.
  static let simple = 2.3
  /// Turns in perspective, and looks that change every pixel of the sheet.
  static let projected = 3.7
  /// Turns that bend a leaf in any cross-section.
  static let bent = 6.0
  /// Several of the above at once.
  static let combined = 7.5
  /// Frames of 16 bits.
  static let deep = 8.0

  /// The bound of a turn of the catalogue with its defaults.
  static func turn(_ name: String) -> Double {
    switch name {
    case "curl": curl
    case "none", "slide", "cover", "drop", "corner-fold": simple
    case "flip", "leaves", "effect", "card", "book-curl": projected
    case "roll", "hinge", "bend": bent
    default: preconditionFailure("the turn \(name) has no bound yet: give it one")
    }
  }

  /// The bound of a turn with opaque pages whose frames keep alpha.
  static func alpha(_ name: String) -> Double { max(projected, 1.2 * turn(name)) }
}
