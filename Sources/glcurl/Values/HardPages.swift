/// Which pages of a book are boards: `cover`, or numbers from 1 such as `1,2,16`.
enum HardPages: Sendable, Equatable {
  case cover
  case numbers(Set<Int>)

  init(argument: String) throws {
    if argument == "cover" {
      self = .cover
      return
    }
    let numbers = argument.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
    guard !numbers.isEmpty, numbers.allSatisfy({ ($0 ?? 0) > 0 }) else {
      throw InvalidValue("possible are cover, or numbers of pages from 1 on, such as 1,2,16")
    }
    self = .numbers(Set(numbers.compactMap(\.self)))
  }

  /// The pages' indices in a book of so many pages: of a cover, both sides of its first and last leaf
  /// where they have two.
  func indices(of pages: Int) -> Set<Int> {
    switch self {
    case .cover: [0, max(pages - 1, 0)]
    case .numbers(let numbers): Set(numbers.map { $0 - 1 })
    }
  }
}
