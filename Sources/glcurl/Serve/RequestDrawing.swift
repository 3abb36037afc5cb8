#if Server
internal import ArgumentParser
internal import CurlServer
internal import Doctor
internal import ImageFiles
internal import PageCurl
internal import PageFilm
internal import WorkerLink

/// Draws the orders of a server.
struct RequestDrawing: Sendable {
  let renderer: Renderer
  let limits: LimitOptions
  let frameOptions: RequestOptions
  let filmOptions: RequestOptions
  /// Sends a report before the last one.
  let report: @Sendable (WorkerReport) -> Void

  /// Does an order; the last report, and a frame's file.
  func answer(
    _ received: WorkerOrders.Received
  ) async -> (report: WorkerReport, file: SharedFile?) {
    do {
      let order = received.order
      switch order.kind {
      case .probe:
        try await probe()
        return (.done(mediaType: "", stages: [:]), nil)
      case .frame:
        let drawing = try FrameDrawing(RequestPictures(received), order, frameOptions, limits)
        let (file, stages) = try await drawing.draw(renderer)
        return (.done(mediaType: drawing.request.format.mediaType, stages: stages), file)
      case .film(let frames):
        guard let output = try received.output?.duplicate() else {
          throw WorkerFault(.internal, "a film's order has no output")
        }
        received.output?.close()
        let drawing = try FilmDrawing(
          RequestPictures(received), order, filmOptions, limits, to: output.take())
        try await drawing.draw(frames, with: renderer, report)
        return (.done(mediaType: drawing.format.mediaType, stages: [:]), nil)
      case .join(let frames):
        guard let output = try received.output?.duplicate() else {
          throw WorkerFault(.internal, "an order to join has no output")
        }
        let stream = AtomicFile(direct: output.take(), path: "the film")
        let request = try filmOptions.film(order.options, pictures: [], limits.values)
        try request.join(received.files, frames, to: stream)
        return (.done(mediaType: request.format.mediaType, stages: [:]), nil)
      case .cancel, .sessionText, .sessionPage, .sessionTaken:
        throw WorkerFault(.internal, "an order that isn't drawn")
      }
    } catch let fault as WorkerFault {
      return (.failed(fault), nil)
    } catch {
      let isCancelled = error is CancellationError || Task.isCancelled
      return (.failed(isCancelled ? WorkerFault(.cancelled, "") : WorkerFault(error)), nil)
    }
  }

  /// Throws unless the renderer draws known pixels.
  private func probe() async throws {
    let frame = try await renderer.frame(try TestPicture.turn(), at: TestPicture.moment)
    for finding in PictureCheck.zones(frame) where !finding.isRight {
      throw WorkerFault(.internal, "\(finding.what): \(finding.detail)")
    }
  }
}

/// The pictures of an order.
struct RequestPictures {
  /// The pages, in order.
  let pages: [PictureInput]
  /// Other pictures, by the options that they replace.
  let others: [String: PictureInput]

  init(_ received: WorkerOrders.Received) {
    var (pages, others): ([PictureInput], [String: PictureInput]) = ([], [:])
    for part in received.order.parts {
      let file = received.files[part.file]
      let picture = PictureInput.bytes(name: part.name) { () throws(ImageFileError) in
        do throws(LinkError) {
          return try file.bytes(part.range)
        } catch {
          throw ImageFileError(
            .unreadable, path: part.name, "cannot read '\(part.name)': \(error)")
        }
      }
      if part.name.hasPrefix("pages[") {
        pages.append(picture)
      } else {
        others[part.name] = picture
      }
    }
    (self.pages, self.others) = (pages, others)
  }

  /// The look with the pictures.
  func look(_ look: LookOptions) -> LookOptions {
    var look = look
    if let back = others["back"] { look.back = .picture(back) }
    if let background = others["background"] { look.background = .picture(background) }
    return look
  }
}
#endif
