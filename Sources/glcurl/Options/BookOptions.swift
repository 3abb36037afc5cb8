internal import ArgumentParser
internal import PageCurl

/// How pages make a book, and how it is turned through.
struct BookOptions: ParsableArguments {
  @Flag(
    help: """
      Show both pages of the open book: leaves turn about the spine, the back of each is the next \
      page. Only turns that land on the facing page can do that ('glcurl turns').
      """)
  var facing = false

  @Flag(help: "The first page lies alone, as a cover does; needs --facing.")
  var cover = false

  @Flag(
    help: """
      Pages are on one side of each leaf; the back shows the front through the paper. Without \
      --facing that is so anyway.
      """)
  var oneSided = false

  @Option(
    help: ArgumentHelp(
      """
      Pages that are boards, cover for the first and the last or numbers such as 1,2,16: a leaf with \
      one on either side turns as hinge does, whatever --turn says; needs --facing.
      """, valueName: "pages"),
    transform: HardPages.init(argument:))
  var hard: HardPages?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      How far the gutter's shade reaches from the spine: a length like --radius; needs --facing. \
      (default: 0)
      """, valueName: "length"),
    transform: Value.length)
  var gutter: Length?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      How far each leaf's edge stands out under the one above it: a length like --radius; needs \
      --facing, and --margin for room. (default: 0)
      """, valueName: "length"),
    transform: Value.length)
  var leafEdge: Length?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      How long what lies open between two turns is held beyond its own frame: frames, or seconds \
      such as 0.5s. (default: 0)
      """, valueName: "time"),
    transform: Pause.init(argument:))
  var hold: Pause?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Leaves that turn together, 1 to 100, each a --stagger after the one before it; of turns that \
      have one ('glcurl turns'). (default: 1)
      """, valueName: "count"),
    transform: Value.count(1...100))
  var leaves = 1

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      How much later each of several leaves starts than the one before it, in turns, 0 to 1; needs \
      --leaves. (default: the turn's own)
      """, valueName: "share"),
    transform: Value.number(0...1))
  var stagger: Double?

  @Option(
    help: ArgumentHelp(
      """
      A JSON file with everything about the turn over time: which turn, parameters, keyframes, \
      duration, repetition, thresholds, and what is different for some of a book's turns. README \
      and the article 'Timelines' tell what may be in it.
      """, valueName: "file"),
    completion: .file(extensions: ["json"]))
  var timeline: String?

  func validate() throws {
    if cover && !facing {
      throw ValidationError("--cover has no effect on single pages: add --facing")
    }
    if (gutter != nil || leafEdge != nil) && !facing {
      throw ValidationError("--gutter and --leaf-edge are an open book's: add --facing")
    }
    if hard != nil && !facing {
      throw ValidationError("--hard has no effect on single pages: add --facing")
    }
    if hard != nil && leaves > 1 {
      throw ValidationError("--hard leaves turn one by one: drop --leaves, or --hard")
    }
    if cover && oneSided {
      throw ValidationError(
        "--cover and --one-sided: one-sided leaves begin with a lone page anyway; drop --cover")
    }
    if stagger != nil && leaves == 1 {
      throw ValidationError("--stagger has no effect on one leaf at a time: add --leaves 2 or more")
    }
  }

  /// Whether nothing was asked for that makes a book of two pages.
  var isPlain: Bool {
    !facing && !oneSided && hold == nil && leaves == 1 && timeline == nil
  }

  /// What is seen beside the pages.
  var around: BookLook {
    var look = BookLook()
    if let gutter { look.gutter = gutter }
    if let leafEdge { look.leafEdge = leafEdge }
    return look
  }

  /// The book of so many pages.
  func book(pages: Int, _ binding: Binding) -> Book {
    Book(
      pages: pages, layout: facing ? .facing(cover: cover) : .single,
      printing: oneSided ? .oneSided : nil, binding: binding,
      hardPages: hard?.indices(of: pages) ?? [])
  }
}
