#if Server
internal import ArgumentParser
internal import CurlServer
internal import PageCurl
internal import PageFilm

/// The options of a request for a film: those of `glcurl render` that draw.
struct FilmRequest: GroupedRequest {
  static let groups: [RequestGroup<Self>] = [
    RequestGroup(\.film), RequestGroup(\.book), RequestGroup(\.look), RequestGroup(\.size),
  ]

  @OptionGroup
  var film: FilmOptions

  @OptionGroup
  var book: BookOptions

  @OptionGroup
  var look: LookOptions

  @OptionGroup
  var size: SizeOptions

  /// Format of the film; MP4 by default.
  var format: FilmFormat { film.output.format ?? .mp4 }

  func validate() throws {
    guard format.traits.isStream else {
      throw ValidationError(
        "--format \(format.rawValue) is numbered files: choose "
          + FilmFormat.names(\.isStream) + "; a tar has a PNG for each frame")
    }
  }
}

/// The options of a film, and its timeline.
struct ParsedFilm {
  var options: FilmRequest
  let timeline: TimelineFile?

  var format: FilmFormat { options.format }
}

extension RequestOptions {
  /// Parses the options of a film.
  func film(
    _ json: [UInt8], pictures: [String], _ limits: Limits
  ) throws -> ParsedFilm {
    let (members, own) = TimelineMembers.split(try members(json))
    var request = try parse(members, pictures: pictures, as: FilmRequest.self)
    let timeline = try TimelineMembers.timeline(
      own, try request.look.kind(limits, or: request.book.layout.standardTurn), limits)
    request.film.output.givenRate = request.film.output.givenRate ?? timeline?.rate
    request.film.output.format = request.format
    return ParsedFilm(options: request, timeline: timeline)
  }
}

extension FilmFormat {
  /// Media type of a film's file.
  var mediaType: String {
    switch self {
    case .mp4: "video/mp4"
    case .webm: "video/webm"
    case .gif: "image/gif"
    case .webp: "image/webp"
    case .apng: "image/apng"
    case .png: "image/png"
    case .tar: "application/x-tar"
    case .y4m: "video/x-yuv4mpeg"
    case .rgba: "application/octet-stream"
    }
  }
}
#endif
