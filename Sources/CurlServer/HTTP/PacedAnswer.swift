#if Server
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

extension Response {
  /// The same answer, with a body that is written only as fast as the connection takes it.
  ///
  /// Writing hands bytes to the connection's loop and doesn't wait for it: answers to a client that
  /// sends many requests and reads none would lie there by the hundred before the loop says that the
  /// connection is full.
  func paced(by loop: any EventLoop) -> Response {
    guard body.contentLength != 0 else { return self }
    var response = self
    response.body = body.map { buffer in
      // Runs behind all that was handed over before: now the writer knows whether it has to wait.
      try await loop.submit {}.get()
      return buffer
    }
    // A mapped body doesn't tell its length.
    response.headers[.contentLength] = headers[.contentLength]
    return response
  }
}
#endif
