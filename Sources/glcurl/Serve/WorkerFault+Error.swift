#if Server
internal import CurlServer
internal import ImageFiles

extension WorkerFault {
  /// The fault of an error, as the client should hear it.
  init(_ error: any Error) {
    guard let known = CommandError(error) else {
      self.init(.internal, "\(error)")
      return
    }
    if let picture = known.picture {
      let cause: WorkerFault.Cause =
        switch picture.kind {
        case .unknownFormat, .unsupported: .mediaType
        case .tooLarge: .tooLarge
        case .noMemory: .unavailable
        default: .invalid
        }
      self.init(cause, picture.description, field: picture.path)
      return
    }
    let cause: WorkerFault.Cause =
      switch known.status {
      case .usage, .badInput, .inputMissing: .invalid
      case .unavailable, .temporary: .unavailable
      default: .internal
      }
    self.init(cause, known.message.replacing("--", with: ""))
  }
}
#endif
