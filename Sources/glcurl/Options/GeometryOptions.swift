internal import ArgumentParser
internal import PageFilm

/// Output of a frame as numbers.
struct GeometryOptions: ParsableArguments {
  @Flag(
    help: """
      Print the fold line, the radius and the time as a JSON object on standard output. For turns \
      other than the curl, print the camera and every leaf: its pictures, its part of the page, \
      and the places of its corners, or its fold line and cross-section. Lengths are page pixels, \
      y down.
      """)
  var geometry = false

  @Option(
    help: ArgumentHelp(
      """
      NumPy files to write, separated by commas: uv (point of the page), side (-1 background, 0 \
      next, 1 front, 2 back), arc (arc length past the fold), height (above the page), shadow \
      (light that remains), coverage (share of the pixel that the sheet covers).
      """, valueName: "names"),
    completion: .list(AOV.allCases.map(\.rawValue)), transform: AOV.list)
  var aov: [AOV]?

  @Option(
    help: ArgumentHelp(
      "Folder for the files of --aov, such as uv.npy; created if missing.",
      valueName: "folder"),
    completion: .directory)
  var aovDir: String?

  func validate() throws {
    if aov != nil && aovDir == nil {
      throw ValidationError("--aov needs a folder to write to: add --aov-dir FOLDER")
    }
    if aov == nil && aovDir != nil {
      let names = AOV.allCases.map(\.rawValue).joined(separator: ",")
      throw ValidationError("--aov-dir alone writes nothing: add --aov \(names), or some of them")
    }
  }
}
