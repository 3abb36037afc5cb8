internal import PageCurl

extension Margin {
  /// The margin in page pixels.
  package var json: JSON {
    .object([
      ("left", .number(left)), ("top", .number(top)), ("right", .number(right)),
      ("bottom", .number(bottom)),
    ])
  }
}
