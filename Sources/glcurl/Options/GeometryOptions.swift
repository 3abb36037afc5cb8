internal import ArgumentParser
internal import PageFilm

/// Output of a frame as numbers.
struct GeometryOptions: ParsableArguments {
  @Flag(
    help: """
      Print the fold line, the radius and the time as a JSON object on standard output; of other \
      turns than the curl the camera and every leaf: its pictures, the part of the page that it \
      is, and where its corners are seen, or its fold line and cross-section. Lengths in page \
      pixels, y down.
      """)
  var geometry = false

  @Option(
    help: ArgumentHelp(
      """
      NumPy files to write, separated by commas: uv (the point of the page seen there), side \
      (-1 background, 0 next, 1 front, 2 back), arc (length past the fold), height (above the \
      page), shadow (light left), coverage (of the pixel by the sheet).
      """, valueName: "names"),
    completion: .list(AOV.allCases.map(\.rawValue)), transform: AOV.list)
  var aov: [AOV]?

  @Option(
    help: ArgumentHelp(
      "Folder for the files of --aov, such as uv.npy; made if it isn't there.",
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
