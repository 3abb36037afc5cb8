public import CurlCore
public import PageCache
internal import SamplePages

/// Numbered pages for experiments.
///
/// Every page differs from all others, and from itself turned or mirrored: the number is at the top
/// left, a line at the foot describes the page, and the paper cycles through six tints.
public struct NumberedPages: PageSource {
  /// Number of pages.
  public let count: Int

  /// `count` pages, ≥ 0.
  public init(count: Int) {
    precondition(count >= 0, "there are 0 pages or more")
    self.count = count
  }

  /// The pages' numbers.
  public func identities() -> [String] { (0..<count).map { "numbered of \(count) \($0)" } }

  /// The page with its number, which counts from 1.
  public func picture(of identity: String, at size: PageSize) async throws -> PageAnswer {
    guard let last = identity.split(separator: " ").last, let page = Int(last),
      (0..<count).contains(page)
    else { preconditionFailure("there is no page \(identity)") }
    let (width, height) = (Double(size.width), Double(size.height))
    let letter = 0.3 * min(width, height)
    let ink = Colour(red: 0.13, green: 0.11, blue: 0.1)
    let foot = letter * 0.22
    let lettering = Lettering([
      Lettering.Line(
        "\(page + 1)", x: 0.08 * width, baseline: 0.05 * height + letter, size: letter, colour: ink),
      Lettering.Line(
        "page \(page + 1) of \(count)", x: 0.45 * width, baseline: height - foot, size: foot,
        isItalic: true, colour: ink),
    ])
    return .picture(
      try lettering.draw(
        width: size.width, height: size.height, ground: Self.tints[page % Self.tints.count]))
  }

  /// Light colours that differ in their darkest channel.
  private static let tints = [
    Colour(red: 0.97, green: 0.95, blue: 0.9), Colour(red: 0.88, green: 0.94, blue: 0.98),
    Colour(red: 0.9, green: 0.97, blue: 0.88), Colour(red: 0.98, green: 0.89, blue: 0.9),
    Colour(red: 0.98, green: 0.94, blue: 0.8), Colour(red: 0.92, green: 0.9, blue: 0.98),
  ]
}
