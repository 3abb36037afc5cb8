#if Server
/// What a signed path draws from: the third segment after `/v1/render`.
///
/// It has one name, or two with `:` between; in a name, percent-encoding stands for `/` and `:`.
package enum RenderSource: Equatable, Sendable {
  /// Two pictures: the turning page and the next one.
  case pictures(front: String, next: String)
  /// A page of something that has many, and the page after it; pages count from 1.
  case page(Int, of: String)

  /// The field that problems of a source name.
  static let field = "source"

  /// The source of a segment, and of the option `page` if there is one.
  ///
  /// - Throws: `invalid`.
  package init(_ segment: String, page: Int?) throws(Problem) {
    var names: [String] = []
    for part in segment.split(separator: ":", omittingEmptySubsequences: false) {
      guard let name = PercentEncoding.decode(part), !name.isEmpty else {
        throw Problem(
          .invalid,
          "'\(part.prefix(80))' is no name of a file: percent-encode its UTF-8, '/' as %2F",
          field: Self.field)
      }
      names.append(name)
    }
    switch (names.count, page) {
    case (2, nil): self = .pictures(front: names[0], next: names[1])
    case (1, let page?): self = .page(page, of: names[0])
    default:
      throw Problem(
        .invalid,
        "the source has \(names.count) name\(names.count == 1 ? "" : "s") "
          + "and \(page == nil ? "no option page" : "an option page"): give two pictures "
          + "FRONT:NEXT, or a folder and page=N", field: Self.field)
    }
  }
}
#endif
