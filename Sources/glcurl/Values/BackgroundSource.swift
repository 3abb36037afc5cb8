internal import PageCurl

/// What `--background` says that lies under both pages.
enum BackgroundSource: Sendable {
  case colour(Colour)
  case file(String)

  init(argument: String) throws {
    if argument == "none" {
      self = .colour(.clear)
    } else if let colour = try Value.colour(argument, or: "'none' or a picture file") {
      self = .colour(colour)
    } else if argument.isEmpty {
      throw InvalidValue("possible are 'none', an sRGB colour #RRGGBB or a picture file")
    } else {
      self = .file(argument)
    }
  }
}
