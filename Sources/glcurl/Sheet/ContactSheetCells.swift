internal import ArgumentParser
internal import PageCurl
internal import PageFilm
internal import SamplePages

extension ContactSheet {
  /// The sheet of ``cells``, whose options are parsed like the command line.
  ///
  /// - Precondition: the options are valid, which tests ensure.
  init(page: PageSize) throws(SamplePagesError) {
    try self.init(page: page, cells: Self.cells) { options, page in
      guard let look = try? LookOptions.parse(options.split(separator: " ").map(String.init)) else {
        preconditionFailure("'\(options)' of the contact sheet is no look")
      }
      return try look.turn(on: page, hasOwnBack: look.back == nil, Limits())
    }
  }

  /// The cells, row by row.
  static let cells: [ContactSheetCell] = [
    ContactSheetCell(title: "A corner lifts", time: 0.26),
    ContactSheetCell(title: "Half way", time: 0.52),
    ContactSheetCell(title: "Landing", time: 0.94, span: 2.5, centre: SIMD2(-0.03, 0.35)),
    ContactSheetCell(title: "The left corner", options: "--angle 29", time: 0.45),

    ContactSheetCell(
      title: "Text on the roll", time: 0.42, span: 0.36,
      centre: SIMD2(0.66, 0.62)),
    ContactSheetCell(title: "Photograph", time: 0.4, design: .photograph),
    ContactSheetCell(title: "Dark paper", time: 0.42, design: .night),
    ContactSheetCell(title: "Cut-outs", time: 0.36, design: .cutOut, ground: .squares),

    ContactSheetCell(
      title: "Round corners", options: "--corner-radius 9% --back mirror", time: 0.34,
      design: .photograph),
    ContactSheetCell(title: "Small radius", options: "--radius 2%", time: 0.38),
    ContactSheetCell(title: "Large radius", options: "--radius 26%", time: 0.46),
    ContactSheetCell(title: "Flat fold", options: "--radius 0", time: 0.38),

    ContactSheetCell(
      title: "Perspective", options: "--eye 80% --eye-centre 0.4,0.9 --radius 12%", time: 0.46),
    ContactSheetCell(
      title: "Oblique view", options: "--oblique 0.15,-0.5 --angle 180", time: 0.42),
    ContactSheetCell(
      title: "A lamp",
      options: "--key-light 0.7 --light-azimuth 30", time: 0.36),
    ContactSheetCell(
      title: "Thick and glossy", options: "--thickness 1.2% --gloss 0.8 --bounce 0.5", time: 0.36,
      design: .photograph),
  ]
}
