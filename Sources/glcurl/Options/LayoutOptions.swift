internal import ArgumentParser
internal import PageCurl
internal import PageFilm

/// Layout of a book's pages.
struct LayoutOptions: ParsableArguments {
  @Flag(
    help: """
      Show both pages of the open book: leaves turn about the spine, and the back of each is the \
      next page. Needs a turn that lands on the facing page ('glcurl turns'), by default book-curl.
      """)
  var facing = false

  @Flag(help: "Show the first page alone, as a cover; needs --facing.")
  var cover = false

  @Flag(
    help: """
      Put pages on one side of each leaf; the back shows the front through the paper. Without \
      --facing this is the default.
      """)
  var oneSided = false

  @Option(
    help: ArgumentHelp(
      """
      Hard pages: cover for the first and last, or numbers such as 1,2,16. A leaf with a hard page \
      on either side turns like hinge, whatever --turn is; needs --facing.
      """, valueName: "pages"),
    transform: HardPages.init(argument:))
  var hard: HardPages?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Width of the gutter's shade from the spine: a length like --radius; 0 is none; needs \
      --facing. (default: 0)
      """, valueName: "length"),
    transform: Value.length)
  var gutter: Length?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Width of each leaf's edge beside the leaf above it: a length like --radius; 0 is none; needs \
      --facing, and --margin for room. By default, books on an opaque background show a narrow block \
      of leaves.
      """, valueName: "length"),
    transform: Value.length)
  var leafEdge: Length?

  func validate() throws {
    if cover && !facing {
      throw ValidationError("--cover has no effect on single pages: add --facing")
    }
    if (gutter != nil || leafEdge != nil) && !facing {
      throw ValidationError("--gutter and --leaf-edge need an open book: add --facing")
    }
    if hard != nil && !facing {
      throw ValidationError("--hard has no effect on single pages: add --facing")
    }
    if cover && oneSided {
      throw ValidationError(
        "--cover and --one-sided: one-sided leaves always start with a single page; drop --cover")
    }
  }

  /// Gutter and leaf edges.
  var bookLook: BookLook {
    var look = BookLook()
    if let gutter { look.gutter = gutter }
    if let leafEdge { look.leafEdge = leafEdge }
    return look
  }

  /// The turn of a film that names none.
  var standardTurn: TurnKind { facing ? .bookCurl : .curl }

  /// A book of `pages` pages with these options.
  func book(pages: Int, _ binding: Binding) -> Book {
    Book(
      pages: pages, layout: facing ? .facing(cover: cover) : .single,
      printing: oneSided ? .oneSided : nil, binding: binding,
      hardPages: hard?.indices(of: pages) ?? [])
  }
}

/// Hard pages of a book: `cover`, or numbers from 1 such as `1,2,16`.
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
      throw InvalidValue("give cover, or page numbers from 1, such as 1,2,16")
    }
    self = .numbers(Set(numbers.compactMap(\.self)))
  }

  /// Indices, from 0, of the hard pages in a book of `pages` pages.
  ///
  /// A cover is the first and the last page. A hard page makes both sides of its leaf hard.
  func indices(of pages: Int) -> Set<Int> {
    switch self {
    case .cover: [0, max(pages - 1, 0)]
    case .numbers(let numbers): Set(numbers.map { $0 - 1 })
    }
  }
}
