import ImageFiles
import Testing

/// Expects an `ImageFileError` of a kind, and returns its sentence.
@discardableResult
func expectError<Value>(
  _ kind: ImageFileError.Kind, sourceLocation: SourceLocation = #_sourceLocation,
  _ body: () throws -> Value
) -> String {
  let error = #expect(throws: ImageFileError.self, sourceLocation: sourceLocation) {
    _ = try body()
  }
  #expect(error?.kind == kind, sourceLocation: sourceLocation)
  return error?.description ?? ""
}

/// Expects an `ImageFileError` of a kind, and returns its sentence.
@discardableResult
func expectError<Value>(
  _ kind: ImageFileError.Kind, sourceLocation: SourceLocation = #_sourceLocation,
  _ body: () async throws -> Value
) async -> String {
  let error = await #expect(throws: ImageFileError.self, sourceLocation: sourceLocation) {
    _ = try await body()
  }
  #expect(error?.kind == kind, sourceLocation: sourceLocation)
  return error?.description ?? ""
}
