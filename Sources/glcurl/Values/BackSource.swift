internal import PageCurl

/// What `--back` says that the back of the turning page shows.
enum BackSource: Sendable {
  case mirrored
  case colour(Colour)
  case file(String)

  init(argument: String) throws {
    if argument == "mirror" {
      self = .mirrored
    } else if let colour = try Value.colour(argument, or: "'mirror' or a picture file") {
      self = .colour(colour)
    } else if argument.isEmpty {
      throw InvalidValue("possible are 'mirror', an sRGB colour #RRGGBB or a picture file")
    } else {
      self = .file(argument)
    }
  }
}
