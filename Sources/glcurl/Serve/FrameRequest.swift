#if Server
internal import ArgumentParser
internal import CurlServer
internal import ImageFiles
internal import PageCurl
internal import PageFilm

/// The options of a request for a frame: those of `glcurl frame` that draw.
struct FrameRequest: GroupedRequest {
  static let groups: [RequestGroup<Self>] = [
    RequestGroup(\.moment), RequestGroup(\.still), RequestGroup(\.look), RequestGroup(\.size),
  ]

  @OptionGroup
  var moment: MomentOptions

  @OptionGroup
  var still: StillOptions

  @OptionGroup
  var look: LookOptions

  @OptionGroup
  var size: SizeOptions

  /// Format of the picture; PNG by default.
  var format: PictureFormat { still.format ?? .png }

  func validate() throws {
    try still.check(format)
    if moment.progress == nil && moment.time == nil {
      throw ValidationError("the moment is missing: give progress, 0 to 1, or time")
    }
  }
}
#endif
