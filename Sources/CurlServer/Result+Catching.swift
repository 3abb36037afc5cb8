#if Server
extension Result where Failure == any Error {
  /// The result of an asynchronous step.
  static func catching(
    _ body: () async throws -> Success
  ) async -> Result<Success, any Error> {
    do {
      return .success(try await body())
    } catch {
      return .failure(error)
    }
  }
}
#endif
